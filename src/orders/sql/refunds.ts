import type { Id } from '../../core/ids.js';
import type { Mode } from '../../core/mode.js';
import type { LatePaymentCause, ReturnCause } from '../../core/return-cause.js';
import type { Queryable } from '../../platform/database/database.js';
import { fragment } from '../../platform/database/fragment.js';
import { firstRow, isOneRow } from '../../platform/database/rows.js';
import type { Overdue, OverduePage } from '../../platform/jobs/job.js';
import { overdueRows } from '../../platform/jobs/overdue-page.js';

/** `processor`: made on the processor's own pages. */
export type RefundReason = 'requested' | 'late_payment' | 'duplicate_payment' | 'processor';

export interface RefundRow {
  id: Id<'refund'>;
  orderId: Id<'order'>;
  reason: RefundReason;
  /** Why a late payment could not be taken; null for other refunds. */
  cause: LatePaymentCause | null;
  paymentReference: string;
  quantity: number;
  amountMinor: number;
  currency: string;
  sentAt: Date | null;
}

export function findRefund(tx: Queryable, orderId: Id<'order'>, requestKey: string): Promise<RefundRow | null> {
  return firstRow(tx<RefundRow[]>`
    SELECT id, order_id, reason, cause, payment_reference, quantity, amount_minor, currency, sent_at
    FROM refunds WHERE order_id = ${orderId} AND request_key = ${requestKey}`);
}

export type ListedRefund = RefundRow & {
  createdAt: Date;
  state: RefundState | null;
  failure: string | null;
  /** When an operator settled it in another way. */
  settledAt: Date | null;
};

/** Oldest first. */
export async function listRefundsOfOrder(sql: Queryable, orderId: Id<'order'>): Promise<ListedRefund[]> {
  return sql<ListedRefund[]>`
    SELECT id, order_id, reason, cause, payment_reference, quantity, amount_minor, currency, created_at, sent_at, state, failure, settled_at
    FROM refunds WHERE order_id = ${orderId} ORDER BY created_at, id`;
}

/**
 * Payments of an order that went back, oldest first; a whole order of a cancelled event counts as one. `late`: it was never
 * accepted, so there are no tickets.
 */
export async function listReturned(
  sql: Queryable,
  orderId: Id<'order'>,
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

/** Identifies the attempts of refunds `r` at the processor. */
const ATTEMPT_KEY = fragment`r.id || '/' || r.attempt`;

export interface RefundToSend extends RefundRow {
  mode: Mode;
  attempt: number;
  key: string;
  state: RefundState | null;
  /** The account of the processor's page where it was paid; null: there was no page. */
  account: string | null;
  feeMinor: number | null;
  /** The failed attempt that has returned our share of the fee. For an unsent refund: the attempt that may have. */
  feeReference: string | null;
}

export type RefundState = 'pending' | 'succeeded' | 'failed';

/** A refund with the facts of its order that the processor needs. */
export function findRefundToSend(sql: Queryable, refundId: Id<'refund'>): Promise<RefundToSend | null> {
  return firstRow(sql<RefundToSend[]>`
    SELECT r.id, r.order_id, r.reason, r.cause, r.payment_reference, r.quantity, r.amount_minor, r.currency, r.sent_at, r.attempt, r.state,
      r.fee_reference,
      ${ATTEMPT_KEY} AS key, o.mode, c.account, c.fee_minor
    FROM refunds r JOIN orders o ON o.id = r.order_id LEFT JOIN checkouts c ON c.payment_reference = r.payment_reference
    WHERE r.id = ${refundId}`);
}

interface Attempt {
  refundId: Id<'refund'>;
  attempt: number;
}

/** The processor has taken this attempt of the refund. */
export async function markRefundSent(
  sql: Queryable,
  { refundId, attempt }: Attempt,
  made: { reference: string; state: RefundState; failure?: string | null; feeReference?: string },
  now: Date,
): Promise<void> {
  const { reference, state, failure = null, feeReference = null } = made;
  await sql`
    UPDATE refunds SET sent_at = ${now}, processor_reference = ${reference}, fee_reference = ${feeReference},
      state = coalesce(state, ${state}), failure = coalesce(failure, ${failure})
    WHERE id = ${refundId} AND attempt = ${attempt} AND sent_at IS NULL`;
}

/** The next call takes another key. */
export async function beginNextAttempt(sql: Queryable, { refundId, attempt }: Attempt): Promise<void> {
  await sql`UPDATE refunds SET attempt = ${attempt + 1} WHERE id = ${refundId} AND attempt = ${attempt} AND sent_at IS NULL`;
}

/** The processor refused this attempt of the refund for good. */
export async function markRefundRefused(
  sql: Queryable,
  { refundId, attempt }: Attempt,
  failure: string,
): Promise<void> {
  await sql`
    UPDATE refunds SET state = 'failed', failure = ${failure} WHERE id = ${refundId} AND attempt = ${attempt} AND sent_at IS NULL`;
}

/** Makes a failed refund wait to be sent. @returns false for a refund that did not fail, or was settled in another way. */
export function resetRefund(tx: Queryable, refundId: Id<'refund'>): Promise<boolean> {
  return isOneRow(tx`
    UPDATE refunds SET attempt = attempt + 1, state = NULL, failure = NULL, sent_at = NULL, processor_reference = NULL,
      fee_reference = coalesce(fee_reference, processor_reference)
    WHERE id = ${refundId} AND state = 'failed' AND settled_at IS NULL`);
}

/** Records that the buyer got a failed refund in another way. @returns false for a refund that awaits no decision. */
export function settleRefund(tx: Queryable, refundId: Id<'refund'>, now: Date): Promise<boolean> {
  return isOneRow(tx`
    UPDATE refunds SET settled_at = ${now} WHERE id = ${refundId} AND state = 'failed' AND settled_at IS NULL`);
}

/**
 * Stores the processor's report of a refund: a later state replaces an earlier one, in any order of arrival. Reports of
 * earlier attempts are ignored. The caller has locked the order.
 *
 * @param refund.key of the attempt; null: we did not ask for it.
 * @param sentAt when the processor took it: kept unless we know.
 * @returns the refund's state before; undefined for a refund that we do not know.
 */
export function followRefund(
  tx: Queryable,
  refund: {
    orderId: Id<'order'>;
    key: string | null;
    reference: string;
    state: RefundState;
    failure: string | null;
    feeReference: string | null;
  },
  sentAt: Date,
): Promise<{ id: string; before: RefundState | null } | null> {
  return firstRow(tx<{ id: string; before: RefundState | null }[]>`
    WITH known AS (
      SELECT r.id, r.state, array_position(ARRAY['pending', 'succeeded', 'failed'], r.state) AS rank FROM refunds r
      WHERE r.order_id = ${refund.orderId} AND (r.processor_reference = ${refund.reference}
        OR (r.processor_reference IS NULL AND ${ATTEMPT_KEY} = ${refund.key})) FOR NO KEY UPDATE
    )
    UPDATE refunds r SET
      state = CASE WHEN k.rank IS NULL OR k.rank < array_position(ARRAY['pending', 'succeeded', 'failed'], ${refund.state}::text)
        THEN ${refund.state} ELSE r.state END,
      failure = CASE WHEN ${refund.state} = 'failed' THEN ${refund.failure} ELSE r.failure END,
      sent_at = coalesce(r.sent_at, ${sentAt}), processor_reference = ${refund.reference},
      fee_reference = ${refund.feeReference}
    FROM known k WHERE r.id = k.id RETURNING r.id, k.state AS before`);
}

/** Refunds that the processor has not accepted although they were made before an instant. */
export async function findUnsentRefunds(sql: Queryable, page: OverduePage): Promise<Overdue[]> {
  return sql<Overdue[]>`
    SELECT id AS subject, created_at AS since FROM refunds
     WHERE sent_at IS NULL AND state IS DISTINCT FROM 'failed'
       AND ${overdueRows(sql, page, { since: sql`created_at`, subject: sql`id` })}`;
}
