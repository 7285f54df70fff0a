import { newId } from '../core/ids.js';
import type { LatePaymentCause } from '../core/return-cause.js';
import type { Transaction } from '../platform/database/database.js';
import { enqueue } from '../platform/outbox/messages.js';
import type { OrderRow } from './sql/orders.js';
import { findRefund, insertRefund, type RefundReason, type RefundRow } from './sql/refunds.js';

export interface RefundWish {
  requestKey: string;
  reason: RefundReason;
  /** With the reason `late_payment`. */
  cause?: LatePaymentCause;
  paymentReference: string;
  /** Tickets put back on sale. */
  quantity: number;
  amountMinor: number;
}

/** Records a refund and queues it for sending; the same request again returns the same refund. */
export async function requestRefund(tx: Transaction, order: OrderRow, wish: RefundWish, now: Date): Promise<RefundRow> {
  const known = await findRefund(tx, order.id, wish.requestKey);
  if (known) return known;
  const refund = {
    id: newId('refund'),
    orderId: order.id,
    reason: wish.reason,
    cause: wish.cause ?? null,
    paymentReference: wish.paymentReference,
    quantity: wish.quantity,
    amountMinor: wish.amountMinor,
    currency: order.currency,
  };
  await insertRefund(tx, { ...refund, requestKey: wish.requestKey, createdAt: now });
  await enqueue(tx, 'refund.requested', [refund.id], now);
  return { ...refund, sentAt: null };
}
