import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { freePort, isPortFree } from '../platform/process/free-port.js';
import { locatePostgres, type PostgresBinaries } from './postgres-binaries.js';
import { endLeftoverPostgres } from './postgres-leftover.js';
import { choosePostgresUser, commandAs, type PostgresUser } from './postgres-user.js';
import { type Child, runChild, startChild, untilReady } from './processes.js';
import { StartError } from './start-error.js';

export interface EmbeddedPostgresOptions {
  /** Its own folder; created if missing. */
  dataDir: string;
  log: (line: string) => void;
  /** Default: a free one. */
  port?: number;
  /** Name of the database made in it. */
  database?: string;
  /** Trades durability for speed: for tests only. */
  unsafe?: boolean;
  /** Memory for pages of tables and indexes, as Postgres writes sizes (`2GB`). */
  sharedBuffers?: string;
}

export type EmbeddedPostgres = Awaited<ReturnType<typeof startEmbeddedPostgres>>;

const MAJOR_VERSION = '18';

/** How often, and how far apart, the server is launched while sessions of a killed one still end. */
const MAX_LAUNCHES = 40;
const SESSIONS_END_MS = 250;

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '256MB',
  work_mem: '16MB',
  maintenance_work_mem: '256MB',
  max_wal_size: '2GB',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  // Else it writes the rows it refuses into its log, buyers among them.
  log_error_verbosity: 'terse',
  log_timezone: 'UTC',
};

const UNSAFE_SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '128MB' };

/**
 * Runs the Postgres that npm brings, on the loopback address, its files in `dataDir`.
 *
 * @throws {StartError} when the folder cannot be used, holds another version or is damaged, or the port is taken.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions) {
  const folder = resolve(options.dataDir);
  const binaries = await locatePostgres();
  mkdirSync(folder, { recursive: true });
  const user = choosePostgresUser(join(folder, 'cluster'));
  const password = readPassword(folder, user);
  if (!existsSync(join(folder, 'cluster'))) {
    options.log('Making the database (once)');
    await makeCluster(binaries, folder, user);
  }
  checkVersion(folder);
  await endLeftoverPostgres(join(folder, 'cluster'), options.log);
  if (options.port !== undefined && !(await isPortFree(options.port, '127.0.0.1'))) throw portInUse(options.port);

  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await freePort());
    const server = await launch(binaries, { folder, user, port, options });
    const url = `postgres://postgres:${password}@127.0.0.1:${port}/${options.database ?? 'partner_events'}`;
    let isReady = false;
    try {
      isReady = await untilReady(server, () => answers(url), 300);
    } finally {
      // Once the error is thrown, nothing uses the folder any more.
      if (!isReady) await server.stop();
    }
    if (isReady) return { url, child: server, stop: () => server.stop() };
    const said = server.tail();
    // A killed server leaves sessions that end when they notice; until then a new one may not touch the data.
    if (/pre-existing shared memory block/.test(said) && attempt < MAX_LAUNCHES) {
      await pause(SESSIONS_END_MS);
      continue;
    }
    const portTaken = /could not bind|Address already in use/.test(said);
    if (portTaken && options.port === undefined && attempt < 5) continue;
    if (portTaken) throw portInUse(port);
    throw new StartError(
      `The database in ${folder} does not start. Postgres said:\n${said}\n` +
        'Restore the folder from a backup. Without one, `npm start -- --fresh` deletes all data and starts over.',
    );
  }
}

function portInUse(port: number): StartError {
  return new StartError(`Port ${port} is in use, so the database cannot listen there.`);
}

/** Made aside and renamed, so that an interrupted start leaves no half a cluster. */
async function makeCluster(binaries: PostgresBinaries, folder: string, user: PostgresUser | undefined): Promise<void> {
  const making = join(folder, 'cluster.new');
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { mode: 0o700 });
  if (user) chownSync(making, user.uid, user.gid);
  const [file = '', ...args] = commandAs(
    user,
    binaries.initdb,
    [
      `--pgdata=${making}`,
      '--username=postgres',
      '--auth=scram-sha-256',
      `--pwfile=${join(folder, 'password')}`,
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-sync',
    ],
    making,
  );
  await runChild({ name: 'initdb', file, args, env: plainEnvironment(), logFile: join(folder, 'initdb.log') });
  renameSync(making, join(folder, 'cluster'));
}

interface Launch {
  folder: string;
  user: PostgresUser | undefined;
  port: number;
  options: Pick<EmbeddedPostgresOptions, 'unsafe' | 'sharedBuffers'>;
}

async function launch(binaries: PostgresBinaries, { folder, user, port, options }: Launch): Promise<Child> {
  const cluster = join(folder, 'cluster');
  const { unsafe = false, sharedBuffers } = options;
  const settings = {
    ...SETTINGS,
    ...(unsafe && UNSAFE_SETTINGS),
    ...(sharedBuffers !== undefined && { shared_buffers: sharedBuffers }),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const [file = '', ...args] = commandAs(
    user,
    binaries.postgres,
    ['-D', cluster, '-p', String(port), ...flags],
    cluster,
  );
  return startChild({
    name: 'Postgres',
    file,
    args,
    env: plainEnvironment(),
    logFile: join(folder, 'postgres.log'),
    endSignal: unsafe ? 'SIGQUIT' : 'SIGINT',
  });
}

/** True once the database answers; makes it on the way when the server has none of this name. */
async function answers(url: string): Promise<boolean> {
  const { pathname } = new URL(url);
  const name = pathname.slice(1);
  const sql = postgres(new URL('/postgres', url).href, { max: 1, connect_timeout: 5, onnotice: () => {} });
  try {
    const found = await sql`SELECT 1 FROM pg_database WHERE datname = ${name}`;
    if (found.length === 0) await sql`CREATE DATABASE ${sql(name)}`;
    return true;
  } catch (error) {
    if (error instanceof postgres.PostgresError && error.code === '28P01') {
      throw new StartError('The password file beside the embedded database is not the one it was made with.');
    }
    throw error;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Readable by its owner, which is the account that initdb runs as. */
function readPassword(folder: string, user: PostgresUser | undefined): string {
  const file = join(folder, 'password');
  if (!existsSync(file)) {
    if (existsSync(join(folder, 'cluster'))) {
      throw new StartError(`${file} is missing, so the database beside it cannot be opened.`);
    }
    writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 });
  }
  chmodSync(file, 0o600);
  if (user) chownSync(file, user.uid, user.gid);
  return readFileSync(file, 'utf8').trim();
}

function checkVersion(folder: string): void {
  const file = join(folder, 'cluster', 'PG_VERSION');
  const version = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  if (version === MAJOR_VERSION) return;
  const found = version === '' ? 'is damaged (PG_VERSION is missing)' : `was made by Postgres ${version}`;
  throw new StartError(
    `The database in ${folder} ${found}; this version runs Postgres ${MAJOR_VERSION}. ` +
      'Restore it from a backup. Without one, `npm start -- --fresh` deletes all data and starts over.',
  );
}

/** Without the variables by which a shell could point these programs at another server or language. */
function plainEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
}
