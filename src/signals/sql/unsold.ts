import type { Id } from '../../core/ids.js';
import type { Mode } from '../../core/mode.js';
import { rewardsOfOrders } from '../../earnings/sql/sales.js';
import { ordersThroughLinks } from '../../orders/sql/placed-orders.js';
import type { Queryable } from '../../platform/database/database.js';
import type { UnsoldReason } from '../rules/funnel.js';
import type { Obstacle } from '../rules/signal.js';

export interface UnsoldFilter {
  companyId: Id<'company'>;
  mode: Mode;
  from: Date;
  until: Date;
  eventId?: Id<'event'>;
  subId?: string;
  country?: string;
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

/**
 * Buy pages that were opened through a company's links, by what became of them: of each reason how many, and the newest. An order belongs to the
 * last opening before it with its event and click id; without click ids, that is a guess for each, and right in sum.
 *
 * @param newest of each reason.
 */
export function openedRows(db: Queryable, filter: UnsoldFilter, newest: number): Promise<OpenedRow[]> {
  const { companyId, mode, from, until, eventId, subId, country } = filter;
  return db<OpenedRow[]>`
    WITH opened AS (
      SELECT row_number() OVER (ORDER BY s.at) AS n, s.at, s.event_id, coalesce(s.sub_id, '') COLLATE "C" AS sub_id, s.obstacle, e.name
        FROM signals s JOIN events e ON e.id = s.event_id
       WHERE s.company_id = ${companyId} AND s.type = 'checkout' AND s.at >= ${from} AND e.test = (${mode} = 'test')
         ${eventId === undefined ? db`` : db`AND s.event_id = ${eventId}`} ${subId === undefined ? db`` : db`AND s.sub_id = ${subId}`}
         ${country === undefined ? db`` : db`AND e.country = ${country}`}
    ), ordered AS (
      SELECT o.created_at AS at, o.event_id, coalesce(o.sub_id, '') COLLATE "C" AS sub_id,
             CASE WHEN o.status = 'refunded' THEN 'refunded' WHEN o.status = 'awaiting_payment' THEN 'awaiting_payment'
                  WHEN o.status IN ('expired', 'cancelled') THEN 'hold_expired'
                  WHEN coalesce(r.commission_minor, 0) = 0 THEN 'no_reward' ELSE 'sold' END AS outcome
        FROM (${ordersThroughLinks(db, { companyId, mode, from })}) o
        LEFT JOIN (${rewardsOfOrders(db, { companyId, mode, from })}) r ON r.order_id = o.id
    ), line AS (
      SELECT outcome, max(n) OVER (PARTITION BY event_id, sub_id ORDER BY at, outcome NULLS FIRST ROWS UNBOUNDED PRECEDING) AS n
        -- Where nothing was ordered, nothing is to be found.
        FROM (SELECT at, event_id, sub_id, n, NULL AS outcome FROM opened WHERE (event_id, sub_id) IN (SELECT event_id, sub_id FROM ordered)
              UNION ALL SELECT at, event_id, sub_id, NULL, outcome FROM ordered) AS both_of_them
    ), led_to AS (
      SELECT n, bool_or(outcome = 'sold') AS sold, bool_or(outcome = 'refunded') AS refunded, bool_or(outcome = 'no_reward') AS unrewarded,
             bool_or(outcome = 'awaiting_payment') AS waiting, bool_or(outcome = 'hold_expired') AS expired
        FROM line WHERE outcome IS NOT NULL AND n IS NOT NULL GROUP BY n
    ), last_sold AS (
      SELECT event_id, sub_id, max(n) AS n FROM opened JOIN led_to USING (n) WHERE sold AND sub_id <> '' GROUP BY event_id, sub_id
    ), judged AS (
      SELECT opened.*, coalesce(last_sold.n > opened.n, false) AS later, sold, refunded, unrewarded, waiting, expired
        FROM opened LEFT JOIN led_to ON led_to.n = opened.n
        LEFT JOIN last_sold ON last_sold.event_id = opened.event_id AND last_sold.sub_id = opened.sub_id
    ), reasoned AS (
      SELECT at, event_id, name, nullif(sub_id, '') AS sub_id,
             CASE WHEN sold THEN NULL WHEN refunded THEN 'refunded' WHEN unrewarded THEN 'no_reward' WHEN waiting THEN 'awaiting_payment'
                  WHEN expired THEN 'hold_expired' WHEN obstacle IN ('not_on_sale', 'sold_out') THEN obstacle WHEN later THEN 'later'
                  ELSE coalesce(obstacle, 'unknown') END AS reason
        FROM judged WHERE at < ${until}
    ), totals AS (
      SELECT reason, count(*) AS total FROM reasoned GROUP BY reason
    )
    SELECT newest.reason, total, at, event_id, name, sub_id FROM totals, LATERAL (
      SELECT * FROM reasoned WHERE reasoned.reason IS NOT DISTINCT FROM totals.reason ORDER BY at DESC LIMIT ${newest}
    ) AS newest ORDER BY at DESC, event_id`;
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
