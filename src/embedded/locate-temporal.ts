import { accessSync, constants, copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { projectRoot } from '../platform/config/project-root.js';
import { cacheFolder } from './cache-folder.js';
import { guardFolder } from './guardian.js';
import { runChild } from './processes.js';
import { reportProgress } from './progress.js';
import { downloadBySdk } from './sdk-download.js';
import { StartError } from './start-error.js';

/** The version of `github.com/temporalio/cli` in tools/temporal/go.mod. */
const VERSION = '1.5.1';
const NAME = process.platform === 'win32' ? 'temporal.exe' : 'temporal';

/**
 * The path of a Temporal command line with its development server: one on PATH, the one kept in the cache, the SDK's
 * download, or a build from the Go module that tools/temporal pins. The last two are kept in the cache.
 *
 * @param log receives a line now and then: the build takes some minutes, once.
 * @throws {StartError} saying what to install when none can be had.
 */
export async function locateTemporalServer(log: (line: string) => void): Promise<string> {
  const cache = cacheFolder();
  const kept = join(cache, `temporal-${VERSION}`);
  const onPath = findOnPath(NAME);
  if (onPath && (await isUsable(onPath, cache))) return onPath;
  if (existsSync(kept)) return kept;

  log('Temporal is not on this machine: trying to download it');
  const work = mkdtempSync(join(cache, 'making-'));
  guardFolder(work);
  try {
    const made = join(work, NAME);
    const downloaded = await downloadBySdk('dev-server', work, log);
    if (downloaded) copyFileSync(downloaded, made);
    else await build(made, work, log);
    renameSync(made, kept);
    return kept;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function build(target: string, work: string, log: (line: string) => void): Promise<void> {
  const go = findOnPath('go');
  if (!go) {
    throw new StartError(
      'Temporal could not be downloaded and cannot be built without Go. Do one of these and start again:\n' +
        '  install the Temporal command line (https://docs.temporal.io/cli), so that `temporal` is on PATH;\n' +
        '  install Go 1.25 or later (https://go.dev/dl), and it is built here;\n' +
        '  set TEMPORAL_ADDRESS to a server that runs, for example temporal.example.com:7233.',
    );
  }
  const endProgress = reportProgress(log, 'Building Temporal from its Go module (once, some minutes on two cores)');
  try {
    await runChild({
      name: 'The Go build of Temporal',
      file: go,
      args: ['build', '-o', target, 'github.com/temporalio/cli/cmd/temporal'],
      cwd: join(projectRoot(), 'tools/temporal'),
      env: { ...process.env, GOTMPDIR: work },
      endSignal: 'SIGINT',
      logFile: join(work, 'build.log'),
    });
  } finally {
    endProgress();
  }
}

/** An older command line without search attributes, or another program of this name, is skipped. */
async function isUsable(file: string, cache: string): Promise<boolean> {
  const work = mkdtempSync(join(cache, 'asking-'));
  try {
    const args = ['server', 'start-dev', '--search-attribute', 'State=Keyword', '--help'];
    await runChild({ name: 'temporal', file, args, logFile: join(work, 'help.log') });
    return true;
  } catch {
    return false;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** The first executable file of this name in the folders of PATH. */
export function findOnPath(name: string): string | undefined {
  for (const folder of (process.env.PATH ?? '').split(delimiter).filter(Boolean)) {
    const file = join(folder, name);
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // Not in this folder.
    }
  }
  return undefined;
}
