import type { Transaction } from '../platform/database/database.js';
import { enqueue } from '../platform/outbox/messages.js';
import { nextOrderStatus } from './rules/order-status.js';
import { closeOrder, type OrderRow } from './sql/orders.js';
import { releaseHold } from './sql/ticket-holds.js';

/**
 * Ends a hold without a payment, inside the transaction that locked the order; the hot ticket type comes last,
 * so that its row is locked for the commit alone.
 *
 * @throws {OrderTransitionError} when the order does not await payment.
 */
export async function releaseOrder(
  tx: Transaction,
  order: OrderRow,
  action: 'expire' | 'cancel',
  now: Date,
): Promise<OrderRow> {
  const status = nextOrderStatus(order.status, action, order.mode);
  await closeOrder(tx, order.id, status, now);
  // At the end of the hold its workflow comes by itself.
  if (action === 'cancel') await announceClosed(tx, order, now);
  await enqueue(tx, 'event.touched', [order.eventId], now);
  await releaseHold(tx, order.ticketTypeId, order.quantity, now);
  return { ...order, status };
}

/** Ends the wait of the workflow of this order; a workflow of many holds goes on for the others. */
export async function announceClosed(tx: Transaction, order: OrderRow, now: Date): Promise<void> {
  if (order.holdBatch === null) await enqueue(tx, 'order.closed', [order.id], now);
}
