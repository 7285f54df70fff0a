import { releaseHold } from '../catalogue/sql/stock.js';
import type { Id } from '../core/ids.js';
import type { Transaction } from '../platform/database/database.js';
import { enqueue } from '../platform/outbox/messages.js';
import type { StoredTrace } from '../platform/traces/trace-context.js';
import { nextOrderStatus } from './rules/order-status.js';
import { closeOrder, type OrderRow } from './sql/orders.js';

/**
 * Ends a hold without a payment, inside the transaction that locked the order; the hot ticket type comes last,
 * so that its row is locked for the commit alone.
 *
 * @param trace of the call that ends it.
 * @throws {OrderTransitionError} when the order does not await payment.
 * @throws {CheckoutOpen} while a page of the processor is open: close it first, outside of any transaction.
 */
export async function releaseOrder(
  tx: Transaction,
  order: OrderRow,
  action: 'expire' | 'cancel',
  now: Date,
  trace?: StoredTrace,
): Promise<OrderRow> {
  const status = nextOrderStatus(order.status, action, order.mode);
  const closed = await closeOrder(tx, order.id, status, now);
  if (!closed) throw new CheckoutOpen(order.id);
  // A hold that is over needs no signal: its timer has fired.
  if (action === 'cancel') await announceClosed(tx, [order], now);
  await enqueue(tx, 'event.touched', [order.eventId], now, trace);
  await releaseHold(tx, order.lines, now);
  return { ...order, ...closed };
}

/** The buyer may still pay for the order on a page of the processor. */
export class CheckoutOpen extends Error {
  override name = 'CheckoutOpen';

  constructor(orderId: Id<'order'>) {
    super(`a payment page of ${orderId} is still open`);
  }
}

/** Ends the wait of the workflow of each of these orders; a workflow of many holds goes on for the others. */
export async function announceClosed(tx: Transaction, orders: readonly OrderRow[], now: Date): Promise<void> {
  const own = orders.filter(({ holdBatch }) => holdBatch === null);
  await enqueue(
    tx,
    'order.closed',
    own.map(({ id }) => id),
    now,
  );
}
