import { randomUUID } from 'node:crypto';
import { newId } from '../core/ids.js';
import { toDecimal } from '../core/money.js';
import { conflict, noSuch } from '../core/problems.js';
import type { LatePaymentCause } from '../core/return-cause.js';
import { recordRefund } from '../earnings/record-refund.js';
import { findSale, findSaleOfOrder } from '../earnings/sql/sales.js';
import { ProcessorFailure, ProcessorRefusal, type RefundRequest, type ReportedRefund } from '../payments/port.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { enqueue } from '../platform/outbox/messages.js';
import type { TemporalClient } from '../platform/temporal/client.js';
import { startWorkflow } from '../platform/temporal/start-workflow.js';
import { refundWorkflowId } from '../platform/temporal/workflow-ids.js';
import { refundTickets } from '../tickets/refund-tickets.js';
import { isSettled, nextOrderStatus, type OrderStatus, OrderTransitionError } from './rules/order-status.js';
import { findPageOfPayment } from './sql/checkouts.js';
import { addRefunded, findHolds, lockOrder, type OrderRow } from './sql/orders.js';
import {
  beginNextAttempt,
  findRefund,
  findRefundToSend,
  followRefund,
  insertRefund,
  type ListedRefund,
  listRefundsOfOrder,
  markRefundRefused,
  markRefundSent,
  type RefundReason,
  type RefundRow,
  resetRefund,
} from './sql/refunds.js';
import { returnSold } from './sql/ticket-holds.js';
import { REFUND_WORKFLOW, type RefundWorkflowInput } from './workflow.js';

interface RefundInput {
  orderId: string;
  /** Identifies this refund: the same key refunds once. */
  requestKey: string;
  /** How many tickets to refund; default: all that remain. */
  tickets?: number;
}

interface RefundOutcome {
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

/**
 * Refunds some or all tickets of a sale for an operator; the earning is reversed in proportion.
 *
 * @param input.id of the sale, or of its order.
 * @param input.tickets default: all that are left.
 * @throws {ProblemError} `invalid_request` for an unknown sale, and for more tickets than remain.
 * @throws {OrderTransitionError} when it was refunded in full.
 */
export async function refundSale(ctx: Context, input: { id: string; tickets?: number }): Promise<RefundOutcome> {
  const sale = (await findSale(ctx.sql, input.id)) ?? (await findSaleOfOrder(ctx.sql, input.id));
  if (!sale) throw noSuch('sale', input.id);
  const { id: objectId, orderId, companyId } = sale;
  return ctx.sql.begin(async (tx) => {
    const refund = await refundIn(ctx, tx, { orderId, requestKey: `operator/${randomUUID()}`, tickets: input.tickets });
    if (!refund) throw noSuch('sale', input.id);
    const { refundId, tickets, amountMinor, currency } = refund;
    const details = { orderId, refundId, tickets, amount: toDecimal(amountMinor, currency), currency };
    await recordAction(ctx, tx, { action: 'sale.refund', objectId, companyId, details });
    return refund;
  });
}

interface RefundWish {
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

/**
 * The money that goes back for an order, oldest first, with the reason for each; nothing of the buyer.
 *
 * @throws {ProblemError} `invalid_request` for an unknown order.
 */
export async function listRefunds(ctx: Context, orderId: string): Promise<ListedRefund[]> {
  if ((await findHolds(ctx.sql, [orderId])).length === 0) throw noSuch('order', orderId);
  return listRefundsOfOrder(ctx.sql, orderId);
}

/** Starts the sending of a refund; whether it runs already, or ran and failed, the money moves once. */
export async function startRefund(temporal: TemporalClient, refund: string): Promise<void> {
  const input: RefundWorkflowInput = { refundId: refund };
  await startWorkflow(temporal, REFUND_WORKFLOW, {
    workflowId: refundWorkflowId(refund),
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    taskQueue: temporal.queue('orders'),
    args: [input],
    workflowExecutionTimeout: '30 days',
    staticSummary: `Sends refund ${refund} to the card processor`,
  });
}

/**
 * Sends a refund to the card processor, once: what became of an earlier attempt is asked first, and the key of an attempt stays the same
 * until the processor would only repeat a failure. A refusal for good is written down for an operator.
 *
 * @returns the processor's reference, or null when there was nothing to send, or it was refused.
 * @throws when the processor could not be reached, or failed.
 */
export async function sendRefund(ctx: Context, input: { refundId: string }): Promise<string | null> {
  const refund = await findRefundToSend(ctx.sql, input.refundId);
  if (!refund || refund.sentAt || refund.state === 'failed') return null;
  const { id, orderId, attempt, account } = refund;
  const request: RefundRequest = {
    mode: refund.mode,
    account,
    refundId: id,
    paymentReference: refund.paymentReference,
    amountMinor: refund.amountMinor,
    currency: refund.currency,
    withFee: (refund.feeMinor ?? 0) > 0,
    // Without an account it is a payment of the simulation: of a test order, or from before there was another processor.
    key: account === null ? id : `${id}/${attempt}`,
  };
  try {
    const payments = account === null && ctx.payments.hosted ? ctx.simulation : ctx.payments;
    const made = (account && (await payments.findRefund(request))) || (await payments.refund(request));
    await markRefundSent(ctx.sql, id, made, ctx.clock.now());
    return made.reference;
  } catch (error) {
    if (error instanceof ProcessorFailure) await beginNextAttempt(ctx.sql, id, attempt);
    if (!(error instanceof ProcessorRefusal)) throw error;
    await markRefundRefused(ctx.sql, id, error.code);
    ctx.log.error({ alert: 'refund_failed', refundId: id, orderId, failure: error.code }, 'a refund was refused');
    return null;
  }
}

/**
 * Sends a refund again that failed, for an operator.
 *
 * @throws {ProblemError} `invalid_request` for an unknown refund, or one that did not fail.
 */
export async function retryRefund(ctx: Context, refundId: string): Promise<void> {
  const refund = await findRefundToSend(ctx.sql, refundId);
  if (!refund) throw noSuch('refund', refundId);
  await ctx.sql.begin(async (tx) => {
    if (!(await resetRefund(tx, refundId))) throw conflict('refund', `${refundId} has not failed`);
    await enqueue(tx, 'refund.requested', [refundId], ctx.clock.now());
    await recordAction(ctx, tx, { action: 'refund.retry', objectId: refundId, details: { orderId: refund.orderId } });
  });
}

/** What the processor says of a refund, in the caller's transaction; one that was made there becomes ours. */
export async function reportRefund(
  ctx: Context,
  tx: Transaction,
  { refund, account }: { refund: ReportedRefund; account: string | null },
): Promise<boolean> {
  const now = ctx.clock.now();
  const { reference, refundId, state, failure = null, paymentReference } = refund;
  const known = await followRefund(tx, { id: refundId, reference, state, failure }, now);
  if (known) {
    if (known.after === 'failed' && known.before !== 'failed') {
      ctx.log.error({ alert: 'refund_failed', refundId: known.id, orderId: known.orderId, failure }, 'a refund failed');
    }
    return true;
  }
  const page = await findPageOfPayment(tx, { account, paymentReference });
  if (!page) return false;
  if (refundId === null && state !== 'failed') await adoptRefund(tx, page.orderId, refund, now);
  return true;
}

/** A refund that somebody made on the processor's pages: whole tickets go back on sale, and the earning is reversed in proportion. */
async function adoptRefund(tx: Transaction, orderId: string, refund: ReportedRefund, now: Date): Promise<void> {
  const order = await lockOrder(tx, orderId);
  const requestKey = `processor/${refund.reference}`;
  if (!order || (await findRefund(tx, orderId, requestKey))) return;
  const { amountMinor, paymentReference, reference, state } = refund;
  // A payment that was given back already, or one that came twice: the order is as it was.
  const isOfOrder = isSettled(order.status) && order.paymentReference === paymentReference;
  const isRest = amountMinor >= order.totalMinor - order.refundedMinor;
  const remaining = order.quantity - order.refundedQuantity;
  const whole = amountMinor % order.unitTotalMinor === 0 ? amountMinor / order.unitTotalMinor : 0;
  const quantity = isOfOrder ? (isRest ? remaining : Math.min(whole, remaining)) : 0;
  const id = newId('refund');
  const { currency } = order;
  await insertRefund(tx, {
    ...{ id, orderId, requestKey, reason: 'processor', cause: null, paymentReference, quantity, amountMinor, currency },
    createdAt: now,
  });
  await markRefundSent(tx, id, { reference, state }, now);
  if (!isOfOrder) return;
  const status = nextOrderStatus(order.status, isRest ? 'refund_rest' : 'refund_part', order.mode);
  await addRefunded(tx, orderId, { status, quantity, amountMinor });
  await recordRefund(tx, { orderId, amountMinor, full: isRest }, now);
  if (quantity === 0) return;
  await refundTickets(tx, { orderId, refundId: id, count: quantity, now });
  await enqueue(tx, 'event.touched', [order.eventId], now);
  await returnSold(tx, order.ticketTypeId, quantity, now);
}
