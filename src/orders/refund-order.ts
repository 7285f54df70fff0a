import { conflict } from '../core/problems.js';
import { recordRefund } from '../earnings/record-refund.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { enqueue } from '../platform/outbox/messages.js';
import { refundTickets } from '../tickets/refund-tickets.js';
import { requestRefund } from './request-refund.js';
import type { OrderStatus } from './rules/order-status.js';
import { isSettled, nextOrderStatus, OrderTransitionError } from './rules/order-status.js';
import { addRefunded, lockOrder } from './sql/orders.js';
import { findRefund } from './sql/refunds.js';
import { returnSold } from './sql/ticket-holds.js';

export interface RefundInput {
  orderId: string;
  /** Identifies this refund: the same key refunds once. */
  requestKey: string;
  /** How many tickets to refund; default: all that remain. */
  tickets?: number;
}

export interface RefundOutcome {
  refundId: string;
  status: OrderStatus;
  tickets: number;
  amountMinor: number;
  currency: string;
}

/**
 * Refunds some or all tickets of a paid order and puts them back on sale.
 *
 * @returns null for an order that does not exist.
 * @throws {OrderTransitionError} when the order is not paid, or was refunded in full.
 * @throws {RangeError} for more tickets than remain.
 */
export function refundOrder(ctx: Context, input: RefundInput): Promise<RefundOutcome | null> {
  return ctx.sql.begin((tx) => refundIn(ctx, tx, input));
}

/** {@link refundOrder} in the caller's transaction. */
export async function refundIn(ctx: Context, tx: Transaction, input: RefundInput): Promise<RefundOutcome | null> {
  const order = await lockOrder(tx, input.orderId);
  if (!order) return null;
  const known = await findRefund(tx, order.id, input.requestKey);
  if (known) return outcome(known.id, order.status, known.quantity, known.amountMinor, order.currency);
  if (!isSettled(order.status) || order.paymentReference === null) {
    throw new OrderTransitionError(order.status, 'refund_rest');
  }
  const remaining = order.quantity - order.refundedQuantity;
  const quantity = input.tickets ?? remaining;
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > remaining) {
    throw conflict('tickets', `${quantity} cannot be refunded: ${remaining} remain`);
  }
  const now = ctx.clock.now();
  const status = nextOrderStatus(order.status, quantity === remaining ? 'refund_rest' : 'refund_part', order.mode);
  const amountMinor = quantity * order.unitTotalMinor;
  await addRefunded(tx, order.id, { status, quantity, amountMinor });
  await recordRefund(tx, { orderId: order.id, amountMinor, full: status === 'refunded' }, now);
  const refund = await requestRefund(
    tx,
    order,
    {
      requestKey: input.requestKey,
      reason: 'requested',
      paymentReference: order.paymentReference,
      quantity,
      amountMinor,
    },
    now,
  );
  await refundTickets(tx, { orderId: order.id, refundId: refund.id, count: quantity, now });
  await enqueue(tx, 'event.touched', [order.eventId], now);
  await returnSold(tx, order.ticketTypeId, quantity, now);
  return outcome(refund.id, status, quantity, amountMinor, order.currency);
}

function outcome(
  refundId: string,
  status: OrderStatus,
  tickets: number,
  amountMinor: number,
  currency: string,
): RefundOutcome {
  return { refundId, status, tickets, amountMinor, currency };
}
