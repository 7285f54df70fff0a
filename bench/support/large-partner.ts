import type { Context } from '../../src/platform/context/context.js';
import type { Queryable } from '../../src/platform/database/database.js';
import { keepDayPartitions } from '../../src/platform/database/day-partitions.js';
import type { OrderShop } from './order-shop.js';

/** The data of a large partner's pages. */
export interface PartnerSizes {
  /** In each month of a year; every tenth is an opened link. */
  signals: number;
  /** In a year, of three times as many holds. */
  sales: number;
}

/** Events on which something happens on a day, and click ids that are used. */
const EVENTS = 500;
const SUB_IDS = 2_000;
const DAYS = 365;

const YEAR = `generate_series(current_date - ${DAYS - 1}, current_date, '1 day') AS day`;

/** A year of signals, orders, sales and earnings of the shop's company, as its tables would have them. */
export async function fillPartner(shop: OrderShop, { signals, sales }: PartnerSizes): Promise<void> {
  const { ctx, companyId, keyId } = shop;
  await ctx.sql`UPDATE events SET country = (ARRAY['DE', 'FR', 'NZ', 'PT', NULL])[1 + length(name || id) % 5]`;
  await fillSignals(ctx, { companyId, keyId, signals });
  const holds = sales * 3;
  await ctx.sql`
    INSERT INTO order_lines (order_id, position, ticket_type_id, quantity, unit_price_minor, unit_total_minor)
    SELECT 'ord_' || i, 1, 'tkt_' || 1 + i % ${EVENTS}::int, 1, 1000, 1250 FROM generate_series(1, ${holds}::int) AS i`;
  await ctx.sql`
    INSERT INTO orders (id, company_id, key_id, mode, source, event_id, quantity, total_minor,
      currency, status, sub_id, checkout_token, expires_at, hold_until, paid_at, closed_at, created_at)
    SELECT 'ord_' || i, ${companyId}, ${keyId}, 'live', CASE WHEN i % 10 = 0 THEN 'api' ELSE 'buy_link' END, 'evt_' || 1 + i % ${EVENTS}::int,
      1, 1250, 'EUR', CASE WHEN i % 3 = 0 THEN 'paid' ELSE 'expired' END,
      CASE WHEN i % 4 > 0 THEN 'sub-' || i % ${SUB_IDS}::int END, 'token-' || i, at, at, CASE WHEN i % 3 = 0 THEN at END, at, at
    FROM generate_series(1, ${holds}::int) AS i, LATERAL (SELECT now() - (${holds}::int - i) * interval '${ctx.sql.unsafe(String(DAYS))} days' / ${holds}::int AS at) AS t`;
  await ctx.sql`
    INSERT INTO sales (id, order_id, company_id, key_id, mode, source, event_id, sub_id, quantity, price_minor, paid_minor, order_currency, rewarded_quantity,
      commission_minor, currency, budgeted, created_at)
    SELECT 'sale_' || id, id, company_id, key_id, mode, source, event_id, sub_id, 1, 1000, 1250, 'EUR', 1, 100, 'EUR', false, created_at
    FROM orders WHERE company_id = ${companyId} AND status = 'paid'`;
  await ctx.sql`
    INSERT INTO earnings (id, sale_id, kind, company_id, key_id, mode, event_id, order_id, sub_id, currency, commission_minor, transaction_minor,
      remaining_minor, status, ready_at, created_at, changed_at)
    SELECT 'ern_' || id, id, 'sale', company_id, key_id, mode, event_id, order_id, sub_id, currency, commission_minor, 1000, 1000,
      CASE WHEN created_at > now() - interval '60 days' THEN 'ready' ELSE 'paid' END, created_at, created_at, created_at
    FROM sales WHERE company_id = ${companyId}`;
  await fillStatements(ctx, companyId);
  await ctx.sql`VACUUM ANALYZE settlements, settlement_lines`;
  await ctx.sql`VACUUM ANALYZE orders, sales, earnings, signals, signal_counts, sub_id_counts, sub_id_months, events`;
}

/** Months that were settled, and the lines of the newest of them. */
const MONTHS = 24;
const NEWEST_LINES = 5_000;
/** The issuer and the recipient of each statement. */
const PARTY = { name: 'Bench', address: [], tax_id: null };

/**
 * A paid statement for each of two years' months: the newest, `stm_bench1`, lists 5,000 earnings, the others share the
 * rest evenly.
 */
async function fillStatements(ctx: Context, companyId: string): Promise<void> {
  await ctx.sql`
    INSERT INTO settlement_terms (company_id, method, net_days, minimum_minor, currency, changed_at)
    VALUES (${companyId}, 'bank_transfer', 10, 5000, 'EUR', now())`;
  await ctx.sql`INSERT INTO settlement_runs (key, kind, requested_by, reason, status, started_at) VALUES ('bench', 'close', 'bench', 'bench', 'finished', now())`;
  await ctx.sql.begin(async (tx) => {
    await tx`
      CREATE TEMP TABLE listed ON COMMIT DROP AS
        SELECT id, commission_minor, transaction_minor, CASE WHEN n <= ${NEWEST_LINES}::int THEN 1 ELSE 2 + n % ${MONTHS - 1}::int END AS back
        FROM (SELECT *, row_number() OVER (ORDER BY created_at DESC) AS n FROM earnings WHERE company_id = ${companyId} AND status = 'paid') AS paid`;
    await tx`
      INSERT INTO settlements (id, company_id, currency, month, version, run_id, period_start, period_end, due_on, amount_minor, lines, status, method,
        payment_reference, issued_at, paid_at, lines_paid_at, changed_at, totals, issuer, recipient)
      SELECT 'stm_bench' || back, ${companyId}, 'EUR', to_char(start, 'YYYY-MM'), 1, (SELECT max(id) FROM settlement_runs), start,
        start + interval '1 month', start + interval '41 days', sum(commission_minor), count(*), 'paid', 'bank_transfer', 'PAY-' || back, now(), now(), now(), now(),
        jsonb_build_object('sale', sum(commission_minor), 'refund', 0, 'adjustment', 0), ${tx.json(PARTY)}, ${tx.json(PARTY)}
      FROM listed, LATERAL (SELECT date_trunc('month', now()) - back * interval '1 month' AS start) AS month GROUP BY back, start ORDER BY back DESC`;
    await tx`
      INSERT INTO settlement_lines (settlement_id, earning_id, commission_minor, transaction_minor, live)
      SELECT 'stm_bench' || back, id, commission_minor, transaction_minor, true FROM listed`;
    await tx`UPDATE earnings e SET settlement_id = 'stm_bench' || back FROM listed WHERE listed.id = e.id`;
  });
}

interface SignalSizes {
  companyId: string;
  keyId: string;
  signals: number;
}

async function fillSignals(ctx: Context, { companyId, keyId, signals }: SignalSizes): Promise<void> {
  const now = ctx.clock.now().getTime();
  const days = (count: number) => new Date(now + count * 86_400_000);
  await keepDayPartitions(ctx.sql, 'signals', { from: days(-36), until: days(7) });
  const daily = Math.round((signals * 12) / DAYS);
  const each = Math.max(1, Math.round(daily / EVENTS));
  await ctx.sql`
    INSERT INTO signal_counts (key_id, day, event_id, company_id, impressions, shown, views, clicks, checkouts, sub_id_checkouts)
    SELECT ${keyId}, day, 'evt_' || 1 + e, ${companyId}, ${each} * 0.5, ${each} * 10, ${each} * 0.25, ${each} * 0.15, ${each} * 0.1, ${each} * 0.075
    FROM ${ctx.sql.unsafe(YEAR)}, generate_series(0, ${EVENTS - 1}::int) AS e`;
  const marked = Math.round((daily / 10) * 0.75);
  // Day by day: a statement of the whole year would meet the limit of all statements.
  for (let back = 0; back < DAYS; back += 1) {
    await ctx.sql`
      INSERT INTO sub_id_counts (company_id, mode, day, sub_id, event_id, checkouts)
      SELECT ${companyId}, 'live', current_date - ${back}::int, 'sub-' || n % ${SUB_IDS}::int, 'evt_' || 1 + n * 7 % ${EVENTS}::int, count(*)
      FROM generate_series(1, ${marked}::int) AS n GROUP BY 1, 2, 3, 4, 5`;
    if (back >= 35) continue;
    await ctx.sql`
      INSERT INTO signals (at, company_id, key_id, type, event_id, sub_id, obstacle)
      SELECT now() - ${back}::int * interval '1 day' - i * interval '1 day' / ${daily}::int, ${companyId}, ${keyId},
        CASE WHEN i % 10 = 0 THEN 'checkout' ELSE 'event_view' END, 'evt_' || 1 + (i / 10) % ${EVENTS}::int,
        CASE WHEN i % 40 > 0 AND i % 10 = 0 THEN 'sub-' || (i / 10) % ${SUB_IDS}::int END, CASE WHEN i % 70 = 0 THEN 'sold_out' END
      FROM generate_series(1, ${daily}::int) AS i`;
  }
  await fillMonths(ctx.sql);
}

/** The counts by month of the counts by day. */
export async function fillMonths(sql: Queryable): Promise<void> {
  await sql`
    INSERT INTO sub_id_months (company_id, mode, month, sub_id, checkouts)
    SELECT company_id, mode, date_trunc('month', day)::date, sub_id, sum(checkouts) FROM sub_id_counts GROUP BY 1, 2, 3, 4`;
}
