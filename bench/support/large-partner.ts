import type { Context } from '../../src/platform/context/context.js';
import { keepDayPartitions } from '../../src/platform/database/day-partitions.js';
import type { OrderShop } from './order-shop.js';

/** What a large partner's pages are read over. */
export interface PartnerSizes {
  /** In each month of a year; one of ten is an opened link. */
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
    INSERT INTO orders (id, company_id, key_id, mode, source, event_id, ticket_type_id, quantity, unit_price_minor, unit_total_minor, total_minor,
      currency, status, sub_id, checkout_token, expires_at, hold_until, paid_at, closed_at, created_at)
    SELECT 'ord_' || i, ${companyId}, ${keyId}, 'live', CASE WHEN i % 10 = 0 THEN 'api' ELSE 'buy_link' END, 'evt_' || 1 + i % ${EVENTS}::int,
      'tkt_' || 1 + i % ${EVENTS}::int, 1, 1000, 1250, 1250, 'EUR', CASE WHEN i % 3 = 0 THEN 'paid' ELSE 'expired' END,
      CASE WHEN i % 4 > 0 THEN 'sub-' || i % ${SUB_IDS}::int END, 'token-' || i, at, at, CASE WHEN i % 3 = 0 THEN at END, at, at
    FROM generate_series(1, ${holds}::int) AS i, LATERAL (SELECT now() - (${holds}::int - i) * interval '${ctx.sql.unsafe(String(DAYS))} days' / ${holds}::int AS at) AS t`;
  await ctx.sql`
    INSERT INTO sales (id, order_id, company_id, key_id, mode, event_id, sub_id, quantity, unit_price_minor, paid_minor, order_currency, rewarded_quantity,
      commission_minor, currency, budgeted, created_at)
    SELECT 'sale_' || id, id, company_id, key_id, mode, event_id, sub_id, 1, 1000, 1250, 'EUR', 1, 100, 'EUR', false, created_at
    FROM orders WHERE company_id = ${companyId} AND status = 'paid'`;
  await ctx.sql`
    INSERT INTO earnings (id, sale_id, kind, company_id, key_id, mode, event_id, sub_id, currency, commission_minor, transaction_minor,
      remaining_minor, status, ready_at, created_at, changed_at)
    SELECT 'ern_' || id, id, 'sale', company_id, key_id, mode, event_id, sub_id, currency, commission_minor, 1000, 1000,
      CASE WHEN created_at > now() - interval '60 days' THEN 'ready' ELSE 'paid' END, created_at, created_at, created_at
    FROM sales WHERE company_id = ${companyId}`;
  await ctx.sql`VACUUM ANALYZE orders, sales, earnings, signals, signal_counts, sub_id_counts, events`;
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
    INSERT INTO signal_counts (key_id, day, event_id, company_id, impressions, shown, views, clicks, checkouts)
    SELECT ${keyId}, day, 'evt_' || 1 + e, ${companyId}, ${each} * 0.5, ${each} * 10, ${each} * 0.25, ${each} * 0.15, ${each} * 0.1
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
}
