import type { Mode } from '../../core/mode.js';
import type { LatePaymentCause, ReturnCause } from '../../core/return-cause.js';
import type { Queryable } from '../../platform/database/database.js';

export type RefundReason = 'requested' | 'late_payment' | 'duplicate_payment';

export interface RefundRow {
  id: string;
  orderId: string;
  reason: RefundReason;
  /** Why a late payment could not be taken; null for other refunds, and for those from before causes were kept. */
  cause: LatePaymentCause | null;
  paymentReference: string;
  quantity: number;
  amountMinor: number;
  currency: string;
  sentAt: Date | null;
}

export async function findRefund(tx: Queryable, orderId: string, requestKey: string): Promise<RefundRow | undefined> {
  const [refund] = await tx<RefundRow[]>`
    SELECT id, order_id, reason, cause, payment_reference, quantity, amount_minor, currency, sent_at
    FROM refunds WHERE order_id = ${orderId} AND request_key = ${requestKey}`;
  return refund;
}

export type ListedRefund = RefundRow & { createdAt: Date };

/** Oldest first. */
export async function listRefundsOfOrder(sql: Queryable, orderId: string): Promise<ListedRefund[]> {
  return sql<ListedRefund[]>`
    SELECT id, order_id, reason, cause, payment_reference, quantity, amount_minor, currency, created_at, sent_at
    FROM refunds WHERE order_id = ${orderId} ORDER BY created_at, id`;
}

/**
 * Payments of an order that went back, oldest first; a whole order of a cancelled event counts as one. `late`: it was never
 * accepted, so there are no tickets.
 */
export async function listReturned(
  sql: Queryable,
  orderId: string,
): Promise<{ cause: ReturnCause | null; late: boolean; amountMinor: number }[]> {
  return sql`
    SELECT CASE WHEN reason = 'duplicate_payment' THEN 'already_paid' WHEN request_key = 'event-cancelled' THEN 'event_cancelled' ELSE cause END AS cause,
      reason = 'late_payment' AS late, amount_minor
    FROM refunds WHERE order_id = ${orderId} AND (reason <> 'requested' OR request_key = 'event-cancelled') ORDER BY created_at, id`;
}

export async function insertRefund(
  tx: Queryable,
  refund: Omit<RefundRow, 'sentAt'> & { requestKey: string; createdAt: Date },
): Promise<void> {
  await tx`
    INSERT INTO refunds (id, order_id, request_key, reason, cause, payment_reference, quantity, amount_minor, currency, created_at)
    VALUES (${refund.id}, ${refund.orderId}, ${refund.requestKey}, ${refund.reason}, ${refund.cause}, ${refund.paymentReference},
      ${refund.quantity}, ${refund.amountMinor}, ${refund.currency}, ${refund.createdAt})`;
}

/** A refund with what the processor needs to know of its order. */
export async function findRefundToSend(
  sql: Queryable,
  refundId: string,
): Promise<(RefundRow & { mode: Mode }) | undefined> {
  const [refund] = await sql<(RefundRow & { mode: Mode })[]>`
    SELECT r.id, r.order_id, r.reason, r.cause, r.payment_reference, r.quantity, r.amount_minor, r.currency, r.sent_at, o.mode
    FROM refunds r JOIN orders o ON o.id = r.order_id WHERE r.id = ${refundId}`;
  return refund;
}

export async function markRefundSent(sql: Queryable, refundId: string, reference: string, now: Date): Promise<void> {
  await sql`
    UPDATE refunds SET sent_at = ${now}, processor_reference = ${reference} WHERE id = ${refundId} AND sent_at IS NULL`;
}

/** Refunds decided before `before` that the processor has not taken yet. Some may fail each time, so they come in any order. */
export async function findUnsentRefunds(
  sql: Queryable,
  before: Date,
  limit: number,
): Promise<{ id: string; createdAt: Date }[]> {
  return sql<{ id: string; createdAt: Date }[]>`
    SELECT id, created_at FROM refunds WHERE sent_at IS NULL AND created_at < ${before} ORDER BY random() LIMIT ${limit}`;
}
