import { chargingEvent, payingEvent } from '../../catalogue/sql/event-terms.js';
import { lockStock, moveHeld, sellableStock, type TicketCount } from '../../catalogue/sql/stock.js';
import type { Id } from '../../core/ids.js';
import type { Mode } from '../../core/mode.js';
import type { Agreement } from '../../core/viewer.js';
import { coveredText, endOfEvent, eventFacts } from '../../listings/sql/event-expressions.js';
import type { Queryable } from '../../platform/database/database.js';
import { fragment } from '../../platform/database/fragment.js';
import { recordOf, recordset } from '../../platform/database/recordset.js';
import { columnValues, countRows } from '../../platform/database/rows.js';
import { INTO_OUTBOX, INTO_OUTBOX_TRACED } from '../../platform/outbox/messages.js';
import { NEXT_VERSION, ORDER_STAMP } from './order-columns.js';

/** The common terms of the orders in one statement: the same partner, the same key, the same agreement. */
export interface HoldTerms {
  /** Null, like `keyId`: no partner is credited. */
  companyId: Id<'company'> | null;
  keyId: Id<'key'> | null;
  mode: Mode;
  agreement: Agreement;
  source: 'api' | 'buy_link';
  /** Whether the organizer needs an account that charges cards. */
  needsAccount: boolean;
}

export interface HoldTimes {
  now: Date;
  expiresAt: Date;
  holdUntil: Date;
}

export interface HoldRequest {
  orderId: Id<'order'>;
  /** Orders of one unit are held together or not at all: all orders for one ticket type, or one order for several. */
  unit: string;
  checkoutToken: string;
  idempotencyKey: string;
  /** SHA-256 of the body after defaults, as hex. */
  requestHash: string;
  eventId: Id<'event'>;
  lines: readonly TicketCount[];
  subId: string | null;
  buyerEmail: string;
  buyerName: string;
  /** The request that placed it, and its span. */
  requestId: string | null;
  traceparent: string | null;
  returnUrl: string | null;
}

export interface HoldOutcome {
  orderId: Id<'order'>;
  /** False: a ticket type does not exist, or another transaction has it and the caller chose not to wait. */
  reached: boolean;
  /** Null, like the fields below: the order was not written. */
  totalMinor: number | null;
  currency: string | null;
  updatedAt: Date | null;
}

const COVERED = coveredText(
  {
    countries: fragment`terms.countries`,
    categories: fragment`terms.categories`,
    payingOnly: fragment`terms.paying_only`,
  },
  { country: fragment`e.country`, category: fragment`e.category`, paying: payingEvent('e') },
);

// `OFFSET 0` keeps this a lookup of one key: as a join it read every key of the company.
const holdStatement = (options: { wait: boolean }) => `
WITH terms AS MATERIALIZED (
  SELECT * FROM json_to_record($1::text::json) AS t(company_id text, key_id text, mode text, countries text[], categories text[],
    paying_only boolean, source text, needs_account boolean, now timestamptz, expires_at timestamptz, hold_until timestamptz)
), asked AS MATERIALIZED (
  SELECT * FROM json_to_recordset($2::text::json) AS a(order_id text, unit text, checkout_token text, idempotency_key text, request_hash text,
    event_id text, sub_id text, buyer_email text, buyer_name text, request_id text, traceparent text, return_url text)
), lines AS MATERIALIZED (
  SELECT l.*, a.unit, a.event_id FROM json_to_recordset($3::text::json) AS l(order_id text, position smallint, ticket_type_id text, quantity int)
    JOIN asked a ON a.order_id = l.order_id
), wanted AS MATERIALIZED (
  SELECT unit, event_id, ticket_type_id, sum(quantity)::int AS total, max(quantity) AS largest
  FROM lines GROUP BY unit, event_id, ticket_type_id
), known AS MATERIALIZED (
  SELECT unit FROM asked, terms
  WHERE EXISTS (
    SELECT FROM idempotency_keys k
    WHERE k.company_id = coalesce(terms.company_id, '') AND k.mode = terms.mode AND k.key = asked.idempotency_key OFFSET 0
  )
), reached AS MATERIALIZED (
  ${lockStock('ARRAY(SELECT ticket_type_id FROM wanted)', options)}
), sellable AS MATERIALIZED (
  SELECT w.unit, w.ticket_type_id, w.total, t.price_minor, t.total_minor, t.currency
  FROM wanted w JOIN reached t ON t.id = w.ticket_type_id AND t.event_id = w.event_id JOIN events e ON e.id = w.event_id, terms
  WHERE ${sellableStock({ wanted: 'w', now: 'terms.now' })}
    AND e.shared AND e.test = (terms.mode = 'test') AND e.status IN ('scheduled', 'rescheduled', 'sold_out')
    AND ${endOfEvent('e')} > terms.now
    AND ${COVERED}
    AND (NOT terms.needs_account OR ${chargingEvent('e')})
    AND w.unit NOT IN (SELECT unit FROM known)
), whole AS MATERIALIZED (
  SELECT w.unit FROM wanted w LEFT JOIN sellable s ON s.unit = w.unit AND s.ticket_type_id = w.ticket_type_id
  GROUP BY w.unit HAVING count(*) = count(s.unit) AND count(DISTINCT s.currency) = 1
), held AS (
  ${moveHeld('+', 'SELECT s.ticket_type_id, s.total AS quantity, terms.now FROM sellable s JOIN whole USING (unit), terms')}
), stamped AS MATERIALIZED (
  SELECT ${ORDER_STAMP} AS at
), priced AS MATERIALIZED (
  SELECT l.order_id, l.position, l.ticket_type_id, l.quantity, s.price_minor, s.total_minor, s.currency
  FROM lines l JOIN whole USING (unit) JOIN sellable s ON s.unit = l.unit AND s.ticket_type_id = l.ticket_type_id
), written AS MATERIALIZED (
  SELECT a.*, p.quantity, p.total_minor, p.currency
  FROM asked a JOIN (
    SELECT order_id, sum(quantity)::int AS quantity, sum(quantity * total_minor)::bigint AS total_minor, min(currency) AS currency
    FROM priced GROUP BY order_id
  ) p USING (order_id)
), ordered AS (
  INSERT INTO orders (id, company_id, key_id, mode, source, event_id, quantity, total_minor, currency, status, sub_id, buyer_email, buyer_name,
    checkout_token, expires_at, hold_until, created_at, event_seen, request_id, traceparent, return_url, updated_at)
  SELECT w.order_id, terms.company_id, terms.key_id, terms.mode, terms.source, w.event_id, w.quantity, w.total_minor, w.currency,
    'awaiting_payment', w.sub_id, w.buyer_email, w.buyer_name, w.checkout_token, terms.expires_at, terms.hold_until, terms.now, ${eventFacts('e')},
    w.request_id, w.traceparent, w.return_url, (SELECT at FROM stamped)
  FROM written w JOIN events e ON e.id = w.event_id, terms
), lined AS (
  INSERT INTO order_lines (order_id, position, ticket_type_id, quantity, unit_price_minor, unit_total_minor)
  SELECT order_id, position, ticket_type_id, quantity, price_minor, total_minor FROM priced
), remembered AS (
  INSERT INTO idempotency_keys (company_id, mode, key, request_hash, order_id, created_at)
  SELECT coalesce(terms.company_id, ''), terms.mode, w.idempotency_key, decode(w.request_hash, 'hex'), w.order_id, terms.now FROM written w, terms
), messages AS (
  ${INTO_OUTBOX_TRACED}
  SELECT 'order.created', w.order_id, terms.now, NULL, NULL FROM written w, terms
  UNION ALL (SELECT DISTINCT ON (w.event_id) 'event.touched', w.event_id, terms.now, w.request_id, w.traceparent FROM written w, terms)
)
SELECT a.order_id, NOT EXISTS (SELECT FROM lines l WHERE l.order_id = a.order_id AND l.ticket_type_id <> ALL (ARRAY(SELECT id FROM reached))) AS reached,
  w.total_minor, w.currency, CASE WHEN w.order_id IS NOT NULL THEN (SELECT at FROM stamped) END AS updated_at
FROM asked a LEFT JOIN written w ON w.order_id = a.order_id`;

/**
 * Holds tickets and writes their orders, idempotency rows and messages, in one statement: the row lock of a hot ticket
 * type is held for one round trip. It writes all orders of a unit or none, and the caller asks why. Two units must not
 * share a ticket type. Rows are locked in the order of their ids. Two calls with one idempotency key end in a unique
 * violation for the second.
 */
export const HOLD_STATEMENT = holdStatement({ wait: true });

/** The same, leaving out ticket types that another transaction has locked: many of them in one statement must not wait for one. */
const HOLD_REACHABLE_STATEMENT = holdStatement({ wait: false });

/** The three parameters of {@link HOLD_STATEMENT}: terms, orders and their lines, as JSON. */
export function holdParameters(terms: HoldTerms, times: HoldTimes, asked: readonly HoldRequest[]): string[] {
  const lines = asked.flatMap(({ orderId, lines }) => lines.map((line, i) => ({ orderId, position: i + 1, ...line })));
  const orders = asked.map(({ lines: _, ...order }) => order);
  const { agreement, ...others } = terms;
  return [recordOf({ ...others, ...agreement, ...times }), recordset(orders), recordset(lines)];
}

/** The outcome for each order; see {@link HOLD_STATEMENT}. */
export async function holdTickets(
  sql: Queryable,
  terms: HoldTerms,
  times: HoldTimes,
  asked: readonly HoldRequest[],
  options: { wait: boolean },
): Promise<HoldOutcome[]> {
  const statement = options.wait ? HOLD_STATEMENT : HOLD_REACHABLE_STATEMENT;
  return sql.unsafe<HoldOutcome[]>(statement, holdParameters(terms, times, asked), { prepare: true });
}

interface HoldsToEnd {
  now: Date;
  /** Orders whose hold ended at this instant or earlier. */
  before: Date;
  /** Only these; absent: the longest overdue. */
  orderIds?: readonly Id<'order'>[];
  limit: number;
}

/**
 * Ends holds that are over and not paid: the orders are `expired`, their tickets are free again, and their events are
 * announced. Orders that are locked are skipped: a payment in progress decides. So are those with an open page of the processor. Locks are taken as everywhere: orders before
 * ticket types, these in the order of their ids.
 *
 * @returns how many ended.
 */
export function endHoldsThatAreOver(sql: Queryable, { now, before, orderIds, limit }: HoldsToEnd): Promise<number> {
  return countRows(sql`
    WITH clock AS MATERIALIZED (
      SELECT ${now}::timestamptz AS now
    ), over AS MATERIALIZED (
      SELECT id, event_id FROM orders
      WHERE status = 'awaiting_payment' AND hold_until <= ${before}
        AND NOT EXISTS (SELECT FROM checkouts c WHERE c.order_id = orders.id AND c.ended_at IS NULL)
        ${orderIds ? sql`AND id = ANY (${orderIds as string[]}::text[])` : sql``}
      ORDER BY hold_until LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED
    ), freed AS MATERIALIZED (
      SELECT l.ticket_type_id, sum(l.quantity)::int AS quantity FROM over JOIN order_lines l ON l.order_id = over.id GROUP BY l.ticket_type_id
    ), reached AS MATERIALIZED (
      ${lockStock('ARRAY(SELECT ticket_type_id FROM freed)', { wait: true })}
    ), released AS (
      ${moveHeld('-', 'SELECT f.ticket_type_id, f.quantity, clock.now FROM freed f JOIN reached r ON r.id = f.ticket_type_id, clock')}
    ), messages AS (
      ${INTO_OUTBOX} SELECT DISTINCT 'event.touched', event_id, ${now}::timestamptz FROM over
    )
    UPDATE orders SET status = 'expired', closed_at = ${now}, ${NEXT_VERSION} WHERE id = ANY (ARRAY(SELECT id FROM over))`);
}

/** The orders of this list whose holds are over and not paid. */
export function findOver(sql: Queryable, orderIds: readonly Id<'order'>[], now: Date): Promise<string[]> {
  return columnValues(sql<{ id: string }[]>`
    SELECT id FROM orders
    WHERE id = ANY (${orderIds as string[]}::text[]) AND status = 'awaiting_payment' AND hold_until <= ${now}`);
}
