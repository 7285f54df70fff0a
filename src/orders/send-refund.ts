import { type Id, newId } from '../core/ids.js';
import type { Mode } from '../core/mode.js';
import { conflict, noSuch } from '../core/problems.js';
import { ProcessorFailure, ProcessorRefusal } from '../payments/errors.js';
import type { RefundRequest, RefundResult, ReportedRefund } from '../payments/port.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { enqueue } from '../platform/outbox/messages.js';
import { refundTickets } from '../tickets/refund-tickets.js';
import { findRefundable, refundMoney } from './refunds.js';
import { isSettled } from './rules/order-status.js';
import { ticketsOfAmount } from './rules/refund-lines.js';
import { findPageOfPayment } from './sql/checkouts.js';
import { lockOrder, type OrderRow } from './sql/orders.js';
import {
  beginNextAttempt,
  findRefund,
  findRefundToSend,
  followRefund,
  insertRefund,
  markRefundRefused,
  markRefundSent,
  resetRefund,
  settleRefund,
} from './sql/refunds.js';

/** A payment of the processor, in a process without it: the refund stays unsent, and the simulation must not say that it was made. */
class ProcessorMissing extends Error {
  override name = 'ProcessorMissing';

  constructor(refundId: Id<'refund'>, mode: Mode) {
    const setting = mode === 'live' ? 'PAYMENTS=stripe' : 'STRIPE_TEST_KEY';
    super(`${refundId} is the refund of a card payment: this process needs ${setting} to send it`);
  }
}

/**
 * Sends a refund to the card processor, once: what became of an earlier attempt is asked first, and the key of an attempt stays the same
 * until the processor would only repeat a failure. A refusal for good is written down for an operator.
 *
 * @returns the processor's reference, or null when there was nothing to send, or it was refused.
 * @throws {ProcessorMissing} in a process without the processor.
 * @throws when the processor could not be reached, or failed.
 */
export async function sendRefund(ctx: Context, input: { refundId: Id<'refund'> }): Promise<string | null> {
  const refund = await findRefundToSend(ctx.sql, input.refundId);
  if (!refund || refund.sentAt || refund.state === 'failed') return null;
  const { id, account } = refund;
  const attempt = { refundId: id, attempt: refund.attempt };
  const request: RefundRequest = {
    account,
    refundId: id,
    paymentReference: refund.paymentReference,
    amount: { minor: refund.amountMinor, currency: refund.currency },
    withFee: (refund.feeMinor ?? 0) > 0,
    failedReference: refund.feeReference,
    // Without an account it is a payment of the simulation.
    key: account === null ? id : refund.key,
  };
  const payments = account === null ? ctx.payments.simulation : ctx.payments.of(refund.mode);
  if (account !== null && !payments.hosted) throw new ProcessorMissing(id, refund.mode);
  const keep = async (made: RefundResult) => {
    await markRefundSent(ctx.sql, attempt, made, ctx.clock.now());
    if (made.state === 'failed') warnOfFailure(ctx, { ...refund, failure: made.failure ?? null });
    return made.reference;
  };
  try {
    return await keep((account && (await payments.findRefund(request))) || (await payments.refund(request)));
  } catch (error) {
    if (error instanceof ProcessorRefusal) {
      await markRefundRefused(ctx.sql, attempt, error.code);
      warnOfFailure(ctx, { ...refund, failure: error.code });
      return null;
    }
    if (!(error instanceof ProcessorFailure)) throw error;
    // It repeats this for the key. Another key could pay twice, unless nothing came of this one.
    const made = await payments.findRefund(request);
    if (!made) await beginNextAttempt(ctx.sql, attempt);
    if (!made) throw error;
    return keep(made);
  }
}

/** The refund of a test order moves no money, so it alerts no operator. */
function warnOfFailure(
  ctx: Context,
  refund: { id: string; orderId: Id<'order'>; mode: Mode; failure: string | null },
): void {
  const { id: refundId, orderId, mode, failure } = refund;
  if (mode === 'test') ctx.log.info({ refundId, orderId, failure }, 'the refund of a test order failed');
  else ctx.log.error({ alert: 'refund_failed', refundId, orderId, failure }, 'a refund failed');
}

/**
 * An operator's decision about a failed refund: send it again, or record that the buyer got the money in another way.
 *
 * @throws {ProblemError} `invalid_request` for an unknown refund, or a refund that did not fail or was settled.
 */
export async function mendRefund(ctx: Context, refundId: Id<'refund'>, mend: 'retry' | 'settle'): Promise<void> {
  const refund = await findRefundToSend(ctx.sql, refundId);
  if (!refund) throw noSuch('refund', refundId);
  const now = ctx.clock.now();
  await ctx.sql.begin(async (tx) => {
    const waited = await (mend === 'retry' ? resetRefund(tx, refundId) : settleRefund(tx, refundId, now));
    if (!waited) throw conflict('refund', `${refundId} has not failed, or is settled`);
    if (mend === 'retry') await enqueue(tx, 'refund.requested', [refundId], now);
    await recordAction(ctx, tx, { action: `refund.${mend}`, objectId: refundId, details: { orderId: refund.orderId } });
  });
}

/** Applies the processor's report of a refund, in the caller's transaction; a refund made on its pages becomes ours. */
export async function reportRefund(
  ctx: Context,
  tx: Transaction,
  { refund, account, mode }: { refund: ReportedRefund; account: string | null; mode: Mode },
): Promise<boolean> {
  const now = ctx.clock.now();
  const { reference, refundId, key, state, failure = null, paymentReference, createdAt } = refund;
  const { feeReference = null } = refund;
  const page = await findPageOfPayment(tx, { mode, account, paymentReference });
  // Two messages of one refund come one after the other from here on.
  const order = page && (await lockOrder(tx, page.orderId));
  if (!order) return false;
  const orderId = order.id;
  const known = await followRefund(tx, { orderId, key, reference, state, failure, feeReference }, createdAt);
  const id = known?.id ?? (refundId === null ? await adoptRefund(tx, order, refund, now) : null);
  if (id && state === 'failed' && known?.before !== 'failed') warnOfFailure(ctx, { id, orderId, mode, failure });
  return true;
}

/**
 * A refund that a person made on the processor's pages: whole tickets of one type go back on sale, and the earning is reversed in
 * proportion. The same holds for a failed one: the refund is decided, and it waits to be sent again.
 *
 * @returns its id; null when we know it.
 */
async function adoptRefund(
  tx: Transaction,
  order: OrderRow,
  refund: ReportedRefund,
  now: Date,
): Promise<string | null> {
  const orderId = order.id;
  const requestKey = `processor/${refund.reference}`;
  if (await findRefund(tx, orderId, requestKey)) return null;
  const { paymentReference, reference, state, failure } = refund;
  const amountMinor = refund.amount.minor;
  // The payment was refunded already, or it was a second payment: the order does not change.
  const isOfOrder = isSettled(order.status) && order.paymentReference === paymentReference;
  const isRest = amountMinor >= order.totalMinor - order.refundedMinor;
  const { currency } = order;
  const amount = { minor: amountMinor, currency };
  const refunded = isOfOrder ? ticketsOfAmount(await findRefundable(tx, order), { amount, isRest }) : [];
  const quantity = refunded.reduce((sum, line) => sum + line.quantity, 0);
  const id = newId('refund');
  await insertRefund(tx, {
    ...{ id, orderId, requestKey, reason: 'processor', cause: null, paymentReference, quantity, amountMinor, currency },
    createdAt: now,
  });
  await markRefundSent(tx, { refundId: id, attempt: 1 }, { reference, state, failure }, refund.createdAt);
  if (!isOfOrder) return id;
  // A refund of ours may be on its way to the processor: an order never returns more than its price.
  const given = Math.min(amountMinor, order.totalMinor - order.refundedMinor);
  if (given > 0) await refundMoney(tx, order, { quantity, amount: { minor: given, currency }, isRest }, now);
  if (quantity > 0) await refundTickets(tx, order, { refundId: id, lines: refunded }, now);
  return id;
}
