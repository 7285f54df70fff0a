import { payingEvent } from '../../catalogue/sql/paying-event.js';
import { chargingEvent } from '../../catalogue/sql/payment-accounts.js';
import { holdStock, lockStock } from '../../catalogue/sql/stock.js';
import type { Id } from '../../core/ids.js';
import type { Mode } from '../../core/mode.js';
import type { Agreement } from '../../core/viewer.js';
import { coveredText } from '../../listings/sql/covered.js';
import { endOfEvent, eventFacts } from '../../listings/sql/event-expressions.js';
import type { Queryable } from '../../platform/database/database.js';
import { INTO_OUTBOX_TRACED } from '../../platform/outbox/messages.js';
import { ORDER_STAMP } from './order-stamp.js';

/**
 * The common terms of the orders in one statement: the same partner, the same key, the same agreement, the same
 * instant.
 */
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
  checkoutToken: string;
  idempotencyKey: string;
  /** SHA-256 of the body after defaults, as hex. */
  requestHash: string;
  eventId: Id<'event'>;
  ticketTypeId: Id<'ticketType'>;
  quantity: number;
  subId: string | null;
  buyerEmail: string;
  buyerName: string;
  /** The request that placed it, and its span. */
  requestId: string | null;
  traceparent: string | null;
  returnUrl: string | null;
}

/** What became of the orders for one ticket type. */
export interface HoldOutcome {
  eventId: Id<'event'>;
  ticketTypeId: Id<'ticketType'>;
  /** False: there is no such ticket type, or another transaction has it and the caller chose not to wait. */
  reached: boolean;
  /** Null, like the fields below: nothing was held for any of them. */
  unitTotalMinor: number | null;
  currency: string | null;
  /** Members of the orders that were written. */
  updatedAt: Date | null;
}

const COVERED = coveredText(
  { countries: '$18::text[]', categories: '$19::text[]', payingOnly: '$20::boolean' },
  { country: 'e.country', category: 'e.category', paying: payingEvent('e') },
);

// `(SELECT $n)` hides how long an array is: otherwise Postgres plans every batch again, which takes longer than the
// work. `OFFSET 0` keeps this a lookup of one key: as a join it read every key of the company.
const holdStatement = (options: { wait: boolean }) => `
WITH asked AS MATERIALIZED (
  SELECT * FROM unnest((SELECT $8::text[]), (SELECT $9::text[]), (SELECT $10::text[]), (SELECT $11::text[]), (SELECT $12::text[]),
    (SELECT $13::text[]), (SELECT $14::int[]), (SELECT $15::text[]), (SELECT $16::text[]), (SELECT $17::text[]), (SELECT $22::text[]),
    (SELECT $23::text[]), (SELECT $24::text[]))
    AS a(order_id, checkout_token, idempotency_key, request_hash, event_id, ticket_type_id, quantity, sub_id, buyer_email, buyer_name,
      request_id, traceparent, return_url)
), wanted AS MATERIALIZED (
  SELECT event_id, ticket_type_id, sum(quantity)::int AS total, max(quantity) AS largest
  FROM asked GROUP BY event_id, ticket_type_id
), known AS MATERIALIZED (
  SELECT event_id, ticket_type_id FROM asked
  WHERE EXISTS (
    SELECT FROM idempotency_keys k
    WHERE k.company_id = coalesce($1::text, '') AND k.mode = $3::text AND k.key = asked.idempotency_key OFFSET 0
  )
), reached AS MATERIALIZED (
  ${lockStock('(SELECT $13::text[])::text[]', options)}
), hold AS (
  ${holdStock({ wanted: 'wanted', reached: 'reached', now: '$5::timestamptz' })}
    AND e.shared AND e.test = ($3::text = 'test') AND e.status IN ('scheduled', 'rescheduled', 'sold_out')
    AND ${endOfEvent('e')} > $5::timestamptz
    AND ${COVERED}
    AND (NOT $21::boolean OR ${chargingEvent('e')})
    AND (t.event_id, t.id) NOT IN (SELECT event_id, ticket_type_id FROM known)
  RETURNING t.id, t.event_id, t.price_minor, t.total_minor, t.currency, ${eventFacts('e')} AS event_seen
), stamped AS MATERIALIZED (
  SELECT ${ORDER_STAMP} AS at
), ordered AS (
  INSERT INTO orders (id, company_id, key_id, mode, source, event_id, ticket_type_id, quantity, unit_price_minor,
    unit_total_minor, total_minor, currency, status, sub_id, buyer_email, buyer_name, checkout_token, expires_at, hold_until, created_at, event_seen,
    request_id, traceparent, return_url, updated_at)
  SELECT a.order_id, $1::text, $2::text, $3::text, $4::text, h.event_id, h.id, a.quantity, h.price_minor,
    h.total_minor, a.quantity * h.total_minor, h.currency, 'awaiting_payment', a.sub_id, a.buyer_email, a.buyer_name,
    a.checkout_token, $6::timestamptz, $7::timestamptz, $5::timestamptz, h.event_seen, a.request_id, a.traceparent, a.return_url, (SELECT at FROM stamped)
  FROM asked a JOIN hold h ON h.id = a.ticket_type_id AND h.event_id = a.event_id
), remembered AS (
  INSERT INTO idempotency_keys (company_id, mode, key, request_hash, order_id, created_at)
  SELECT coalesce($1::text, ''), $3::text, a.idempotency_key, decode(a.request_hash, 'hex'), a.order_id, $5::timestamptz
  FROM asked a JOIN hold h ON h.id = a.ticket_type_id AND h.event_id = a.event_id
), messages AS (
  ${INTO_OUTBOX_TRACED}
  SELECT 'order.created', a.order_id, $5::timestamptz, NULL, NULL
  FROM asked a JOIN hold h ON h.id = a.ticket_type_id AND h.event_id = a.event_id
  UNION ALL (
    SELECT DISTINCT ON (h.event_id) 'event.touched', h.event_id, $5::timestamptz, a.request_id, a.traceparent
    FROM asked a JOIN hold h ON h.id = a.ticket_type_id AND h.event_id = a.event_id)
)
SELECT w.event_id, w.ticket_type_id, w.ticket_type_id = ANY (ARRAY(SELECT id FROM reached)) AS reached,
  h.total_minor AS unit_total_minor, h.currency, CASE WHEN h.id IS NOT NULL THEN (SELECT at FROM stamped) END AS updated_at
FROM wanted w LEFT JOIN hold h ON h.id = w.ticket_type_id AND h.event_id = w.event_id`;

/**
 * Holds tickets and writes their orders, idempotency rows and messages, in one statement: the row lock of a hot ticket
 * type is held for one round trip. For each ticket type it writes all its orders or none, and the caller asks why. Rows
 * are locked in the order of their ids. Two calls with one idempotency key end in a unique violation for the second.
 */
export const HOLD_STATEMENT = holdStatement({ wait: true });

/** The same, leaving out ticket types that another transaction has locked: many of them in one statement must not wait for one. */
const HOLD_REACHABLE_STATEMENT = holdStatement({ wait: false });

/** The outcome for each ticket type named; see {@link HOLD_STATEMENT}. */
export async function holdTickets(
  sql: Queryable,
  terms: HoldTerms,
  times: HoldTimes,
  asked: readonly HoldRequest[],
  options: { wait: boolean },
): Promise<HoldOutcome[]> {
  const parameters = [
    terms.companyId,
    terms.keyId,
    terms.mode,
    terms.source,
    times.now,
    times.expiresAt,
    times.holdUntil,
    asked.map((one) => one.orderId),
    asked.map((one) => one.checkoutToken),
    asked.map((one) => one.idempotencyKey),
    asked.map((one) => one.requestHash),
    asked.map((one) => one.eventId),
    asked.map((one) => one.ticketTypeId),
    asked.map((one) => one.quantity),
    asked.map((one) => one.subId),
    asked.map((one) => one.buyerEmail),
    asked.map((one) => one.buyerName),
    terms.agreement.countries as string[] | null,
    terms.agreement.categories as string[] | null,
    terms.agreement.payingOnly,
    terms.needsAccount,
    asked.map((one) => one.requestId),
    asked.map((one) => one.traceparent),
    asked.map((one) => one.returnUrl),
  ];
  const statement = options.wait ? HOLD_STATEMENT : HOLD_REACHABLE_STATEMENT;
  return sql.unsafe<HoldOutcome[]>(statement, parameters, { prepare: true });
}
