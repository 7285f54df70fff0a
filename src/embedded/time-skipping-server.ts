import { chmodSync, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../platform/config/project-root.js';
import { cacheFolder } from './cache-folder.js';
import { guardFolder } from './guardian.js';
import { findOnPath } from './locate-temporal.js';
import { runChild } from './processes.js';
import { reportProgress } from './progress.js';
import { downloadBySdk } from './sdk-download.js';
import { StartError } from './start-error.js';

/** The version of `io.temporal:temporal-test-server` in tools/temporal/pom.xml. */
const VERSION = '1.38.0';

/**
 * The path of a program that is Temporal's time-skipping test server, to be given to the SDK as
 * `server.executable: {type: 'existing-path', path}`: one kept in the cache, else the Maven artifact run by Java, else
 * the SDK's download.
 *
 * @throws {StartError} saying what to install when none can be had.
 */
export async function locateTimeSkippingServer(log: (line: string) => void): Promise<string> {
  const cache = cacheFolder();
  const java = findOnPath('java');
  const libraries = join(cache, `temporal-test-server-${VERSION}`);
  const downloaded = join(cache, 'temporal-test-server');
  if (existsSync(downloaded)) return downloaded;
  if (java && existsSync(libraries)) return writeScript(cache, libraries);

  const work = mkdtempSync(join(cache, 'making-'));
  guardFolder(work);
  try {
    const file = await downloadBySdk('time-skipping', work, log);
    if (file) {
      renameSync(file, downloaded);
      return downloaded;
    }
    if (!java || !findOnPath('mvn')) throw new StartError(ADVICE);
    await fetchLibraries(join(work, 'lib'), work, log);
    keep(join(work, 'lib'), libraries);
    return writeScript(cache, libraries);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

const ADVICE =
  'The time-skipping test server of Temporal could not be downloaded. The workflow tests need one of these:\n' +
  '  a network that reaches https://temporal.download, or\n' +
  '  Java 11 or later and Maven (Debian: apt-get install default-jre-headless maven).';

async function fetchLibraries(target: string, work: string, log: (line: string) => void): Promise<void> {
  const endProgress = reportProgress(log, 'Fetching the time-skipping test server with Maven (once)');
  try {
    await runChild({
      name: 'Maven',
      file: 'mvn',
      args: ['-q', '-B', 'dependency:copy-dependencies', `-DoutputDirectory=${target}`],
      cwd: join(projectRoot(), 'tools/temporal'),
      logFile: join(work, 'maven.log'),
    });
  } finally {
    endProgress();
  }
}

/** Another process may have finished the same a moment ago; then its copy is as good. */
function keep(made: string, kept: string): void {
  try {
    renameSync(made, kept);
  } catch (error) {
    if (!existsSync(kept)) throw error;
  }
}

/** With `TEST_SERVER_PIDS` set, its process id is left in that folder, so that an interrupted run can be cleaned up. */
function writeScript(cache: string, libraries: string): string {
  const script = join(cache, `temporal-test-server-${VERSION}.sh`);
  const draft = `${script}.${process.pid}`;
  writeFileSync(
    draft,
    [
      '#!/bin/sh',
      'if [ -n "$TEST_SERVER_PIDS" ]; then : > "$TEST_SERVER_PIDS/$$"; fi',
      'exec java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx512m \\',
      `  -cp '${libraries.replaceAll("'", "'\\''")}/*' io.temporal.testserver.TestServer "$@"`,
      '',
    ].join('\n'),
  );
  chmodSync(draft, 0o755);
  renameSync(draft, script);
  return script;
}
