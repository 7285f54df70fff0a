import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKey } from '../../src/access/create-key.js';
import { createCompany } from '../../src/companies/create-company.js';
import { closeContext, createContext } from '../../src/context/create-context.js';
import { startEmbeddedPostgres } from '../../src/embedded/postgres.js';
import { type Child, startChild } from '../../src/embedded/processes.js';
import { readConfig } from '../../src/platform/config/config.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import type { Context } from '../../src/platform/context/context.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { freePort } from '../../src/platform/process/free-port.js';

export interface OrderShop {
  ctx: Context;
  folder: string;
  databaseUrl: string;
  /** An API process of its own, and its address. */
  api: Child;
  origin: string;
  companyId: string;
  keyId: string;
  key: string;
  /** Empties orders and stock between runs. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** As many events as a catalogue has: among a hundred, Postgres would rather read them all than use an index. */
const EVENTS = 20_000;
/** Tickets for all, so that no run ends for want of them. */
const CAPACITY = 50_000_000;

/** A separate database and API process, and live events with one ticket type each: `tkt_1`, `tkt_2`… */
export async function openOrderShop(pool: number): Promise<OrderShop> {
  const folder = mkdtempSync(join(tmpdir(), 'partner-events-bench-'));
  const database = await startEmbeddedPostgres({ dataDir: folder, log: () => {} });
  const port = await freePort();
  const environment = {
    DATABASE_URL: database.url,
    DATABASE_POOL: `${pool}`,
    PAYMENTS: 'simulated',
    LOG_LEVEL: 'warn',
    PORT: `${port}`,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  };
  const ctx = createContext(readConfig({ ...environment, DATABASE_POOL: '2' }), { name: 'bench' });
  await migrate(ctx.sql);
  const company = await createCompany(ctx, { name: 'Bench' });
  const key = await createKey(ctx, { companyId: company.id, kind: 'server', capabilities: ['EMBEDDED_CHECKOUT'] });
  await ctx.sql`UPDATE api_keys SET rate_limit = 1000000000`;
  await fill(ctx);
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
    ctx,
    folder,
    databaseUrl: database.url,
    api,
    origin: `http://127.0.0.1:${port}`,
    companyId: company.id,
    keyId: key.id,
    key: key.key,
    async reset() {
      await ctx.sql`TRUNCATE idempotency_keys, outbox`;
      // The ledger that refers to orders refuses to be truncated.
      await ctx.sql`DELETE FROM orders`;
      await ctx.sql`UPDATE ticket_types SET held = 0, sold = 0 WHERE held + sold > 0`;
      await ctx.sql`VACUUM ANALYZE ticket_types, orders, events`;
      await ctx.sql`CHECKPOINT`;
    },
    async close() {
      await api.stop();
      await closeContext(ctx);
      await database.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function fill(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const startsAt = new Date(now.getTime() + 30 * 86_400_000);
  await ctx.sql`INSERT INTO organizers (id, source, created_at) VALUES ('org_bench', 'bench', ${now})`;
  await ctx.sql`
    INSERT INTO events (id, organizer_id, external_id, name, status, starts_at, date, timezone, created_at)
    SELECT 'evt_' || i, 'org_bench', i, 'Concert', 'scheduled', ${startsAt}::timestamptz, ${startsAt}::date, 'Europe/Lisbon', ${now}
    FROM generate_series(1, ${EVENTS}::int) i`;
  await ctx.sql`
    INSERT INTO ticket_types (id, event_id, position, external_id, name, price_minor, total_minor, currency, capacity, inventory_updated_at)
    SELECT 'tkt_' || i, 'evt_' || i, 0, 'standing', 'Standing', 1000, 1250, 'EUR', ${CAPACITY}::int, ${now}
    FROM generate_series(1, ${EVENTS}::int) i`;
}
