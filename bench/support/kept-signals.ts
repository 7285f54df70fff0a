import { createKey } from '../../src/access/create-key.js';
import { createCompany } from '../../src/companies/create-company.js';
import { DAY, dayOf, HOUR } from '../../src/core/time.js';
import type { Context } from '../../src/platform/context/context.js';
import type { Queryable } from '../../src/platform/database/database.js';
import { keepDayPartitions } from '../../src/platform/database/day-partitions.js';
import { COUNTS_KEPT_DAYS, KEPT_DAYS } from '../../src/signals/delete-old-signals.js';
import { readFunnel } from '../../src/signals/funnel.js';
import { addSignals, deleteOldCounts, deleteSeenSignals } from '../../src/signals/sql/signals.js';
import { statsByDay } from '../../src/signals/sql/stats.js';
import { openingsNear } from '../../src/signals/sql/unsold.js';
import { readUnsold } from '../../src/signals/unsold.js';
import { fillMonths } from './large-partner.js';
import {
  ago,
  fillTables,
  inDatabase,
  once,
  type Question,
  type RowsToMake,
  type TwoDatabases,
  takenBack,
} from './two-databases.js';

const PART = 500_000;
const EVENTS = 20_000;
/** For the partner in both databases: signals in 35 days, every tenth an opened link, and rows of counts in each day. */
const OWN = { signals: 20_000, counted: 100, marked: 30 };
const OTHERS = 20;
/** How many events have counts on a day. */
const DAILY = 500;
/** Rows that are deleted at once; a sweep deletes ten thousand. */
const OLD = 500;

export interface Partner {
  companyId: string;
  keyId: string;
}

/** One partner with the same signals in both databases, and `count` of others in one, with a twentieth as many rows of counts and a fiftieth by click id. */
export async function fillSignals(both: TwoDatabases, count: number): Promise<Map<Context, Partner>> {
  const { few, many, filling } = both;
  for (const ctx of [few, many]) {
    await once(ctx.sql, 'partner', () => addPartner(ctx));
    await once(ctx.sql, 'own', addOwn);
  }
  await once(many.sql, 'others', () => addOtherPartners(many));
  await fillTables(both, ['signals'], { rows: count, part: 2 * PART }, (tx, first, last) =>
    addOthers(tx, { first, last, of: count }),
  );
  const seen = Math.ceil((count / KEPT_DAYS) * 2);
  await fillTables(both, ['signals_seen'], { rows: seen, part: PART }, (tx, first, last) =>
    addSeen(tx, { first, last, of: seen }),
  );
  const counts = Math.ceil(count / 20);
  await fillTables(
    both,
    ['signal_counts'],
    { rows: counts, part: PART },
    (tx, first, last) =>
      tx`
      INSERT INTO signal_counts (key_id, day, event_id, company_id, impressions, shown, views, clicks, checkouts)
      SELECT o.key_id, current_date - 700 + (n / ${DAILY}::int) % 700, 'evt_' || lpad((n % ${DAILY}::int)::text, 20, '0'), o.company_id, 20, 200, 10, 5, 1
        FROM generate_series(${first}::int, ${last}::int) AS n JOIN others o ON o.nth = n / ${DAILY}::int / 700 % ${OTHERS}::int`,
  );
  const marked = Math.ceil(count / 50);
  await fillTables(
    both,
    ['sub_id_counts'],
    { rows: marked, part: PART },
    (tx, first, last) =>
      tx`
      INSERT INTO sub_id_counts (company_id, mode, day, sub_id, event_id, checkouts)
      SELECT o.company_id, 'live', current_date - 1 - (n / 1000) % 700, 'sub-' || n, 'evt_' || lpad((n % ${EVENTS}::int)::text, 20, '0'), 2
        FROM generate_series(${first}::int, ${last}::int) AS n JOIN others o ON o.nth = n % ${OTHERS}::int`,
  );
  const found = new Map<Context, Partner>();
  for (const ctx of [few, many]) {
    await once(ctx.sql, 'months', fillMonths);
    await ctx.sql`ANALYZE events, signal_counts, sub_id_counts, sub_id_months, signals_seen`;
    const [own] = await ctx.sql<Partner[]>`
      SELECT k.id AS key_id, company_id FROM api_keys k JOIN companies c ON c.id = k.company_id WHERE c.name = 'Own'`;
    if (own) found.set(ctx, own);
  }
  await few.sql`ANALYZE signals`;
  await filling`ANALYZE signals`;
  return found;
}

async function addOtherPartners(ctx: Context): Promise<void> {
  for (let n = 0; n < OTHERS; n += 1) {
    const { id: companyId } = await createCompany(ctx, { name: `Other ${n}` });
    await createKey(ctx, { companyId, kind: 'website', domains: ['shop.example'] });
  }
  await ctx.sql`
    CREATE TABLE others AS
      SELECT row_number() OVER (ORDER BY id) - 1 AS nth, id AS key_id, company_id FROM api_keys
       WHERE company_id <> (SELECT id FROM companies WHERE name = 'Own')`;
}

async function addPartner(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const { id: companyId } = await createCompany(ctx, { name: 'Own' });
  await createKey(ctx, { companyId, kind: 'website', domains: ['shop.example'] });
  await ctx.sql`INSERT INTO organizers (id, source, created_at) VALUES ('org_bench', 'bench', ${now})`;
  await ctx.sql`
    INSERT INTO events (id, organizer_id, external_id, name, status, date, country, created_at)
    SELECT 'evt_' || lpad(i::text, 20, '0'), 'org_bench', i, 'Concert', 'scheduled', ${now}::date, 'DE', ${now} FROM generate_series(0, ${EVENTS - 1}::int) i`;
  const days = (count: number) => new Date(now.getTime() + count * DAY);
  await keepDayPartitions(ctx.sql, 'signals', { from: days(-KEPT_DAYS - 1), until: days(2) });
}

async function addOwn(sql: Queryable): Promise<void> {
  const own = sql`SELECT id AS key_id, company_id FROM api_keys`;
  await sql`
    INSERT INTO signals (at, company_id, key_id, type, event_id, sub_id, obstacle)
    SELECT now() - i * interval '35 days' / ${OWN.signals}::int, company_id, key_id, CASE WHEN i % 10 = 0 THEN 'checkout' ELSE 'event_view' END,
           'evt_' || lpad(((i / 10) % 100)::text, 20, '0'), CASE WHEN i % 10 = 0 THEN 'sub-' || (i / 10) % 50 END, CASE WHEN i % 70 = 0 THEN 'sold_out' END
      FROM generate_series(1, ${OWN.signals}::int) AS i, (${own}) AS own`;
  await sql`
    INSERT INTO signal_counts (key_id, day, event_id, company_id, impressions, shown, views, clicks, checkouts)
    SELECT key_id, current_date - day, 'evt_' || lpad(e::text, 20, '0'), company_id, 20, 200, 10, 5, 1
      FROM generate_series(0, 364) AS day, generate_series(1, ${OWN.counted}::int) AS e, (${own}) AS own`;
  await sql`
    INSERT INTO sub_id_counts (company_id, mode, day, sub_id, event_id, checkouts)
    SELECT company_id, 'live', current_date - day, 'sub-' || s, 'evt_' || lpad(s::text, 20, '0'), 2
      FROM generate_series(0, 364) AS day, generate_series(1, ${OWN.marked}::int) AS s, (${own}) AS own`;
  await addSeen(sql, { first: 1, last: OLD, of: OLD });
}

async function addOthers(tx: Queryable, { first, last, of }: RowsToMake): Promise<void> {
  // The oldest first, as they came.
  await tx`
    INSERT INTO signals (at, company_id, key_id, type, event_id, sub_id)
    SELECT now() - (1 - n::float8 / ${of}::int) * interval '35 days', o.company_id, o.key_id, CASE WHEN n % 10 = 0 THEN 'checkout' ELSE 'event_view' END,
           'evt_' || lpad((n % ${EVENTS}::int)::text, 20, '0'), CASE WHEN n % 20 = 0 THEN 'sub-' || n % 5000 END
      FROM generate_series(${first}::int, ${last}::int) AS n JOIN others o ON o.nth = n / 10 % ${OTHERS}::int`;
}

/** Page loads of two days, and some that are older. */
async function addSeen(sql: Queryable, { first, last, of }: RowsToMake): Promise<void> {
  await sql`
    INSERT INTO signals_seen (digest, seen_at)
    SELECT md5('seen' || n || ${of}::int)::uuid,
           CASE WHEN n <= ${OLD}::int THEN now() - interval '49 hours' ELSE now() - (1 - n::float8 / ${of}::int) * interval '48 hours' END
      FROM generate_series(${first}::int, ${last}::int) AS n`;
}

/** The queries of the dashboard, of pages with signals and of workers over signals and their counts. */
export function questionsOfSignals(found: ReadonlyMap<Context, Partner>): Record<string, Question> {
  const of = (ctx: Context) => ({ companyId: inDatabase(found, ctx).companyId, mode: 'live' as const });
  const year = (ctx: Context) => ({ from: dayOf(ago(ctx, 364 * DAY)), to: dayOf(ctx.clock.now()) });
  const money = { money: true };
  return {
    '100 signals, counted and kept': takenBack(async (ctx, tx) => {
      const at = ctx.clock.now();
      const signals = Array.from({ length: 100 }, (_, n) => ({
        ...{
          ...inDatabase(found, ctx),
          type: 'event_view' as const,
          at,
          shown: 0,
        },
        eventId: `evt_${String(n).padStart(20, '0')}`,
        digest: n.toString(16).padStart(32, '0'),
      }));
      await addSignals(tx, signals, at);
    }),
    'the funnel of 30 days, by day': (ctx) => readFunnel(ctx, of(ctx), { by: 'day', ...money }),
    '… by event': (ctx) => readFunnel(ctx, of(ctx), { by: 'event', ...money }),
    'the funnel of a year, by day': (ctx) => readFunnel(ctx, { ...of(ctx), ...year(ctx) }, { by: 'day', ...money }),
    '… by sub_id': (ctx) => readFunnel(ctx, { ...of(ctx), ...year(ctx) }, { by: 'sub_id', ...money }),
    '… of a sub_id': (ctx) => readFunnel(ctx, { ...of(ctx), ...year(ctx), subId: 'sub-7' }, { by: 'day', ...money }),
    'links without a sale, 35 days': (ctx) => readUnsold(ctx, of(ctx)),
    'opened links near an instant': (ctx) => {
      const near = { at: ago(ctx, 5 * DAY), from: ago(ctx, 6 * DAY), to: ago(ctx, 4 * DAY) };
      const eventId = `evt_${'7'.padStart(20, '0')}`;
      return openingsNear(ctx.sql, { ...of(ctx), eventId, subId: 'sub-7', ...near }, 20);
    },
    'statistics of a year': (ctx) => statsByDay(ctx.sql, { ...of(ctx), ...year(ctx) }),
    'sweep: 500 page loads': takenBack((ctx, tx) => deleteSeenSignals(tx, ago(ctx, 48 * HOUR), OLD)),
    'sweep: no page load': (ctx) => deleteSeenSignals(ctx.sql, ago(ctx, 100 * HOUR), OLD),
    'sweep: no old count': (ctx) => deleteOldCounts(ctx.sql, ago(ctx, COUNTS_KEPT_DAYS * DAY), OLD),
    'sweep: a day of signals': takenBack(async (ctx, tx) => {
      await tx.unsafe(`DROP TABLE signals_${dayOf(ago(ctx, KEPT_DAYS * DAY)).replaceAll('-', '')}`);
    }),
  };
}
