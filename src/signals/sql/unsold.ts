import type { Id } from '../../core/ids.js';
import { rewardsOfOrders } from '../../earnings/sql/sales.js';
import { ordersThroughLinks } from '../../orders/sql/order-list.js';
import type { Queryable } from '../../platform/database/database.js';
import { fragment } from '../../platform/database/fragment.js';
import { UNSOLD_REASONS, type UnsoldReason } from '../rules/funnel.js';
import type { Obstacle } from '../rules/signal.js';
import type { FunnelFilter } from './funnel.js';

export interface UnsoldFilter extends Omit<FunnelFilter, 'from' | 'to' | 'subIdPrefix'> {
  from: Date;
  until: Date;
}

/** One opened buy page; `reason` null: it led to a sale with a reward. */
export interface OpenedRow {
  reason: UnsoldReason | null;
  /** Opened pages with the same reason. */
  total: number;
  at: Date;
  eventId: Id<'event'>;
  name: string;
  subId: string | null;
}

/** Outcomes of the orders that an opening led to; the first counts. */
const OUTCOMES = fragment`ARRAY['sold', 'refunded', 'no_reward', 'awaiting_payment', 'hold_expired']`;

/**
 * Buy pages that were opened through a company's links, by what became of them: of each reason how many, and the newest. An order belongs to the
 * last opening before it with its event and click id; without click ids, that is a guess for each, and right in sum.
 *
 * @param newest of each reason.
 */
export function openedRows(db: Queryable, filter: UnsoldFilter, newest: number): Promise<OpenedRow[]> {
  const { companyId, mode, from, until, eventId, subId, country } = filter;
  return db<OpenedRow[]>`
    WITH opened AS MATERIALIZED (
      SELECT row_number() OVER (ORDER BY at) AS n, at, event_id, coalesce(sub_id, '') COLLATE "C" AS sub_id, obstacle FROM signals
       WHERE company_id = ${companyId} AND type = 'checkout' AND at >= ${from}
         ${eventId === undefined ? db`` : db`AND event_id = ${eventId}`} ${subId === undefined ? db`` : db`AND sub_id = ${subId}`}
    ), shown AS MATERIALIZED (
      SELECT id COLLATE "C" AS event_id, name FROM events
       WHERE id = ANY (ARRAY(SELECT DISTINCT event_id COLLATE "default" FROM opened)) AND test = (${mode} = 'test')
         ${country === undefined ? db`` : db`AND country = ${country}`}
    ), ordered AS MATERIALIZED (
      SELECT o.created_at AS at, o.event_id COLLATE "C" AS event_id, coalesce(o.sub_id, '') COLLATE "C" AS sub_id,
             row_number() OVER (PARTITION BY o.event_id COLLATE "C", coalesce(o.sub_id, '') COLLATE "C" ORDER BY o.created_at) AS nth,
             CASE WHEN o.status IN ('refunded', 'awaiting_payment') THEN o.status
                  WHEN o.status IN ('expired', 'cancelled') THEN 'hold_expired'
                  WHEN coalesce(r.commission_minor, 0) = 0 THEN 'no_reward' ELSE 'sold' END AS outcome
        FROM (${ordersThroughLinks(db, { companyId, mode, from })}) o
        LEFT JOIN (${rewardsOfOrders(db, { companyId, mode, from })}) r ON r.order_id = o.id
    ), order_times AS (
      SELECT event_id, sub_id, array_agg(at ORDER BY at) AS times FROM ordered GROUP BY event_id, sub_id
    ), last_before AS (
      -- The last opening in each gap between two orders. An opening at the instant of an order comes before it.
      SELECT event_id, sub_id, width_bucket(at - interval '1 microsecond', times) + 1 AS nth, max(n) AS n
        FROM opened JOIN order_times USING (event_id, sub_id) GROUP BY 1, 2, 3
    ), line AS (
      SELECT event_id, sub_id, outcome, max(n) OVER (PARTITION BY event_id, sub_id ORDER BY nth) AS n
        FROM (SELECT event_id, sub_id, nth, n, NULL AS outcome FROM last_before
              UNION ALL SELECT event_id, sub_id, nth, NULL, outcome FROM ordered) AS openings_and_orders
    ), led_to AS MATERIALIZED (
      SELECT n, event_id, sub_id, (${OUTCOMES})[min(array_position(${OUTCOMES}, outcome))] AS outcome
        FROM line WHERE outcome IS NOT NULL AND n IS NOT NULL GROUP BY n, event_id, sub_id
    ), last_sold AS (
      SELECT event_id, sub_id, max(n) AS n FROM led_to WHERE outcome = 'sold' AND sub_id <> '' GROUP BY event_id, sub_id
    ), reasoned AS (
      SELECT opened.n, CASE WHEN outcome IS NOT NULL THEN nullif(outcome, 'sold') WHEN obstacle IN ('not_on_sale', 'sold_out') THEN obstacle
                            WHEN last_sold.n > opened.n THEN 'later' ELSE coalesce(obstacle, 'unknown') END AS reason
        FROM opened LEFT JOIN led_to ON led_to.n = opened.n
        LEFT JOIN last_sold ON last_sold.event_id = opened.event_id AND last_sold.sub_id = opened.sub_id
       WHERE at < ${until} AND opened.event_id IN (SELECT event_id FROM shown)
    ), newest AS MATERIALIZED (
      SELECT reason, total, n
        FROM (SELECT reason, count(*) AS total, array_agg(n) AS numbers FROM reasoned GROUP BY reason) AS totals,
             LATERAL (SELECT n FROM unnest(numbers) AS n ORDER BY n DESC LIMIT ${newest}) AS last
       -- All of them: the limit shows Postgres that they are few.
       LIMIT ${(UNSOLD_REASONS.length + 1) * newest}
    )
    SELECT reason, total, at, event_id, (SELECT name FROM shown WHERE shown.event_id = opened.event_id) AS name, nullif(sub_id, '') AS sub_id
      FROM newest JOIN opened USING (n) ORDER BY at DESC, event_id`;
}

export interface OpenedLink {
  at: Date;
  /** The partner's own click id, from the link. */
  subId: string | null;
  /** What stood in the way of a rewarded sale at that moment; null: nothing. */
  obstacle: Obstacle | null;
}

/** The unsold pages of an event between two instants, the likeliest first. */
export function openingsNear(
  db: Queryable,
  of: { companyId: Id<'company'>; eventId: Id<'event'>; subId: string | null; at: Date; from: Date; to: Date },
  limit: number,
): Promise<OpenedLink[]> {
  const { companyId, eventId, subId, at, from, to } = of;
  return db<OpenedLink[]>`
    SELECT at, sub_id, obstacle FROM signals
    WHERE type = 'checkout' AND company_id = ${companyId} AND at BETWEEN ${from} AND ${to} AND event_id = ${eventId}
    ORDER BY (sub_id = ${subId}) IS TRUE DESC, abs(extract(epoch FROM at - ${at}::timestamptz)) LIMIT ${limit}`;
}
