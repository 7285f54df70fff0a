import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../platform/config/project-root.js';
import { reportProgress } from './fetch-program.js';
import { startChild } from './processes.js';

const SOURCE = 'https://temporal.download';
const REACH_MS = 5_000;
const DOWNLOAD_MS = 300_000;

/** Run apart, because a download inside the SDK cannot be broken off. */
const PROGRAM = `
  const { TestWorkflowEnvironment } = require('@temporalio/testing');
  const [kind, downloadDir] = process.argv.slice(1);
  const server = { executable: { type: 'cached-download', downloadDir } };
  const made = kind === 'dev-server'
    ? TestWorkflowEnvironment.createLocal({ server })
    : TestWorkflowEnvironment.createTimeSkipping({ server });
  made.then((env) => env.teardown()).then(() => process.exit(0), () => process.exit(1));
`;

/**
 * Has the Temporal SDK download the development or the time-skipping server into `folder`.
 *
 * @returns the path of the program, or undefined when the network does not let it through.
 */
export async function downloadBySdk(
  kind: 'dev-server' | 'time-skipping',
  folder: string,
  log: (line: string) => void,
): Promise<string | undefined> {
  const reachable = await fetch(SOURCE, { method: 'HEAD', signal: AbortSignal.timeout(REACH_MS) }).then(
    () => true,
    () => false,
  );
  if (!reachable) {
    log('  its download page cannot be reached from here');
    return undefined;
  }
  const endProgress = reportProgress(log, '  downloading it');
  const child = await startChild({
    name: 'The download of Temporal',
    file: process.execPath,
    args: ['-e', PROGRAM, kind, folder],
    cwd: projectRoot(),
    logFile: join(folder, 'download.log'),
  });
  const timer = setTimeout(() => void child.stop(), DOWNLOAD_MS);
  const ending = await child.ended;
  clearTimeout(timer);
  endProgress();
  const name = readdirSync(folder).find((file) => /^temporal-.*sdk-typescript/.test(file));
  if (ending === 'ended with exit code 0' && name) return join(folder, name);
  log('  the download failed');
  if (name) rmSync(join(folder, name), { force: true });
  return undefined;
}
