import { spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOnPath } from '../../../src/embedded/find-on-path.js';
import { choosePostgresUser, commandAs } from '../../../src/embedded/postgres-user.js';
import { type Child, startChild, untilReady } from '../../../src/embedded/processes.js';
import { freePort } from '../../../src/platform/process/free-port.js';
import { listens } from '../../../tools/cluster/place.js';

export interface Pgbouncer {
  /** The database, through the pooler. */
  url: string;
  child: Child;
  close(): Promise<void>;
}

/** PGBOUNCER, or the one on PATH or where Debian puts it. */
function findPgbouncer(): string | undefined {
  const named = process.env.PGBOUNCER || findOnPath('pgbouncer') || '/usr/sbin/pgbouncer';
  return spawnSync(named, ['--version']).status === 0 ? named : undefined;
}

/** Whether the one on this machine keeps prepared statements, as 1.21 and later do; undefined: there is none. */
export function keepsStatements(): boolean | undefined {
  const program = findPgbouncer();
  if (!program) return undefined;
  const said = spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout;
  const [, major = 0, minor = 0] = /PgBouncer (\d+)\.(\d+)/.exec(said) ?? [];
  return Number(major) > 1 || Number(minor) >= 21;
}

/**
 * Starts it in transaction mode before the server of a database, with fewer connections than its clients have.
 *
 * @param options.statements whether it keeps prepared statements, which takes 1.21 or later.
 */
export async function startPgbouncer(databaseUrl: string, { statements = true } = {}): Promise<Pgbouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
  const user = choosePostgresUser(folder);
  if (user) chownSync(folder, user.uid, user.gid);
  const { username, password, port: serverPort } = new URL(databaseUrl);
  const port = await freePort();
  const write = (name: string, text: string) => {
    const file = join(folder, name);
    writeFileSync(file, text, { mode: 0o600 });
    if (user) chownSync(file, user.uid, user.gid);
    return file;
  };
  const users = write('users.txt', `"${username}" "${password}"\n`);
  const settings = write(
    'pgbouncer.ini',
    `[databases]
* = host=127.0.0.1 port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = transaction
default_pool_size = 4
max_client_conn = 200
${keepsStatements() ? `max_prepared_statements = ${statements ? 200 : 0}` : ''}
`,
  );
  const [file = '', ...args] = commandAs(user, findPgbouncer() ?? 'pgbouncer', [settings], folder);
  const child = await startChild({
    name: 'pgbouncer',
    file,
    args,
    cwd: folder,
    logFile: join(folder, 'pgbouncer.log'),
  });
  if (!(await untilReady(child, () => listens(port), 60)))
    throw new Error(`pgbouncer does not start:\n${child.tail()}`);
  const url = new URL(databaseUrl);
  url.port = String(port);
  return {
    url: url.href,
    child,
    async close() {
      await child.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
