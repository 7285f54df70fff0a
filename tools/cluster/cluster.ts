import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { runChild } from '../../src/embedded/processes.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { freePort } from '../../src/platform/process/free-port.js';
import { describeEtcd } from './etcd.js';
import { describeHaproxy } from './haproxy.js';
import { Link } from './link.js';
import type { Member } from './member.js';
import { logOf, type Place, type Release } from './place.js';
import { describePostgres, isolate, type PostgresMember } from './postgres.js';
import { findClusterPrograms } from './programs.js';
import { describeApi, describeNginx, describeS3, describeValkey, describeWorker } from './service.js';
import { describeTemporal, TEMPORAL_DATABASES } from './temporal.js';

export interface ClusterOptions {
  /** An empty one, where everything is kept. */
  folder: string;
  say(line: string): void;
  /** Further settings of the APIs and the workers. */
  env?: Record<string, string>;
  /** Members can be cut off. Then each message between them goes through this process. */
  isPartitionable?: boolean;
  /** The checkout that APIs and workers run first; this one when absent. */
  release?: Release;
}

export interface Cluster {
  /** The address of nginx. */
  origin: string;
  members: ReadonlyMap<string, Member>;
  /** Settings for `partner-events` and for readers of the database. */
  env: NodeJS.ProcessEnv;
  /** Which member is the primary now, as Patroni says; undefined while there is none. */
  primary(): Promise<string | undefined>;
  /** Makes the standby the primary, as an operator would. */
  switchover(): Promise<void>;
  /** Waits until the standby has all that is committed, and commits wait for it. */
  untilReplicated(): Promise<void>;
  /** Ends an API or a worker in order, and starts it with another release. */
  restart(name: string, release: Release): Promise<void>;
  /** Starts a further worker, and ends an old one. */
  addWorker(name: string, release: Release): Promise<void>;
  removeWorker(name: string): Promise<void>;
  close(): Promise<void>;
}

const DATABASE = 'partner_events';
const POSTGRES = ['postgres-1', 'postgres-2'] as const;

/**
 * Starts, on the loopback address and without containers, all that docs/deploy/cluster.md names for many machines.
 *
 * @throws {Error} naming what this machine lacks, or the member that does not start with the end of its log.
 */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const { folder, say, env: more = {}, isPartitionable = false, release = { root: projectRoot() } } = options;
  mkdirSync(join(folder, 'log'), { recursive: true });
  const faceNames = ['api-1', 'api-2', 'worker-1', 'worker-2'];
  const releases = new Map(faceNames.map((name) => [name, release]));
  const place: Place = { folder, programs: await findClusterPrograms(folder, say), isPartitionable, releases };
  const password = randomBytes(16).toString('hex');
  const etcd = await describeEtcd(place);
  const databases: PostgresMember[] = [];
  for (const name of POSTGRES) databases.push(await describePostgres(place, name, { etcd: etcd.ports, password }));
  isolate(databases);
  const temporal = await describeTemporal(place);
  const haproxy = await describeHaproxy(place, databases, temporal.frontends);
  const [valkey, s3] = [await describeValkey(place), await describeS3(place)];
  const nginxPort = await freePort();
  const entrance = { port: nginxPort, link: await Link.open(place, nginxPort) };
  const origin = `http://127.0.0.1:${entrance.link.port}`;
  const url = (port: number, database = DATABASE) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;
  const { ports } = haproxy;
  const env: NodeJS.ProcessEnv = {
    NODE_ENV: 'production',
    DATABASE_URL: url(ports.primary),
    TEMPORAL_ADDRESS: `127.0.0.1:${ports.temporal}`,
    TEMPORAL_NAMESPACE: 'partner-events',
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    BASE_URL: `${origin}/v1`,
    DATA_DIR: join(folder, 'data'),
    REDIS_URL: valkey.url,
    ...s3.env,
    TRUSTED_PROXIES: 'loopback',
    PAYMENTS: 'simulated',
    ALLOW_PRIVATE_DELIVERY: '1',
    LOG_LEVEL: 'warn',
    ...more,
  };
  const apis = [await describeApi(place, 'api-1', () => env), await describeApi(place, 'api-2', () => env)];
  const workerOf = (name: string) => {
    const to = { database: ports.primary, temporal: ports.temporal };
    return describeWorker(place, name, to, (own) => ({
      ...env,
      DATABASE_URL: url(own.database),
      TEMPORAL_ADDRESS: `127.0.0.1:${own.temporal}`,
    }));
  };
  const workers = [await workerOf('worker-1'), await workerOf('worker-2')];
  const nginx = describeNginx(
    place,
    entrance,
    apis.map(({ port }) => port),
  );
  const servers = [...etcd.members, ...databases.map(({ member }) => member), haproxy.member];
  const faces = [valkey.member, s3.member, ...apis.map(({ member }) => member), ...workers, nginx];
  const members = new Map([...servers, ...temporal.members, ...faces].map((member) => [member.name, member]));

  const first = new Set(members.values());
  const ask = (index: number, path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${databases[index]?.patroni}/${path}`, { signal: AbortSignal.timeout(20_000), ...init });
  const primary = async () => {
    for (const [index, name] of POSTGRES.entries()) {
      const isPrimary = await ask(index, 'primary', { signal: AbortSignal.timeout(2_000) }).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isPrimary) return name;
    }
    return undefined;
  };
  const cluster: Cluster = {
    origin,
    members,
    env,
    primary,
    async switchover() {
      const leader = await primary();
      if (!leader) throw new Error('there is no primary');
      const init = { method: 'POST', body: JSON.stringify({ leader }), signal: AbortSignal.timeout(60_000) };
      const answer = await ask(POSTGRES.indexOf(leader), 'switchover', init);
      if (!answer.ok) throw new Error(`Patroni answered ${answer.status}: ${await answer.text()}`);
    },
    async untilReplicated() {
      const limit = performance.now() + 120_000;
      for (;;) {
        const found = await ask(0, 'cluster').then(
          async (answer) => (await answer.json()) as { members: { role: string; state: string }[] },
          () => undefined,
        );
        const roles = found?.members
          .filter(({ state }) => ['running', 'streaming'].includes(state))
          .map(({ role }) => role);
        if (roles?.includes('leader') && roles.includes('sync_standby')) return;
        if (performance.now() > limit) throw new Error(`the standby does not come back: ${JSON.stringify(found)}`);
        await pause(300);
      }
    },
    async restart(name, release) {
      place.releases.set(name, release);
      await members.get(name)?.restart();
    },
    async addWorker(name, release) {
      place.releases.set(name, release);
      const member = await workerOf(name);
      members.set(name, member);
      await member.start();
    },
    async removeWorker(name) {
      await members.get(name)?.stop();
      members.delete(name);
    },
    async close() {
      const added = [...members.values()].filter((member) => !first.has(member));
      await Promise.all(added.map((member) => member.stop()));
      await Promise.all(faces.map((member) => member.stop()));
      await Promise.all(temporal.members.map((member) => member.stop()));
      await Promise.all(servers.map((member) => member.stop()));
    },
  };

  try {
    say('Starting etcd and Postgres under Patroni …');
    await Promise.all(etcd.members.map((member) => member.start()));
    await Promise.all([...databases.map(({ member }) => member.start()), haproxy.member.start()]);
    await makeDatabases(url(ports.primary, 'postgres'));
    say('Starting Temporal …');
    await makeTables(place, { port: ports.primary, password });
    await temporal.configure({ database: ports.primary, frontends: ports.temporal, user: 'postgres', password });
    await Promise.all(temporal.members.map((member) => member.start()));
    say('Applying migrations, preparing the namespace …');
    await runCommand({ env, root: release.root }, 'migrate');
    say('Starting APIs and workers …');
    await Promise.all([valkey.member.start(), s3.member.start()]);
    await Promise.all([...apis.map(({ member }) => member), ...workers].map((member) => member.start()));
    await nginx.start();
    await cluster.untilReplicated();
  } catch (error) {
    await cluster.close();
    throw error;
  }
  return cluster;
}

/** Runs the built `partner-events`. @param of.root the checkout; this one when absent. */
export async function runCommand(
  { env, root = projectRoot() }: { env: NodeJS.ProcessEnv; root?: string },
  ...args: string[]
): Promise<string> {
  const file = join(root, 'bin/partner-events.cjs');
  const options = { cwd: root, env: { ...process.env, ...env } };
  const { stdout } = await promisify(execFile)(process.execPath, [file, ...args], options);
  return stdout;
}

/** Once there is a primary, and it takes writes. */
async function makeDatabases(url: string): Promise<void> {
  const limit = performance.now() + 60_000;
  for (;;) {
    const sql = postgres(url, { max: 1, connect_timeout: 5, onnotice: () => {} });
    try {
      for (const name of [DATABASE, ...Object.keys(TEMPORAL_DATABASES)]) {
        const found = await sql`SELECT FROM pg_database WHERE datname = ${name}`;
        if (found.length === 0) await sql`CREATE DATABASE ${sql(name)}`;
      }
      return;
    } catch (error) {
      if (performance.now() > limit) throw error;
      await pause(500);
    } finally {
      await sql.end({ timeout: 1 });
    }
  }
}

async function makeTables(place: Place, at: { port: number; password: string }): Promise<void> {
  const common = ['--plugin', 'postgres12', '--ep', '127.0.0.1', '--port', `${at.port}`, '--user', 'postgres'];
  for (const [database, schema] of Object.entries(TEMPORAL_DATABASES)) {
    for (const step of [
      ['setup-schema', '-v', '0.0'],
      ['update-schema', '--schema-name', `postgresql/v12/${schema}`],
    ]) {
      await runChild({
        name: 'temporal-sql-tool',
        file: place.programs.temporalSqlTool,
        args: [...common, '--password', at.password, '--database', database, ...step],
        logFile: logOf(place, `schema-${database}`),
      });
    }
  }
}
