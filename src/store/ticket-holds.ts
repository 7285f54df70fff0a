import type { Mode } from '../contracts/wire/common.js';
import type { Agreement } from '../domain/viewer.js';
import type { Queryable, Sql } from './database.js';

/** What the orders of one statement share: the same partner, the same key, the same ticket type, the same instant. */
export interface HoldTerms {
  /** Null with `keyId`: a purchase that credits no partner. */
  companyId: string | null;
  keyId: string | null;
  mode: Mode;
  agreement: Agreement;
  eventId: string;
  ticketTypeId: string;
}

export interface HoldTimes {
  now: Date;
  expiresAt: Date;
  holdUntil: Date;
}

export interface HoldRequest {
  orderId: string;
  checkoutToken: string;
  idempotencyKey: string;
  /** SHA-256 of the body after defaults, as hex. */
  requestHash: string;
  quantity: number;
  subId: string | null;
  buyerEmail: string;
  buyerName: string;
}

export interface HeldPrice {
  unit_total_minor: number;
  currency: string;
}

/**
 * Holds tickets and writes their orders, idempotency rows and messages, all or none, in one statement: the row lock
 * of a hot ticket type is held for one round trip. The whole batch must fit; otherwise nothing is written and the
 * caller asks why. Two calls with one idempotency key end in a unique violation for the second.
 */
export const HOLD_STATEMENT = `
WITH asked AS MATERIALIZED (
  SELECT * FROM unnest($10::text[], $11::text[], $12::text[], $13::text[], $14::int[], $15::text[], $16::text[], $17::text[])
    AS a(order_id, checkout_token, idempotency_key, request_hash, quantity, sub_id, buyer_email, buyer_name)
), hold AS (
  UPDATE ticket_types SET held = held + $21::int, inventory_updated_at = $7::timestamptz
  WHERE id = $5::text AND event_id = $4::text
    AND held + sold + $21::int <= capacity AND $22::int <= max_per_order
    AND total_minor > 0
    AND (sales_from IS NULL OR sales_from <= $7::timestamptz)
    AND (sales_until IS NULL OR sales_until > $7::timestamptz)
    AND EXISTS (
      SELECT FROM events e
      WHERE e.id = $4::text AND e.shared AND e.test = ($3::text = 'test')
        AND e.status IN ('scheduled', 'rescheduled', 'sold_out')
        AND coalesce(e.ends_at, e.starts_at + interval '6 hours', (e.date + 1)::timestamp AT TIME ZONE coalesce(e.timezone, 'UTC'))
            > $7::timestamptz
        AND ($18::text[] IS NULL OR e.country = ANY ($18::text[]))
        AND ($19::text[] IS NULL OR e.category = ANY ($19::text[]))
        AND (NOT $20::boolean OR e.reward_kind IS NOT NULL AND coalesce(e.reward_spent_minor < e.reward_budget_minor, true))
    )
    AND NOT EXISTS (
      SELECT FROM idempotency_keys k
      WHERE k.company_id = coalesce($1::text, '') AND k.mode = $3::text AND k.key = ANY ($12::text[])
    )
  RETURNING price_minor, total_minor, currency
), remembered AS (
  INSERT INTO idempotency_keys (company_id, mode, key, request_hash, order_id, created_at)
  SELECT coalesce($1::text, ''), $3::text, asked.idempotency_key, decode(asked.request_hash, 'hex'), asked.order_id, $7::timestamptz
  FROM hold, asked
), ordered AS (
  INSERT INTO orders (id, company_id, key_id, mode, source, event_id, ticket_type_id, quantity, unit_price_minor,
    unit_total_minor, total_minor, currency, status, sub_id, buyer_email, buyer_name, checkout_token, expires_at, hold_until, created_at)
  SELECT asked.order_id, $1::text, $2::text, $3::text, $6::text, $4::text, $5::text, asked.quantity, hold.price_minor,
    hold.total_minor, asked.quantity * hold.total_minor, hold.currency, 'awaiting_payment', asked.sub_id, asked.buyer_email, asked.buyer_name,
    asked.checkout_token, $8::timestamptz, $9::timestamptz, $7::timestamptz
  FROM hold, asked
), messages AS (
  INSERT INTO outbox (topic, key, created_at)
  SELECT 'order.created', asked.order_id, $7::timestamptz FROM hold, asked
  UNION ALL SELECT 'event.touched', $4::text, $7::timestamptz FROM hold
)
SELECT total_minor AS unit_total_minor, currency FROM hold`;

/** The parameters of {@link HOLD_STATEMENT}, in its order. */
export function holdParameters(terms: HoldTerms, source: 'api' | 'buy_link', times: HoldTimes, asked: HoldRequest[]) {
  return [
    terms.companyId,
    terms.keyId,
    terms.mode,
    terms.eventId,
    terms.ticketTypeId,
    source,
    times.now,
    times.expiresAt,
    times.holdUntil,
    asked.map((one) => one.orderId),
    asked.map((one) => one.checkoutToken),
    asked.map((one) => one.idempotencyKey),
    asked.map((one) => one.requestHash),
    asked.map((one) => one.quantity),
    asked.map((one) => one.subId),
    asked.map((one) => one.buyerEmail),
    asked.map((one) => one.buyerName),
    terms.agreement.countries as string[] | null,
    terms.agreement.categories as string[] | null,
    terms.agreement.payingOnly,
    asked.reduce((sum, one) => sum + one.quantity, 0),
    Math.max(...asked.map((one) => one.quantity)),
  ];
}

/** Runs {@link HOLD_STATEMENT}: what one ticket costs, or null when nothing was held. */
export async function holdTickets(
  sql: Sql,
  terms: HoldTerms,
  source: 'api' | 'buy_link',
  times: HoldTimes,
  asked: HoldRequest[],
): Promise<HeldPrice | null> {
  const parameters = holdParameters(terms, source, times, asked);
  const [price] = await sql.unsafe<HeldPrice[]>(HOLD_STATEMENT, parameters, { prepare: true });
  return price ?? null;
}

/** Held tickets are free again. */
export async function releaseHold(tx: Queryable, ticketTypeId: string, quantity: number, now: Date): Promise<void> {
  await tx`
    UPDATE ticket_types SET held = held - ${quantity}, inventory_updated_at = ${now} WHERE id = ${ticketTypeId}`;
}

/** Held tickets are sold. */
export async function sellHeld(tx: Queryable, ticketTypeId: string, quantity: number, now: Date): Promise<void> {
  await tx`
    UPDATE ticket_types SET held = held - ${quantity}, sold = sold + ${quantity}, inventory_updated_at = ${now}
    WHERE id = ${ticketTypeId}`;
}

/** Sells free tickets of an event that still takes place; false when too few are left. */
export async function sellFree(tx: Queryable, ticketTypeId: string, quantity: number, now: Date): Promise<boolean> {
  const rows = await tx`
    UPDATE ticket_types SET sold = sold + ${quantity}, inventory_updated_at = ${now}
    WHERE id = ${ticketTypeId} AND held + sold + ${quantity} <= capacity
      AND EXISTS (SELECT FROM events e WHERE e.id = ticket_types.event_id AND e.status NOT IN ('cancelled', 'completed'))
    RETURNING id`;
  return rows.length > 0;
}

/** Sold tickets are free again. */
export async function returnSold(tx: Queryable, ticketTypeId: string, quantity: number, now: Date): Promise<void> {
  await tx`
    UPDATE ticket_types SET sold = sold - ${quantity}, inventory_updated_at = ${now} WHERE id = ${ticketTypeId}`;
}
