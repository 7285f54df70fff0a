import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../src/embedded/postgres.js';
import { connectDatabase } from '../../../src/platform/database/database.js';
import { migrate } from '../../../src/platform/database/migrate.js';

export interface ReplicatedPostgres {
  primaryUrl: string;
  standbyUrl: string;
  /** Stops, or goes on with, replaying what the primary sends. */
  pauseReplay(): Promise<void>;
  resumeReplay(): Promise<void>;
  stopStandby(): Promise<void>;
  startStandby(): Promise<void>;
  close(): Promise<void>;
}

/** A Postgres with our tables and a standby that streams from it, each a server of its own on a free port. */
export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'replicated-postgres-'));
  const servers: EmbeddedPostgres[] = [];
  const start = async (name: string, port?: number) => {
    const server = await startEmbeddedPostgres({ dataDir: join(folder, name), log: () => {}, port, unsafe: true });
    servers.push(server);
    return server;
  };
  const primary = await start('primary');
  const sql = connectDatabase({ url: primary.url, pool: 1, statementTimeoutMs: 60_000, name: 'test' });
  try {
    await migrate(sql);
    await copyCluster(sql, folder, primary.url);
  } finally {
    await sql.end();
  }
  let standby = await start('standby');
  const standbyUrl = standby.url;
  const onStandby = async (statement: string) => {
    const one = postgres(standbyUrl, { max: 1 });
    await one.unsafe(statement).finally(() => one.end());
  };
  return {
    primaryUrl: primary.url,
    standbyUrl,
    pauseReplay: () => onStandby('SELECT pg_wal_replay_pause()'),
    resumeReplay: () => onStandby('SELECT pg_wal_replay_resume()'),
    stopStandby: () => standby.stop(),
    async startStandby() {
      standby = await start('standby', Number(new URL(standbyUrl).port));
    },
    async close() {
      await Promise.all(servers.map((server) => server.stop()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A base backup as Postgres describes it, for want of `pg_basebackup` among the programs that npm brings. */
async function copyCluster(
  sql: postgres.Sql<{ bigint: number; calendarDate: string }>,
  folder: string,
  primaryUrl: string,
): Promise<void> {
  await sql`SELECT pg_backup_start('standby', true)`;
  mkdirSync(join(folder, 'standby'));
  execFileSync('cp', [
    '-a',
    join(folder, 'primary/cluster'),
    join(folder, 'primary/password'),
    join(folder, 'standby'),
  ]);
  const cluster = join(folder, 'standby/cluster');
  for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(join(cluster, name), { force: true });
  const [label] = await sql<{ labelfile: string }[]>`SELECT labelfile FROM pg_backup_stop(false)`;
  const { username, password, port } = new URL(primaryUrl);
  // Postgres runs as another account than root, which must be able to read and rename them.
  const files = ['backup_label', 'standby.signal'].map((name) => join(cluster, name));
  writeFileSync(files[0] as string, label?.labelfile ?? '');
  writeFileSync(files[1] as string, '');
  execFileSync('chown', [`--reference=${join(cluster, 'PG_VERSION')}`, ...files]);
  appendFileSync(
    join(cluster, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=${username} password=${password}'\n`,
  );
}
