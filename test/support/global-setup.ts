import { chmodSync, existsSync, mkdirSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { guardFolder } from '../../src/embedded/guardian.js';
import { locateTemporalServer } from '../../src/embedded/locate-temporal.js';
import { startEmbeddedPostgres } from '../../src/embedded/postgres.js';
import { startTemporalServer } from '../../src/embedded/temporal-server.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { connectDatabase } from '../../src/platform/database/database.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { bundleWorkflows, workflowInputs } from '../../src/platform/temporal/workflow-bundle.js';
import { TEMPLATE_DATABASE, TEST_NAMESPACES } from './environment.js';
import { locateTimeSkippingServer } from './temporal/time-skipping-server.js';

/**
 * Starts one Postgres and one Temporal server for the whole run, on free ports, their files in a folder of this run.
 * The guardian ends them and removes the folder also when the run is broken off.
 */
// biome-ignore lint/style/noDefaultExport: Jest calls the default export.
export default async function globalSetup(): Promise<void> {
  const folder = mkdtempSync(join(inMemory() ?? tmpdir(), 'partner-events-test-'));
  chmodSync(folder, 0o711);
  const pids = join(folder, 'pids');
  mkdirSync(pids);
  guardFolder(folder);
  const [database, temporal, timeSkippingServer, bundle] = await Promise.all([
    startDatabase(folder),
    startTemporal(folder),
    locateTimeSkippingServer(console.log),
    makeBundle(),
  ]);
  Object.assign(process.env, {
    TEST_FOLDER: folder,
    TEST_DATABASE_URL: database,
    TEST_TEMPORAL_ADDRESS: temporal,
    TEST_TIME_SKIPPING_SERVER: timeSkippingServer,
    TEST_SERVER_PIDS: pids,
    TEST_WORKFLOW_BUNDLE: bundle,
  });
}

/** Linux's folder in memory, if it has room: a database is 900 small files, and most test files make their own. */
function inMemory(): string | undefined {
  if (!existsSync('/dev/shm')) return undefined;
  const { bavail, bsize } = statfsSync('/dev/shm');
  return bavail * bsize > 1024 ** 3 ? '/dev/shm' : undefined;
}

/** Tests copy the migrated database, which takes a tenth of the time of migrating. */
async function startDatabase(folder: string): Promise<string> {
  const { url } = await startEmbeddedPostgres({
    dataDir: join(folder, 'postgres'),
    database: TEMPLATE_DATABASE,
    log: () => {},
    unsafe: true,
  });
  const sql = connectDatabase({ url, pool: 2, statementTimeoutMs: 60_000, name: 'test set-up' });
  try {
    await migrate(sql);
    // A run opens some thousand connections: one round of the password's hash for each instead of 4,096 on either side.
    await sql.unsafe(`SET scram_iterations = 1; ALTER ROLE CURRENT_USER PASSWORD '${new URL(url).password}'`);
  } finally {
    await sql.end();
  }
  return url;
}

async function startTemporal(folder: string): Promise<string> {
  const path = await locateTemporalServer(console.log);
  const server = await startTemporalServer({
    path,
    namespaces: TEST_NAMESPACES,
    withUi: false,
    logFile: join(folder, 'temporal.log'),
  });
  return server.address;
}

async function makeBundle(): Promise<string> {
  const root = projectRoot();
  const entry = join(root, 'workflows/index.ts');
  const target = join(root, '.cache/workflow-bundle.js');
  if (existsSync(entry)) {
    await bundleWorkflows({ entry, inputs: workflowInputs(root), target });
  }
  return target;
}
