import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The path of pgbench, which Debian keeps in its server's folder; null where there is none. */
export function findPgbench(): string | null {
  if (spawnSync('pgbench', ['--version']).status === 0) return 'pgbench';
  const folder = '/usr/lib/postgresql';
  const versions = existsSync(folder) ? readdirSync(folder).sort().reverse() : [];
  return versions.map((version) => join(folder, version, 'bin/pgbench')).find(existsSync) ?? null;
}

export interface PgbenchRun {
  program: string;
  url: string;
  /** Folder for the script. */
  folder: string;
  script: string;
  variables: Record<string, number>;
  clients: number;
  seconds: number;
}

/**
 * Transactions a second of one script, its statement prepared.
 *
 * @throws {Error} with pgbench's own words when a client was broken off.
 */
export function runPgbench(run: PgbenchRun): number {
  const file = join(run.folder, 'pgbench.sql');
  writeFileSync(file, run.script);
  const url = new URL(run.url);
  const result = spawnSync(
    run.program,
    [
      ...['-h', url.hostname, '-p', url.port, '-U', url.username],
      ...['-n', '-M', 'prepared', '-f', file, '-c', `${run.clients}`, '-j', '1', '-T', `${run.seconds}`],
      ...Object.entries(run.variables).flatMap(([name, value]) => ['-D', `${name}=${value}`]),
      // Not `-d`, which means "debug" up to version 15.
      url.pathname.slice(1),
    ],
    {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      env: { ...process.env, PGPASSWORD: decodeURIComponent(url.password) },
    },
  );
  const rate = /tps = ([\d.]+)/.exec(result.stdout)?.[1];
  if (result.status !== 0 || !rate) {
    const said = result.stderr.split('\n').filter((line) => /error|fatal/i.test(line));
    throw new Error(`pgbench failed (${result.status ?? result.signal}): ${said.slice(0, 5).join('\n')}`);
  }
  return Number(rate);
}
