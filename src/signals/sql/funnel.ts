import type { Id } from '../../core/ids.js';
import { isTime, type ReportBy } from '../../core/reports.js';
import { keyOf } from '../../earnings/sql/earnings-groups.js';
import { earningsMade } from '../../earnings/sql/earnings-list.js';
import { type CompanyDays, salesMade } from '../../earnings/sql/sales.js';
import { ordersPlaced } from '../../orders/sql/order-list.js';
import type { Fragment, Queryable } from '../../platform/database/database.js';
import { fragmentOf } from '../../platform/database/fragment.js';
import { firstNumber, firstValue } from '../../platform/database/rows.js';
import { columnOf, FUNNEL_STEPS, type FunnelStep, wholeMonths } from '../rules/funnel.js';

/** Days in UTC, both included; an absent filter narrows nothing. */
export interface FunnelFilter extends CompanyDays {
  eventId?: Id<'event'>;
  subId?: string;
  /** Only click ids that begin with this text; empty: all click ids. Facts without a click id are left out. */
  subIdPrefix?: string;
  /** The event's country, in two letters. */
  country?: string;
}

/** What happened on a day or in a month, with an event, in a country or under a click id. */
export interface FunnelRow extends Record<FunnelStep, number> {
  /** The day, the month, the event's id, the country or the click id; null: none of them. */
  key: string | null;
  name: string | null;
  /** By currency, in minor units. */
  earned: Record<string, number> | null;
  /** What buyers paid for all sales, by its currency, in minor units. */
  paid: Record<string, { sales: number; minor: number }> | null;
}

/** Whether the filter asks for facts with a click id alone. Signals carry none. */
const isMarked = ({ subId, subIdPrefix }: FunnelFilter) => subId !== undefined || subIdPrefix !== undefined;

/** The columns of `FUNNEL_STEPS`, and their sums. */
const STEPS = fragmentOf(FUNNEL_STEPS.map(columnOf).join(', '));
const SUMS = fragmentOf(
  FUNNEL_STEPS.map(columnOf)
    .map((step) => `sum(${step})::bigint AS ${step}`)
    .join(', '),
);

/** The rest of a fact about signals. */
const noOrders = (db: Queryable): Fragment =>
  db`0 AS holds, 0 AS sales, 0 AS api_orders, 0 AS api_sales, NULL::text AS currency, 0 AS minor, 0 AS paid`;

function ofSubId(db: Queryable, { subId, subIdPrefix }: FunnelFilter): Fragment {
  if (subId !== undefined) return db`AND sub_id = ${subId}`;
  if (subIdPrefix === undefined) return db``;
  return subIdPrefix === '' ? db`AND sub_id IS NOT NULL` : db`AND sub_id ^@ ${subIdPrefix}`;
}

function narrowed(db: Queryable, { eventId, country }: FunnelFilter): Fragment {
  return db`${eventId === undefined ? db`` : db`AND event_id = ${eventId}`}
    ${country === undefined ? db`` : db`AND event_id IN (SELECT id FROM events WHERE country = ${country})`}`;
}

/** The daily counts of the company's keys. The keys are an array, because a join would cost as much as the counts. */
function signalRows(db: Queryable, filter: FunnelFilter): Fragment {
  const { companyId, mode, from, to } = filter;
  return db`
    FROM signal_counts WHERE company_id = ${companyId} AND day BETWEEN ${from} AND ${to} AND key_id = ANY (ARRAY(
      SELECT id FROM api_keys WHERE company_id = ${companyId} AND (kind = 'test') = (${mode} = 'test'))) ${narrowed(db, filter)}`;
}

/** Signals as pages sent them, which carry no click id, and opened buy pages: of a filter for all click ids only those with one. */
function signalFacts(db: Queryable, by: ReportBy, filter: FunnelFilter): Fragment {
  const sums = isMarked(filter)
    ? db`0 AS impressions, 0 AS clicks, sum(sub_id_checkouts) AS checkouts`
    : db`sum(impressions) AS impressions, sum(clicks) AS clicks, sum(${by === 'sub_id' ? db`checkouts - sub_id_checkouts` : db`checkouts`}) AS checkouts`;
  return db`
    SELECT ${by === 'sub_id' ? db`NULL::text` : keyOf(db, by, db`day`)} AS key, ${sums}, ${noOrders(db)} ${signalRows(db, filter)}
     GROUP BY 1 UNION ALL`;
}

/** Opened buy pages by click id: whole months from the counts by month, which know no event. */
function openedBySubId(db: Queryable, filter: FunnelFilter): Fragment {
  const { companyId, mode, from, to, eventId, country } = filter;
  const on = (days: Fragment) => db`
    SELECT sub_id, checkouts FROM sub_id_counts WHERE company_id = ${companyId} AND mode = ${mode} AND ${days}
     ${ofSubId(db, filter)} ${narrowed(db, filter)}`;
  const months = eventId === undefined && country === undefined ? wholeMonths(filter) : null;
  if (!months) return on(db`day BETWEEN ${from} AND ${to}`);
  const { first, next } = months;
  return db`${on(db`day >= ${from} AND day < ${first}`)} UNION ALL ${on(db`day >= ${next} AND day <= ${to}`)} UNION ALL
    SELECT sub_id, checkouts FROM sub_id_months WHERE company_id = ${companyId} AND mode = ${mode}
       AND month >= ${first} AND month < ${next} ${ofSubId(db, filter)}`;
}

/** Buy pages that were opened with a click id. */
function subIdFacts(db: Queryable, by: ReportBy, filter: FunnelFilter): Fragment {
  const { companyId, mode, from, to } = filter;
  const rows =
    by === 'sub_id'
      ? openedBySubId(db, filter)
      : db`SELECT * FROM sub_id_counts WHERE company_id = ${companyId} AND mode = ${mode} AND day BETWEEN ${from} AND ${to}
             ${ofSubId(db, filter)} ${narrowed(db, filter)}`;
  return db`SELECT ${keyOf(db, by, db`day`)} AS key, 0 AS impressions, 0 AS clicks, sum(checkouts) AS checkouts, ${noOrders(db)}
    FROM (${rows}) AS opened GROUP BY 1 UNION ALL`;
}

/** Orders, sales and earnings as their own tables have them: exact at every moment. */
function orderFacts(db: Queryable, by: ReportBy, filter: FunnelFilter): Fragment {
  const key = keyOf(db, by);
  const where = db`WHERE true ${ofSubId(db, filter)} ${narrowed(db, filter)}`;
  return db`
    SELECT ${key}, 0, 0, 0, count(*) FILTER (WHERE source = 'buy_link'), 0, count(*) FILTER (WHERE source = 'api'), 0, NULL, 0, 0
      FROM (${ordersPlaced(db, filter)}) AS placed ${where} GROUP BY 1
    UNION ALL
    SELECT ${key}, 0, 0, 0, 0, count(*) FILTER (WHERE source = 'buy_link'), 0, count(*) FILTER (WHERE source = 'api'),
           order_currency, 0, sum(paid_minor)
      FROM (${salesMade(db, filter)}) AS sold ${where} GROUP BY 1, order_currency
    UNION ALL
    SELECT ${key}, 0, 0, 0, 0, 0, 0, 0, currency, sum(commission_minor), 0
      FROM (${earningsMade(db, filter)}) AS earned ${where} GROUP BY 1, currency`;
}

function factsOf(db: Queryable, by: ReportBy, filter: FunnelFilter): Fragment {
  const ofAll = filter.subId === undefined && !filter.subIdPrefix;
  const fromSignals = by === 'sub_id' ? !isMarked(filter) : ofAll;
  const signals = fromSignals ? signalFacts(db, by, filter) : db``;
  const subIds = by === 'sub_id' || !fromSignals ? subIdFacts(db, by, filter) : db``;
  return db`${signals} ${subIds} ${orderFacts(db, by, filter)}`;
}

/** The rows of a funnel: days and months newest first, of everything else first what sold most. @param limit null: all. */
export async function funnelRows(
  db: Queryable,
  by: ReportBy,
  filter: FunnelFilter,
  limit: number | null,
): Promise<FunnelRow[]> {
  return db<FunnelRow[]>`
    WITH facts AS (${factsOf(db, by, filter)}), by_currency AS (
      SELECT ${by === 'country' ? db`e.country` : db`f.key`} AS key, f.currency, ${SUMS}, sum(minor)::bigint AS minor, sum(paid)::bigint AS paid
        FROM facts f ${by === 'country' ? db`LEFT JOIN events e ON e.id = f.key` : db``} GROUP BY 1, 2
    ), rows AS (
      SELECT key, ${SUMS},
             jsonb_object_agg(currency, minor) FILTER (WHERE currency IS NOT NULL AND minor <> 0) AS earned,
             jsonb_object_agg(currency, jsonb_build_object('sales', sales + api_sales, 'minor', paid)) FILTER (WHERE sales + api_sales > 0) AS paid
        FROM by_currency GROUP BY key
    )
    SELECT ${by === 'month' ? db`to_char(key, 'YYYY-MM')` : db`key::text`} AS key, ${by === 'event' ? db`e.name` : db`NULL`} AS name, ${STEPS}, earned, paid
      FROM rows ${by === 'event' ? db`LEFT JOIN events e ON e.id = key` : db``}
     WHERE (${STEPS}) <> (0, 0, 0, 0, 0, 0, 0) OR earned IS NOT NULL
     ORDER BY ${isTime(by) ? db`rows.key DESC` : db`sales + api_sales DESC, checkouts DESC, clicks DESC, impressions DESC, rows.key`}
     LIMIT ${limit}`;
}

/** The name of the event that a filter narrows to; null: none, or there is no such event. */
export async function findEventName(db: Queryable, { eventId }: FunnelFilter): Promise<string | null> {
  if (eventId === undefined) return null;
  return firstValue(db<{ name: string }[]>`SELECT name FROM events WHERE id = ${eventId}`);
}

/** Opened buy links whose `sub_id` was not valid, whatever the filter says of click ids. */
export function countDroppedSubIds(db: Queryable, filter: FunnelFilter): Promise<number> {
  return firstNumber(db<{ dropped: number }[]>`
    SELECT coalesce(sum(dropped_sub_ids), 0)::bigint AS dropped ${signalRows(db, filter)} AND dropped_sub_ids > 0`);
}
