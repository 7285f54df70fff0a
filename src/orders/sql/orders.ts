import type { Id } from '../../core/ids.js';
import type { Mode } from '../../core/mode.js';
import type { Money } from '../../core/money.js';
import type { OrderStatus } from '../../core/order-status.js';
import { eventFacts } from '../../listings/sql/event-expressions.js';
import type { Queryable, Transaction } from '../../platform/database/database.js';
import { fragment } from '../../platform/database/fragment.js';
import { recordset } from '../../platform/database/recordset.js';
import { columnValues, firstNumber, firstRow, firstValue } from '../../platform/database/rows.js';
import type { StoredTrace } from '../../platform/traces/trace-context.js';
import type { FoundTicketOrder } from '../../tickets/sql/ticket-orders.js';
import { linesJson, NEXT_VERSION, ORDER_STAMP, type OrderLine } from './order-columns.js';

/** An order as the services see it; the buyer's name and address are never read back. */
export interface OrderRow {
  id: Id<'order'>;
  /** Null: bought through a link that credits no partner. */
  companyId: Id<'company'> | null;
  mode: Mode;
  eventId: Id<'event'>;
  /** At least one; each ticket type once. */
  lines: readonly OrderLine[];
  /** Sum of the lines. */
  quantity: number;
  totalMinor: number;
  currency: string;
  status: OrderStatus;
  subId: string | null;
  checkoutToken: string;
  expiresAt: Date;
  holdUntil: Date;
  paymentReference: string | null;
  refundedMinor: number;
  refundedQuantity: number;
  createdAt: Date;
  /** Grows with each change that partners see. */
  version: number;
  /** By the database's own clock. */
  updatedAt: Date;
  /** The workflow that is the clock of the hold with others; null: it has its own. */
  holdBatch: number | null;
}

export const ORDER_COLUMNS = fragment`
  id, company_id, mode, event_id, ${linesJson('orders.id')}, quantity, total_minor, currency, status, sub_id,
  checkout_token, expires_at, hold_until, payment_reference, refunded_minor, refunded_quantity, created_at, version, updated_at, hold_batch`;

/** The order, if this company created it in this mode. */
export function findOrder(
  sql: Queryable,
  scope: { companyId: Id<'company'>; mode: Mode },
  orderId: Id<'order'>,
): Promise<OrderRow | null> {
  return firstRow(sql<OrderRow[]>`
    SELECT ${ORDER_COLUMNS} FROM orders
    WHERE id = ${orderId} AND company_id = ${scope.companyId} AND mode = ${scope.mode}`);
}

/** The current versions of orders of partners, in the order of their changes. */
export async function findVersions(
  sql: Queryable,
  orderIds: readonly Id<'order'>[],
): Promise<(OrderRow & StoredTrace & { companyId: Id<'company'>; keyId: Id<'key'> })[]> {
  return sql<(OrderRow & StoredTrace & { companyId: Id<'company'>; keyId: Id<'key'> })[]>`
    SELECT ${ORDER_COLUMNS}, key_id, request_id, traceparent FROM orders
    WHERE id = ANY (${orderIds as string[]}) AND company_id IS NOT NULL ORDER BY updated_at, id`;
}

/** The order, its row locked until the transaction ends: the first thing every transition does. */
export async function lockOrder(tx: Transaction, orderId: Id<'order'>): Promise<OrderRow | undefined> {
  return (await lockOrders(tx, [orderId]))[0];
}

/** The same of several, in the order of their ids. How many there are is hidden from the planner. */
export async function lockOrders(tx: Transaction, orderIds: readonly Id<'order'>[]): Promise<OrderRow[]> {
  return tx<OrderRow[]>`
    SELECT ${ORDER_COLUMNS} FROM orders WHERE id = ANY ((SELECT ${orderIds as string[]}::text[])::text[]) ORDER BY id FOR UPDATE`;
}

/** The order remembered under an idempotency key, and the hash of the request body; `erased`: without the buyer. */
export async function findRemembered(
  sql: Queryable,
  scope: { companyId: Id<'company'> | null; mode: Mode },
  key: string,
): Promise<{ requestHash: string; erased: boolean; order: OrderRow } | undefined> {
  const [row] = await sql<(OrderRow & { requestHash: string; erased: boolean })[]>`
    SELECT encode(k.request_hash, 'hex') AS request_hash, o.*
    FROM idempotency_keys k JOIN LATERAL (SELECT ${ORDER_COLUMNS}, buyer_erased_at IS NOT NULL AS erased FROM orders WHERE id = k.order_id) o ON true
    WHERE k.company_id = ${scope.companyId ?? ''} AND k.mode = ${scope.mode} AND k.key = ${key}`;
  return row && { requestHash: row.requestHash, erased: row.erased, order: row };
}

/** An order by the token of its page, with what decides where it is paid. */
export function findOrderByToken(
  sql: Queryable,
  token: string,
): Promise<Pick<OrderRow, 'id' | 'eventId' | 'mode' | 'status'> | null> {
  return firstRow(sql<Pick<OrderRow, 'id' | 'eventId' | 'mode' | 'status'>[]>`
    SELECT id, event_id, mode, status FROM orders WHERE checkout_token = ${token}`);
}

/**
 * The order leaves `awaiting_payment` without a payment.
 *
 * @returns what changed; undefined, and changes nothing, while the buyer may still pay on a page of the processor.
 */
export function closeOrder(
  tx: Queryable,
  orderId: Id<'order'>,
  status: OrderStatus,
  now: Date,
): Promise<Pick<OrderRow, 'status' | 'version' | 'updatedAt'> | null> {
  return firstRow(tx<Pick<OrderRow, 'status' | 'version' | 'updatedAt'>[]>`
    UPDATE orders SET status = ${status}, closed_at = ${now}, ${NEXT_VERSION}
    WHERE id = ${orderId} AND NOT EXISTS (SELECT FROM checkouts WHERE order_id = ${orderId} AND ended_at IS NULL)
    RETURNING status, version, updated_at`);
}

export interface SettledOrder {
  id: Id<'order'>;
  status: OrderStatus;
  paymentReference: string;
  /** That the buyer reads, unless the order has one. */
  language: string | undefined;
}

/** Late payments keep `closed_at`. If the payment is given back, {@link addRefunded} counts the change. */
export async function settleOrders(tx: Queryable, orders: readonly SettledOrder[], now: Date): Promise<void> {
  await tx`
    UPDATE orders SET status = p.status, payment_reference = p.payment_reference, paid_at = ${now},
      closed_at = coalesce(orders.closed_at, ${now}), language = coalesce(orders.language, p.language),
      version = orders.version + (p.status <> 'refunded')::int, updated_at = ${ORDER_STAMP}
    FROM json_populate_recordset(NULL::orders, ${recordset(orders)}::text::json) p WHERE orders.id = p.id`;
}

/** Writes a refund down: `quantity` and `amount` are added to the earlier refunds. */
export async function addRefunded(
  tx: Queryable,
  orderId: Id<'order'>,
  refund: { status: OrderStatus; quantity: number; amount: Money },
): Promise<void> {
  await tx`
    UPDATE orders SET status = ${refund.status}, refunded_quantity = refunded_quantity + ${refund.quantity},
      refunded_minor = refunded_minor + ${refund.amount.minor}, ${NEXT_VERSION}
    WHERE id = ${orderId}`;
}

/** Tickets of one type. Prices are for one ticket, with and without fees and tax. */
interface CheckoutLine {
  name: string;
  quantity: number;
  unitPriceMinor: number;
  unitTotalMinor: number;
}

export interface CheckoutRow
  extends Omit<
    FoundTicketOrder,
    | ('buyerEmail' | 'buyerName' | 'language' | 'endsAt' | 'address' | 'lat' | 'lng' | 'organizerName')
    | ('contactEmail' | 'termsUrl' | 'sourceUrl' | keyof StoredTrace)
  > {
  expiresAt: Date;
  lines: readonly CheckoutLine[];
  /** The domain of the credited website key. */
  domains: string[] | null;
  companyId: Id<'company'> | null;
  returnUrl: string | null;
  /** False: the buyer was erased. */
  hasAddress: boolean;
}

export function findCheckout(sql: Queryable, token: string): Promise<CheckoutRow | null> {
  return firstRow(sql<CheckoutRow[]>`
    SELECT o.id AS order_id, o.mode, o.status, o.quantity, o.total_minor, o.refunded_minor, o.currency, o.expires_at,
      (SELECT json_agg(json_build_object('name', t.name, 'quantity', l.quantity, 'unitPriceMinor', l.unit_price_minor,
         'unitTotalMinor', l.unit_total_minor) ORDER BY l.position)
       FROM order_lines l JOIN ticket_types t ON t.id = l.ticket_type_id WHERE l.order_id = o.id) AS lines, e.id AS event_id, e.name AS event_name, e.status AS event_status,
      e.date, e.starts_at, e.timezone, e.utc_offset, e.online, e.venue, e.city, e.country, o.paid_at, k.domains, o.company_id, o.return_url,
      o.buyer_email IS NOT NULL AS has_address,
      ${eventFacts('e')} AS facts, o.event_seen AS seen
    FROM orders o JOIN events e ON e.id = o.event_id
      LEFT JOIN api_keys k ON k.id = o.key_id
    WHERE o.checkout_token = ${token}`);
}

/** Keeps the language that the buyer reads; the first one counts. */
export async function rememberLanguage(sql: Queryable, orderId: Id<'order'>, language: string): Promise<void> {
  await sql`UPDATE orders SET language = ${language} WHERE id = ${orderId} AND language IS NULL`;
}

/** Ids of an event's orders, in order, that still hold a buyer's money or tickets. */
export function pageOfOpenOrders(
  sql: Queryable,
  eventId: Id<'event'>,
  page: { after: string; limit: number },
): Promise<string[]> {
  return columnValues(sql<{ id: string }[]>`
    SELECT id FROM orders
    WHERE event_id = ${eventId} AND id > ${page.after}
      AND (status = 'awaiting_payment'
        OR (status IN ('paid', 'test', 'partially_refunded') AND payment_reference IS NOT NULL))
    ORDER BY id LIMIT ${page.limit}`);
}

/** A hold, as its workflow is started and found. */
export type HoldRow = Pick<
  OrderRow,
  'id' | 'companyId' | 'eventId' | 'mode' | 'status' | 'quantity' | 'holdUntil' | 'holdBatch'
> &
  StoredTrace;

export async function findHolds(sql: Queryable, orderIds: readonly Id<'order'>[]): Promise<HoldRow[]> {
  return sql<HoldRow[]>`
    SELECT id, company_id, event_id, mode, status, quantity, hold_until, hold_batch, request_id, traceparent FROM orders
    WHERE id = ANY (${orderIds as string[]}::text[])`;
}

/** Gives holds a common workflow; a locked order is left out, because it is being closed. @returns the workflow's number. */
export function batchHolds(sql: Queryable, orderIds: readonly Id<'order'>[]): Promise<number> {
  return firstNumber(sql<{ batch: number }[]>`
    WITH free AS MATERIALIZED (
      SELECT id FROM orders WHERE id = ANY (${orderIds as string[]}::text[]) FOR NO KEY UPDATE SKIP LOCKED
    ), numbered AS MATERIALIZED (
      SELECT nextval('order_hold_batches') AS batch
    ), batched AS (
      UPDATE orders SET hold_batch = n.batch FROM numbered n WHERE id = ANY (ARRAY(SELECT id FROM free))
    )
    SELECT batch FROM numbered`);
}

/** How the keys of orders begin that the dashboard's button makes. */
export const BUTTON_KEY = 'dashboard_';

/** When a company's first test order was made, by a call or over a buy link, paid or not. */
export function findFirstTestOrder(db: Queryable, companyId: Id<'company'>): Promise<Date | null> {
  return firstValue(db<{ at: Date | null }[]>`
    SELECT min(created_at) AS at FROM idempotency_keys WHERE company_id = ${companyId} AND mode = 'test' AND NOT starts_with(key, ${BUTTON_KEY})`);
}

/** Test orders of a company in these states, the newest first. */
export function listTestOrders(
  db: Queryable,
  { companyId, statuses, limit }: { companyId: Id<'company'>; statuses: readonly OrderStatus[]; limit: number },
): Promise<string[]> {
  return columnValues(db<{ id: string }[]>`
    SELECT id FROM orders WHERE company_id = ${companyId} AND mode = 'test' AND status = ANY (${statuses as OrderStatus[]}::text[])
    ORDER BY created_at DESC, id LIMIT ${limit}`);
}
