import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The command line of a running process, or an empty text. */
export function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return askPs(pid, 'command=');
  }
}

/** The start of a process, which separates it from a later process with the same id; undefined when there is none. */
export function startedAt(pid: number): string | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    return askPs(pid, 'lstart=') || undefined;
  }
}

function askPs(pid: number, column: string): string {
  try {
    return execFileSync('ps', ['-p', String(pid), '-o', column], { encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return '';
  }
}
