import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheFolder } from '../../src/embedded/fetch-program.js';

/** The release of Debian whose source is built: Debian 12's own pgbouncer, 1.18, keeps no prepared statements. */
const RELEASE = 'trixie';
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';

/**
 * Prints the path of a pgbouncer of 1.21 or later, for test/platform/database/pgbouncer.system.test.ts. Its source comes by apt
 * from where this machine's packages come from, and is built once: gcc, make, pkg-config, libevent-dev and libssl-dev do it.
 */
function main(): void {
  const kept = join(cacheFolder(), `pgbouncer-${RELEASE}`);
  const program = join(kept, 'pgbouncer');
  if (!existsSync(program)) {
    const work = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
    try {
      const built = build(work);
      mkdirSync(kept, { recursive: true });
      copyFileSync(built, program);
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  }
  console.log(program);
}

/** @throws {Error} when apt has no such source, or it cannot be built. */
function build(work: string): string {
  const run = (file: string, args: string[], cwd = work) =>
    execFileSync(file, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  const [site] = run('apt-get', ['indextargets', '--format', '$(SITE)', 'Created-By: Packages', 'Component: main'])
    .split('\n')
    .filter((site) => /\/debian\/?$/.test(site));
  if (!site) throw new Error('apt knows no archive of Debian');
  const list = join(work, 'debian.list');
  writeFileSync(list, `deb-src [signed-by=${KEYRING}] ${site} ${RELEASE} main\n`);
  for (const folder of ['lists/partial', 'cache/archives/partial']) mkdirSync(join(work, folder), { recursive: true });
  const options = {
    'Dir::Etc::sourcelist': list,
    'Dir::Etc::sourceparts': '/dev/null',
    'Dir::State::lists': join(work, 'lists'),
    'Dir::Cache': join(work, 'cache'),
    'APT::Sandbox::User': 'root',
  };
  const flags = Object.entries(options).map(([name, value]) => `-o${name}=${value}`);
  run('apt-get', ['-qq', ...flags, 'update']);
  run('apt-get', ['-qq', ...flags, 'source', '--download-only', 'pgbouncer']);
  const archive = readdirSync(work).find((name) => /\.orig\.tar\.\w+$/.test(name)) ?? '';
  run('tar', ['-xf', archive]);
  const [source = ''] = readdirSync(work).filter((name) => /^pgbouncer-[\d.]+$/.test(name));
  run('./configure', ['--quiet', '--without-cares'], join(work, source));
  run('make', ['-s', 'pgbouncer'], join(work, source));
  return join(work, source, 'pgbouncer');
}

try {
  main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
