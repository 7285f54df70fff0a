import type { Id } from '../../core/ids.js';
import type { Mode } from '../../core/mode.js';
import type { OrderSource, OrderStatus } from '../../core/order-status.js';
import type { PricedTickets } from '../../listings/rules/reward.js';
import type { Fragment, Queryable } from '../../platform/database/database.js';
import { fragment, fragmentOf } from '../../platform/database/fragment.js';
import { recordset } from '../../platform/database/recordset.js';
import { columnValues, firstRow, firstValue } from '../../platform/database/rows.js';
import type { StoredTrace } from '../../platform/traces/trace-context.js';
import type { CreditedCompany, CreditedEvent, Uncredited } from '../rules/sale-credit.js';

/** The facts of one credited, paid order; never changed once written. */
export interface SaleRow {
  id: Id<'sale'>;
  orderId: Id<'order'>;
  companyId: Id<'company'>;
  keyId: Id<'key'>;
  mode: Mode;
  source: OrderSource;
  eventId: Id<'event'>;
  subId: string | null;
  quantity: number;
  /** The price of all tickets without fees, in `orderCurrency`. */
  priceMinor: number;
  /** The buyer's payment, fees included, in `orderCurrency`. */
  paidMinor: number;
  orderCurrency: string;
  rewardKind: 'flat' | 'percent' | null;
  rewardAmountMinor: number | null;
  rewardPercent: number | null;
  rewardedQuantity: number;
  commissionMinor: number;
  currency: string;
  /** Drawn from the event's reward budget. */
  budgeted: boolean;
  /** Why the company was not credited, whatever the event paid; null: it was. */
  uncredited: Uncredited | null;
  createdAt: Date;
}

/** Selects the event of an order as `id`. */
export function eventOfOrder(db: Queryable, orderId: Id<'order'>): Fragment {
  return db`SELECT event_id AS id FROM orders WHERE id = ${orderId}`;
}

/**
 * Lines up the sales of the events that `events` selects as `id`, until the transaction ends. In Postgres, transactions
 * that share a row overtake one that waits to change it, as long as there is always another; so now and then a sale
 * goes alone.
 */
export async function joinSales(tx: Queryable, events: Fragment, { alone }: { alone: boolean }): Promise<void> {
  const lock = alone ? tx`pg_advisory_xact_lock` : tx`pg_advisory_xact_lock_shared`;
  await tx`SELECT ${lock}(hashtextextended('sales of ' || id, 0)) FROM (${events}) e`;
}

/** The paid order a sale is made of; `companyId` and `keyId` are null where no partner is credited. */
export interface PaidOrderRow
  extends Pick<SaleRow, 'mode' | 'source' | 'eventId' | 'subId'>,
    CreditedCompany,
    CreditedEvent {
  id: Id<'order'>;
  companyId: Id<'company'> | null;
  keyId: Id<'key'> | null;
  /** Its tickets by type, at the price without fees at the time of the order. */
  lines: readonly PricedTickets[];
  /** The buyer's payment, fees included. */
  totalMinor: number;
  currency: string;
}

/** Orders as sales are made of them, by their ids; the facts that decide about the credit are those of this moment. */
export async function findPaidOrders(
  tx: Queryable,
  orderIds: readonly Id<'order'>[],
): Promise<Map<string, PaidOrderRow>> {
  const rows = await tx<PaidOrderRow[]>`
    SELECT o.id, o.company_id, o.key_id, o.mode, o.source, o.event_id, o.total_minor, o.currency, o.sub_id,
           (SELECT json_agg(json_build_object('priceMinor', l.unit_price_minor, 'quantity', l.quantity) ORDER BY l.position)
            FROM order_lines l WHERE l.order_id = o.id) AS lines,
           coalesce(c.status = 'suspended', false) AS suspended, a.countries, a.categories, e.test, e.country, e.category
    FROM orders o JOIN events e ON e.id = o.event_id
    LEFT JOIN companies c ON c.id = o.company_id LEFT JOIN agreements a ON a.company_id = o.company_id
    -- Hides how many there are from the planner, which would plan each number again.
    WHERE o.id = ANY ((SELECT ${orderIds as string[]}::text[])::text[])`;
  return new Map(rows.map((order) => [order.id, order]));
}

/** The requests that placed the orders of these sales, by the sale. */
export async function findTracesOfSales(
  tx: Queryable,
  saleIds: readonly Id<'sale'>[],
): Promise<Map<string, StoredTrace>> {
  const rows = await tx<(StoredTrace & { id: string })[]>`
    SELECT s.id, o.request_id, o.traceparent FROM sales s JOIN orders o ON o.id = s.order_id
    WHERE s.id = ANY ((SELECT ${saleIds as string[]}::text[])::text[])`;
  return new Map(rows.map((row) => [row.id, row]));
}

const SALE_FIELDS = fragment`
  id, order_id, company_id, key_id, mode, source, event_id, sub_id, quantity, price_minor, paid_minor, order_currency, reward_kind,
  reward_amount_minor, reward_percent, rewarded_quantity, commission_minor, currency, budgeted, uncredited, created_at`;

const SALE_COLUMNS = fragmentOf(SALE_FIELDS.text.replace('reward_percent', 'reward_percent::float8 AS reward_percent'));

export async function insertSales(tx: Queryable, sales: readonly SaleRow[]): Promise<void> {
  await tx`
    INSERT INTO sales (${SALE_FIELDS})
    SELECT ${SALE_FIELDS} FROM json_populate_recordset(NULL::sales, ${recordset(sales)}::text::json)`;
}

export function findSale(db: Queryable, saleId: Id<'sale'>): Promise<SaleRow | null> {
  return firstRow(db<SaleRow[]>`SELECT ${SALE_COLUMNS} FROM sales WHERE id = ${saleId}`);
}

export function findSaleOfOrder(db: Queryable, orderId: Id<'order'>): Promise<SaleRow | null> {
  return firstRow(db<SaleRow[]>`SELECT ${SALE_COLUMNS} FROM sales WHERE order_id = ${orderId}`);
}

/** By the id of an earning, the sale or the order. A correction without a sale has a sale id too. */
export function findOwnSaleId(db: Queryable, companyId: Id<'company'>, id: string): Promise<Id<'sale'> | null> {
  return firstValue(db<{ saleId: Id<'sale'> }[]>`
    SELECT sale_id FROM earnings
     WHERE company_id = ${companyId}
       AND (id = ${id} OR sale_id = ${id} OR sale_id = (SELECT id FROM sales WHERE order_id = ${id}))
     LIMIT 1`);
}

export interface KeySaleRow extends SaleRow {
  eventName: string;
  orderStatus: OrderStatus;
  refundedMinor: number;
  refundedQuantity: number;
  ticketTypes: readonly { id: Id<'ticketType'>; name: string }[];
}

/** The newest sales credited through one key. */
export async function listSalesOfKey(db: Queryable, keyId: Id<'key'>, limit: number): Promise<KeySaleRow[]> {
  return db<KeySaleRow[]>`
    SELECT s.*, e.name AS event_name, o.status AS order_status, o.refunded_minor, o.refunded_quantity,
      (SELECT json_agg(json_build_object('id', t.id, 'name', t.name) ORDER BY l.position)
       FROM order_lines l JOIN ticket_types t ON t.id = l.ticket_type_id WHERE l.order_id = s.order_id) AS ticket_types
    FROM (SELECT ${SALE_COLUMNS} FROM sales WHERE key_id = ${keyId} ORDER BY created_at DESC, id LIMIT ${limit}) s
    JOIN events e ON e.id = s.event_id JOIN orders o ON o.id = s.order_id
    ORDER BY s.created_at DESC, s.id`;
}

/** A company's orders, sales or earnings of some days: in UTC, both included. */
export interface CompanyDays {
  companyId: Id<'company'>;
  mode: Mode;
  from: string;
  to: string;
}

/** Selects a company's sales with their source and what buyers paid, from an index alone. */
export function salesMade(db: Queryable, { companyId, mode, from, to }: CompanyDays): Fragment {
  return db`
    SELECT created_at, event_id, sub_id, source, paid_minor, order_currency FROM sales
     WHERE company_id = ${companyId} AND mode = ${mode}
       AND created_at >= ${from}::date AND created_at < ${to}::date + 1`;
}

/** Selects the rewards of a company's sales since an instant, as `order_id` and `commission_minor`. */
export function rewardsOfOrders(
  db: Queryable,
  { companyId, mode, from }: { companyId: Id<'company'>; mode: Mode; from: Date },
): Fragment {
  return db`
    SELECT order_id, commission_minor FROM sales
     WHERE company_id = ${companyId} AND mode = ${mode} AND created_at >= ${from}`;
}

/** The newest paid test orders of a key. */
export function listTestOrders(db: Queryable, keyId: Id<'key'>, limit: number): Promise<string[]> {
  return columnValues(db<{ orderId: Id<'order'> }[]>`
    SELECT order_id FROM sales WHERE key_id = ${keyId} AND mode = 'test' ORDER BY created_at DESC, id LIMIT ${limit}`);
}
