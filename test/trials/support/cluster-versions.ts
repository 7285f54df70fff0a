import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { locateTemporalServer } from '../../../src/embedded/locate-temporal.js';
import { stopAllChildren } from '../../../src/embedded/processes.js';
import { projectRoot } from '../../../src/platform/config/project-root.js';
import { ROW_CASE } from '../../../src/platform/database/database.js';
import { openCluster, runCommand } from '../../../tools/cluster/cluster.js';
import { startMailSink } from '../../support/outside/mail-sink.js';
import type { Versions } from './two-versions.js';

const APIS = ['api-1', 'api-2'] as const;
const WORKERS = ['worker-1', 'worker-2'] as const;
const PROMOTE_MS = 3 * 60_000;

/** Temporal may not know all queues of new workers yet: an operator promotes them again. */
async function untilDone(promote: () => Promise<void>): Promise<void> {
  const limit = performance.now() + PROMOTE_MS;
  for (;;) {
    try {
      return await promote();
    } catch (error) {
      if (performance.now() > limit) throw error;
      console.log(`  not promoted yet: ${error instanceof Error ? error.message.trim().split('\n').at(-1) : error}`);
      await pause(2_000);
    }
  }
}

/**
 * The same on a cluster, with Worker Versioning from this version on: new workers are started next to the old ones and
 * promoted, and then the old ones end. Earlier versions know no `WORKER_BUILD_ID`: their workers are made current with
 * Temporal's own command.
 *
 * @param first the version that runs first.
 */
export async function openClusterVersions(first: string): Promise<Versions> {
  const folder = mkdtempSync(join(tmpdir(), 'partner-events-upgrade-'));
  const sink = await startMailSink();
  const mail = { SMTP_URL: sink.url, MAIL_FROM: 'tickets@service.example' };
  const cluster = await openCluster({ folder, say: console.log, env: mail, release: { root: first } });
  const sql = postgres(cluster.env.DATABASE_URL ?? '', { max: 3, transform: ROW_CASE, onnotice: () => {} });
  const command = (version: string, ...args: string[]) => runCommand({ env: cluster.env, root: version }, ...args);
  let workers: string[] = [...WORKERS];
  let round = 0;

  const makeCurrent = async (version: string) => {
    if (version === projectRoot()) {
      await command(version, 'worker', 'promote', basename(version));
      return;
    }
    const { TEMPORAL_ADDRESS = '', TEMPORAL_NAMESPACE = '' } = cluster.env;
    const of = [
      '--deployment-name',
      'partner-events',
      '--address',
      TEMPORAL_ADDRESS,
      '--namespace',
      TEMPORAL_NAMESPACE,
    ];
    const verb = ['worker', 'deployment', 'set-current-version', '--unversioned', '--yes'];
    await promisify(execFile)(await locateTemporalServer(console.error), [...verb, ...of]);
  };
  return {
    origin: cluster.origin,
    sql,
    sink,
    command,
    async replaceAll(face, version) {
      const build = { WORKER_BUILD_ID: basename(version) };
      const release = { root: version, ...(version === projectRoot() && { env: build }) };
      if (face === 'API') {
        for (const name of APIS) await cluster.restart(name, release);
        return;
      }
      round += 1;
      const fresh = WORKERS.map((name) => `${name}-${round}`);
      for (const name of fresh) await cluster.addWorker(name, release);
      await untilDone(() => makeCurrent(version));
      for (const name of workers) await cluster.removeWorker(name);
      workers = fresh;
    },
    async close() {
      await sql.end({ timeout: 5 });
      await cluster.close();
      await stopAllChildren();
      await sink.close();
      if (process.env.KEEP) console.log(`Kept: ${folder}`);
      else rmSync(folder, { recursive: true, force: true });
    },
  };
}
