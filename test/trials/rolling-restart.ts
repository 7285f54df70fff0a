import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKey } from '../../src/access/create-key.js';
import { generateEvents } from '../../src/catalogue/generate-events.js';
import { createCompany } from '../../src/companies/create-company.js';
import { closeContext, createContext } from '../../src/context/create-context.js';
import { startEmbeddedPostgres } from '../../src/embedded/postgres.js';
import { readConfig } from '../../src/platform/config/config.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import type { Context } from '../../src/platform/context/context.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { startRollingLoad } from '../support/system/rolling-load.js';
import { openRollingSite } from '../support/system/rolling-site.js';

/**
 * Restarts two API processes behind a real nginx, one after the other and again, under a constant load of reads and
 * orders, and counts the calls that fail:
 * `npm run trial -- rolling-restart [calls] [path of an nginx configuration]`.
 */
const CALLS = Number(process.argv[2] ?? 3_000);
const CONF = process.argv[3] ?? join(projectRoot(), 'deploy/nginx.conf');
const CALLS_PER_SECOND = 150;
/** Each API twice at least, however few the calls. */
const MIN_RESTARTS = 4;
const CAPACITY = 1_000_000;

async function run(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'partner-events-rolling-'));
  const database = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: () => {} });
  const env = {
    DATABASE_URL: database.url,
    PAYMENTS: 'simulated',
    LOG_LEVEL: 'warn',
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  };
  const ctx = createContext(readConfig(env), { name: 'bench' });
  try {
    await migrate(ctx.sql);
    const { key, order } = await openShop(ctx);
    const program = [join(projectRoot(), 'dist/api/server.js')];
    const site = await openRollingSite({ conf: CONF, program, env, folder });
    try {
      const paths = ['/v1/events?limit=20', '/v1/categories', `/v1/events/${order.event_id}`];
      const load = startRollingLoad({ origin: site.origin, key, paths, order, callsPerSecond: CALLS_PER_SECOND });
      const from = performance.now();
      let restarts = 0;
      while (restarts < MIN_RESTARTS || load.counts.reads + load.counts.orders < CALLS) {
        await site.restart(restarts % 2);
        restarts += 1;
      }
      const seconds = (performance.now() - from) / 1_000;
      const { reads, orders, failures, slowest } = await load.stop();
      const [row] = await ctx.sql<{ count: number }[]>`SELECT count(*)::int AS count FROM orders`;
      const stored = row?.count ?? 0;
      console.log(
        `${reads + orders} calls (${reads} reads, ${orders} orders) over ${restarts} restarts in ${seconds.toFixed(0)} s: ` +
          `${failures.length} failed; slowest ${slowest.toFixed(0)} ms; ${stored} orders in the database`,
      );
      for (const [failure, times] of tally(failures)) console.log(`  ${times} × ${failure}`);
      return failures.length === 0 && stored === orders ? 0 : 1;
    } finally {
      await site.close();
    }
  } finally {
    await closeContext(ctx);
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A catalogue to read, and one event of it with tickets for every order. */
async function openShop(ctx: Context) {
  await generateEvents(ctx, { events: 1_000, seed: 1, organizer: { source: 'rolling' } });
  const { id: companyId } = await createCompany(ctx, { name: 'Rolling' });
  const { key } = await createKey(ctx, {
    companyId,
    kind: 'server',
    capabilities: ['EMBEDDED_CHECKOUT'],
    rateLimit: 1_000_000,
  });
  const [ticket] = await ctx.sql<{ eventId: string; ticketTypeId: string }[]>`
    UPDATE ticket_types SET capacity = ${CAPACITY}, sales_from = NULL, sales_until = NULL
    WHERE id = (
      SELECT t.id FROM ticket_types t JOIN event_listings l ON l.event_id = t.event_id
      WHERE l.upcoming AND t.total_minor > 0 ORDER BY l.sort_at DESC LIMIT 1
    )
    RETURNING event_id, id AS ticket_type_id`;
  if (!ticket) throw new Error('the catalogue has no event with tickets');
  return { key, order: { event_id: ticket.eventId, ticket_type_id: ticket.ticketTypeId } };
}

function tally(failures: readonly string[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const failure of failures) {
    const first = failure.replaceAll(/\s+/g, ' ').slice(0, 120);
    times.set(first, (times.get(first) ?? 0) + 1);
  }
  return times;
}

run().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
