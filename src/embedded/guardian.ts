import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from '../platform/config/project-root.js';

let guardian: ChildProcess | undefined;

/** Has the process ended by `guardian-program.cjs` when this program dies without having ended it. */
export function guard(pid: number, signal: NodeJS.Signals): void {
  tell({ add: pid, signal });
}

/** Has the folder removed when this program is gone, together with the processes named in `<folder>/pids`. */
export function guardFolder(folder: string): void {
  tell({ folder });
}

export function dropFromGuardian(pid: number): void {
  if (guardian) tell({ drop: pid });
}

/** Lets the guardian finish its work and end; returns when it has. */
export async function dismissGuardian(): Promise<void> {
  const child = guardian;
  guardian = undefined;
  if (!child || child.exitCode !== null) return;
  await new Promise<void>((resolve) => {
    child.ref();
    child.once('exit', () => resolve());
    child.stdin?.end();
  });
}

function tell(message: object): void {
  if (!guardian) {
    guardian = spawn(process.execPath, [join(projectRoot(), 'src/embedded/guardian-program.cjs')], {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
      cwd: '/',
    });
    guardian.unref();
    const { stdin } = guardian;
    stdin?.on('error', () => {});
    if (stdin && 'unref' in stdin && typeof stdin.unref === 'function') stdin.unref();
  }
  guardian.stdin?.write(`${JSON.stringify(message)}\n`);
}
