import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { choosePostgresUser, commandAs } from '../../src/embedded/postgres-user.js';
import { startChild } from '../../src/embedded/processes.js';
import { freePort } from '../../src/platform/process/free-port.js';
import { Link } from './link.js';
import { Member } from './member.js';
import { answersOk, logOf, type Place, writeConfiguration } from './place.js';

export interface PostgresMember {
  member: Member;
  /** Where clients reach Postgres, and Patroni's own API. */
  port: number;
  patroni: number;
  /** By which the others of Postgres reach it. */
  fromPeers: readonly Link[];
  /** All ways from and to it; {@link isolate} adds those to its peers. */
  links: Link[];
}

/** A member that is cut off does not reach its peers either: a primary that did would go on while etcd is away. */
export function isolate(members: readonly PostgresMember[]): void {
  for (const member of members) {
    for (const other of members) if (other !== member) member.links.push(...other.fromPeers);
  }
}

/**
 * Failover after some twenty seconds at most, without loss: a commit is acknowledged when the standby has it, and where there is
 * none, it waits until Patroni has written that down. While etcd is away, the primary goes on as long as it reaches the standby.
 */
const SHARED = {
  ttl: 20,
  loop_wait: 2,
  retry_timeout: 5,
  maximum_lag_on_failover: 1_048_576,
  synchronous_mode: true,
  failsafe_mode: true,
  primary_start_timeout: 0,
  postgresql: {
    use_pg_rewind: true,
    use_slots: true,
    parameters: {
      max_connections: 300,
      shared_buffers: '128MB',
      max_wal_size: '1GB',
      wal_keep_size: '256MB',
      // A hanging standby delays commits at most this long.
      wal_sender_timeout: '5s',
      wal_receiver_timeout: '5s',
      random_page_cost: 1.1,
      jit: 'off',
      timezone: 'UTC',
      log_error_verbosity: 'terse',
    },
  },
};

/** A Postgres under Patroni. etcd decides which one is the primary. */
export async function describePostgres(
  place: Place,
  name: string,
  options: { etcd: readonly number[]; password: string },
): Promise<PostgresMember> {
  const [port, rest] = [await freePort(), await freePort()];
  const fromClients = [await Link.open(place, port), await Link.open(place, rest)] as const;
  const fromPeers = [await Link.open(place, port), await Link.open(place, rest)] as const;
  const toEtcd = await Promise.all(options.etcd.map((address) => Link.open(place, address)));
  const links: Link[] = [...fromClients, ...fromPeers, ...toEtcd];
  const home = join(place.folder, name);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const user = choosePostgresUser(home);
  if (user) chownSync(home, user.uid, user.gid);
  const data = join(home, 'data');
  const login = (username: string) => ({ username, password: options.password });
  const configuration = writeConfiguration(
    join(home, 'patroni.json'),
    {
      scope: 'partner-events',
      name,
      log: { level: 'WARNING' },
      restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${fromPeers[1].port}` },
      etcd3: { hosts: toEtcd.map((link) => `127.0.0.1:${link.port}`), use_proxies: true },
      bootstrap: { dcs: SHARED, initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'] },
      postgresql: {
        listen: `127.0.0.1:${port}`,
        connect_address: `127.0.0.1:${fromPeers[0].port}`,
        use_unix_socket: false,
        data_dir: data,
        bin_dir: place.programs.postgres,
        pgpass: join(home, 'pgpass'),
        authentication: { superuser: login('postgres'), replication: login('replicator'), rewind: login('rewind') },
        parameters: { unix_socket_directories: '' },
        pg_hba: ['host all all 127.0.0.1/32 scram-sha-256', 'host replication all 127.0.0.1/32 scram-sha-256'],
      },
    },
    user,
  );
  const member = new Member({
    name,
    what: 'Postgres under Patroni',
    port: fromClients[0].port,
    logFile: logOf(place, name),
    links,
    launch() {
      const [file = '', ...args] = commandAs(user, place.programs.python, ['-m', 'patroni', configuration], home);
      return startChild({
        name,
        file,
        args,
        cwd: home,
        env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', HOME: home },
        logFile: logOf(place, name),
        graceSeconds: 30,
      });
    },
    isReady: () => answersOk(`http://127.0.0.1:${rest}/health`),
    others: () => treeOf(postmasterOf(data)),
  });
  return { member, port: fromClients[0].port, patroni: fromClients[1].port, fromPeers, links };
}

/** Patroni starts Postgres outside of its own group. */
function postmasterOf(data: string): number | undefined {
  const file = join(data, 'postmaster.pid');
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
  return pid > 0 && commandOf(pid).includes(data) ? pid : undefined;
}

/** A process and all below it. */
function treeOf(root: number | undefined): number[] {
  if (root === undefined) return [];
  const below = readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && parentOf(entry) === root)
    .map(Number);
  return [root, ...below];
}

function parentOf(pid: string): number {
  const status = readIfThere(`/proc/${pid}/stat`);
  return Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1]);
}

const commandOf = (pid: number) => readIfThere(`/proc/${pid}/cmdline`);

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
