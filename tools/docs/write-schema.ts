import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../src/embedded/postgres.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { connectDatabase } from '../../src/platform/database/database.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { schemaDocument } from './schema.js';

/** `npm run schema-doc`: writes docs/schema.md from a database of its own, which is gone afterwards. */
async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'partner-events-schema-'));
  // The server runs under an account of its own where this one is root.
  chmodSync(folder, 0o711);
  const options = { dataDir: join(folder, 'postgres'), database: 'schema', log: () => {}, unsafe: true };
  const server = await startEmbeddedPostgres(options);
  const sql = connectDatabase({ url: server.url, pool: 1, statementTimeoutMs: 60_000, name: 'schema-doc' });
  try {
    await migrate(sql);
    writeFileSync(join(projectRoot(), 'docs/schema.md'), await schemaDocument(sql));
  } finally {
    await sql.end();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

void main();
