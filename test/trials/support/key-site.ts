import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKey } from '../../../src/access/create-key.js';
import { revokeKey } from '../../../src/access/revoke-key.js';
import { createCompany } from '../../../src/companies/create-company.js';
import { closeContext, createContext } from '../../../src/context/create-context.js';
import { startEmbeddedPostgres } from '../../../src/embedded/postgres.js';
import { startChild, stopAllChildren } from '../../../src/embedded/processes.js';
import { readConfig } from '../../../src/platform/config/config.js';
import { projectRoot } from '../../../src/platform/config/project-root.js';
import { migrate } from '../../../src/platform/database/migrate.js';
import { freePort } from '../../../src/platform/process/free-port.js';

/** An API process over a database with many keys. */
export interface KeySite {
  origin: string;
  /** A server key in use, and one that was revoked. */
  keys: { good: string; revoked: string };
  close(): Promise<void>;
}

export async function openKeySite(keys: number): Promise<KeySite> {
  const folder = mkdtempSync(join(tmpdir(), 'partner-events-bench-'));
  const database = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: () => {} });
  const port = await freePort();
  const environment = {
    DATABASE_URL: database.url,
    LOG_LEVEL: 'warn',
    PORT: `${port}`,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  };
  const ctx = createContext(readConfig(environment), { name: 'bench' });
  await migrate(ctx.sql);
  const company = await createCompany(ctx, { name: 'Bench' });
  const make = () => createKey(ctx, { companyId: company.id, kind: 'server', rateLimit: 1_000_000 });
  const [good, revoked] = [await make(), await make()];
  await revokeKey(ctx, { companyId: company.id, keyId: revoked.id });
  await ctx.sql`
    INSERT INTO api_keys (id, company_id, kind, hash, last_four, ref, created_at)
    SELECT 'key_bench' || n, ${company.id}, 'server', sha256(('bench ' || n)::bytea), 'aaaa', 'bench' || n, ${ctx.clock.now()}
      FROM generate_series(1, ${keys}::int) n`;
  await ctx.sql`VACUUM ANALYZE api_keys`;
  await closeContext(ctx);
  const api = await startChild({
    name: 'API',
    file: process.execPath,
    args: [join(projectRoot(), 'dist/api/server.js')],
    env: { ...process.env, ...environment },
    logFile: join(folder, 'api.log'),
    channel: true,
  });
  await Promise.race([api.ready, api.ended.then((how) => Promise.reject(new Error(`the API ${how}:\n${api.tail()}`)))]);
  return {
    origin: `http://127.0.0.1:${port}`,
    keys: { good: good.key, revoked: revoked.key },
    async close() {
      await stopAllChildren();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
