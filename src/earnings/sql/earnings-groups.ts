import { isTime, type ReportBy } from '../../core/reports.js';
import type { Fragment, Queryable } from '../../platform/database/database.js';
import { fragmentOf } from '../../platform/database/fragment.js';
import { type EarningsFilter, where } from './earnings-list.js';

/** Sums of a currency, in minor units. */
export interface EarningsSums {
  currency: string;
  /** Without sales that were reversed before they counted. */
  sales: number;
  /** All sales, and sales that were reversed as a whole. */
  sold: number;
  reversedSales: number;
  /** The amount in the ledger: a sale that was reversed before it was paid counts zero. */
  earned: number;
  /** By status, as the totals of a list. */
  pending: number;
  approved: number;
  ready: number;
  paid: number;
  reversed: number;
}

/** The earnings of a day, a month, an event, a click id or a country, in a currency. */
export interface EarningsGroup extends EarningsSums {
  /** Null: earnings without an event, a country or a click id. */
  key: string | null;
  /** The name of an event. */
  name: string | null;
}

const SUMS = fragmentOf(
  ['sales', 'sold', 'reversed_sales', 'earned', 'pending', 'approved', 'ready', 'paid', 'reversed']
    .map((name) => `sum(k.${name})::bigint AS ${name}`)
    .join(', '),
);

/** Where a row belongs in a report, before countries are looked up. */
export function keyOf(db: Queryable, by: ReportBy, day = db`(created_at AT TIME ZONE 'UTC')::date`): Fragment {
  if (by === 'day') return day;
  if (by === 'month') return db`date_trunc('month', ${day}::timestamp)::date`;
  return by === 'sub_id' ? db`sub_id` : db`nullif(event_id, '')`;
}

/** How a key is shown; events are grouped by their country last. */
function shownKey(db: Queryable, by: ReportBy): Fragment {
  if (by === 'day') return db`key::text`;
  if (by === 'month') return db`to_char(key, 'YYYY-MM')`;
  return by === 'country' ? db`e.country` : db`key`;
}

/**
 * Sums of the earnings that match, days and months newest first, of everything else first what sold most; only groups with
 * earnings.
 *
 * @param limit null: all.
 */
export async function groupEarnings(
  db: Queryable,
  by: ReportBy,
  filter: EarningsFilter,
  limit: number | null,
): Promise<EarningsGroup[]> {
  const minor = (condition: Fragment) => db`coalesce(sum(commission_minor) FILTER (WHERE ${condition}), 0)`;
  const named = by === 'event' || by === 'country';
  return db<EarningsGroup[]>`
    WITH keyed AS (
      SELECT ${keyOf(db, by)} AS key, currency, count(*) FILTER (WHERE kind = 'sale' AND settles) AS sales,
        count(*) FILTER (WHERE kind = 'sale') AS sold, count(*) FILTER (WHERE kind = 'sale' AND remaining_minor = 0) AS reversed_sales,
        ${minor(db`settles`)} AS earned, ${minor(db`status = 'pending'`)} AS pending, ${minor(db`status = 'approved'`)} AS approved,
        ${minor(db`status = 'ready'`)} AS ready, ${minor(db`status = 'paid'`)} AS paid, ${minor(db`status = 'reversed'`)} AS reversed
      FROM earnings WHERE ${where(db, filter)} GROUP BY 1, 2
    )
    SELECT ${shownKey(db, by)} AS key, ${by === 'event' ? db`e.name` : db`NULL::text`} AS name, k.currency,
      ${SUMS}
    FROM keyed k ${named ? db`LEFT JOIN events e ON e.id = k.key` : db``} GROUP BY 1, 2, 3
    ORDER BY ${isTime(by) ? db`1 DESC` : db`sum(k.sales) DESC, 1`}, k.currency LIMIT ${limit}`;
}
