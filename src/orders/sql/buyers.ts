import type { Id } from '../../core/ids.js';
import { foldEmail } from '../../core/mail-address.js';
import type { Mode } from '../../core/mode.js';
import type { Transaction } from '../../platform/database/database.js';
import { linesJson } from './order-columns.js';
import type { OrderRow } from './orders.js';

export interface BuyerOrderRow extends Pick<OrderRow, 'id' | 'companyId' | 'mode' | 'eventId' | 'lines' | 'subId'> {
  returnUrl: string | null;
  erasedAt: Date | null;
}

/** The order of that id, or all orders of a buyer's address in whatever case, locked in the order of their ids. */
export async function lockOrdersOfBuyer(
  tx: Transaction,
  of: { orderId: Id<'order'> } | { email: string },
): Promise<BuyerOrderRow[]> {
  return tx<BuyerOrderRow[]>`
    SELECT id, company_id, mode, event_id, ${linesJson('orders.id')}, sub_id, return_url, buyer_erased_at AS erased_at
      FROM orders WHERE ${'orderId' in of ? tx`id = ${of.orderId}` : tx`lower(buyer_email COLLATE "C") = ${foldEmail(of.email)}`}
     ORDER BY id FOR NO KEY UPDATE`;
}

export async function eraseBuyerColumns(tx: Transaction, orderId: Id<'order'>, now: Date): Promise<void> {
  await tx`
    UPDATE orders SET buyer_email = NULL, buyer_name = NULL, buyer_erased_at = ${now} WHERE id = ${orderId}`;
}

/** Replaces the hash of an order's request: the old one could be guessed from an e-mail address. */
export async function replaceRequestHash(tx: Transaction, order: BuyerOrderRow, requestHash: string): Promise<void> {
  await tx`
    UPDATE idempotency_keys SET request_hash = decode(${requestHash}, 'hex')
     WHERE company_id = ${order.companyId ?? ''} AND mode = ${order.mode} AND order_id = ${order.id}`;
}

/** Orders are looked through one by one for an address: no index keeps addresses a second time. */
export async function allowLongSearch(tx: Transaction): Promise<void> {
  await tx`SET LOCAL statement_timeout = '10min'`;
}

/** An order as support sees it, without its buyer. */
export type BuyerOrder = Pick<
  OrderRow,
  | ('id' | 'companyId' | 'mode' | 'status' | 'eventId')
  | ('quantity' | 'totalMinor' | 'refundedMinor' | 'currency' | 'createdAt')
> & {
  /** Null: no partner sold it. */
  companyName: string | null;
  eventName: string;
  paidAt: Date | null;
};

/** Orders of a buyer's address in whatever case, newest first. */
export async function listOrdersOfBuyer(
  tx: Transaction,
  of: { email: string; mode: Mode },
  limit: number,
): Promise<BuyerOrder[]> {
  return tx<BuyerOrder[]>`
    SELECT o.id, o.company_id, c.name AS company_name, o.mode, o.status, o.event_id,
           e.name AS event_name, o.quantity, o.total_minor, o.refunded_minor, o.currency, o.created_at, o.paid_at
      FROM orders o LEFT JOIN companies c ON c.id = o.company_id JOIN events e ON e.id = o.event_id
     WHERE lower(o.buyer_email COLLATE "C") = ${foldEmail(of.email)} AND o.mode = ${of.mode}
     ORDER BY o.created_at DESC, o.id LIMIT ${limit}`;
}

export async function replaceAddress(tx: Transaction, orderId: Id<'order'>, email: string): Promise<void> {
  await tx`UPDATE orders SET buyer_email = ${email} WHERE id = ${orderId}`;
}
