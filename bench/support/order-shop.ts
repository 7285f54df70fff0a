import { createKey } from '../../src/access/create-key.js';
import { createCompany } from '../../src/companies/create-company.js';
import { addWebhook } from '../../src/deliveries/endpoints/add-endpoint.js';
import { removeEndpoint } from '../../src/deliveries/endpoints/switch-endpoint.js';
import type { Child } from '../../src/embedded/processes.js';
import type { Context } from '../../src/platform/context/context.js';
import { openPlatform } from './platform.js';

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
  /** Does the work while the company has a webhook that receives order.changed. No worker runs: nothing is sent. */
  withWebhook<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** As many events as a catalogue has: among a hundred, Postgres would rather read them all than use an index. */
const EVENTS = 20_000;
/** Tickets for all, so that no run ends for want of them. */
const CAPACITY = 50_000_000;

/**
 * A database and an API process with this many connections to it, and live events with one ticket type each: `tkt_1`,
 * `tkt_2`…
 */
export async function openOrderShop(pool: number): Promise<OrderShop> {
  const platform = await openPlatform({ DATABASE_POOL: '2', PAYMENTS: 'simulated' });
  const { ctx, folder } = platform;
  const databaseUrl = platform.environment.DATABASE_URL ?? '';
  const company = await createCompany(ctx, { name: 'Bench' });
  const key = await createKey(ctx, { companyId: company.id, kind: 'server', capabilities: ['EMBEDDED_CHECKOUT'] });
  await ctx.sql`UPDATE api_keys SET rate_limit = 1000000000`;
  await fill(ctx);
  const { child: api, origin } = await platform.serveApi({ DATABASE_POOL: `${pool}` });
  return {
    ctx,
    folder,
    databaseUrl,
    api,
    origin,
    companyId: company.id,
    keyId: key.id,
    key: key.key,
    async reset() {
      await ctx.sql`TRUNCATE idempotency_keys, order_lines, outbox`;
      // The ledger that refers to orders refuses to be truncated.
      await ctx.sql`DELETE FROM orders`;
      await ctx.sql`UPDATE ticket_types SET held = 0, sold = 0 WHERE held + sold > 0`;
      await ctx.sql`VACUUM ANALYZE ticket_types, orders, events`;
      await ctx.sql`CHECKPOINT`;
    },
    async withWebhook(work) {
      const url = 'https://partner.example/orders';
      const { id } = await addWebhook(ctx, { key: key.id, url, events: ['order.changed'] });
      try {
        return await work();
      } finally {
        await removeEndpoint(ctx, id);
      }
    },
    close: platform.close,
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
