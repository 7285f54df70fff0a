import { randomUUID } from 'node:crypto';
import { type Id, newId } from '../core/ids.js';
import { decimalOf, type Money } from '../core/money.js';
import type { OrderStatus } from '../core/order-status.js';
import { conflict, noSuch } from '../core/problems.js';
import type { LatePaymentCause } from '../core/return-cause.js';
import { recordRefund } from '../earnings/order-reversals.js';
import { findSale, findSaleOfOrder } from '../earnings/sql/sales.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { enqueue } from '../platform/outbox/messages.js';
import { refundTickets } from '../tickets/refund-tickets.js';
import { countRefunded } from '../tickets/sql/tickets.js';
import { isSettled, nextOrderStatus, OrderTransitionError } from './rules/order-status.js';
import { chooseRefund, type RefundableLine, type RefundChoice, type RefundedLine } from './rules/refund-lines.js';
import { sumTaken } from './sql/disputes.js';
import { addRefunded, findHolds, lockOrder, type OrderRow } from './sql/orders.js';
import {
  findRefund,
  insertRefund,
  type ListedRefund,
  listRefundsOfOrder,
  type RefundReason,
  type RefundRow,
} from './sql/refunds.js';

interface RefundInput extends RefundChoice {
  orderId: Id<'order'>;
  /** Identifies this refund: the same key refunds once. */
  requestKey: string;
}

interface RefundOutcome {
  refundId: Id<'refund'>;
  status: OrderStatus;
  tickets: number;
  amount: Money;
}

/**
 * Refunds some or all tickets of a paid order and puts them back on sale. A part of an order of several ticket types must name the type.
 *
 * @returns null for an order that does not exist.
 * @throws {OrderTransitionError} when the order is not paid, or was refunded in full.
 * @throws {ConflictError} for more tickets than remain, an unknown ticket type, or a part of several types that names none.
 */
export function refundOrder(ctx: Context, input: RefundInput): Promise<RefundOutcome | null> {
  return ctx.sql.begin((tx) => refundIn(ctx, tx, input));
}

/** {@link refundOrder} in the caller's transaction. */
export async function refundIn(ctx: Context, tx: Transaction, input: RefundInput): Promise<RefundOutcome | null> {
  const order = await lockOrder(tx, input.orderId);
  if (!order) return null;
  const { currency } = order;
  const known = await findRefund(tx, order.id, input.requestKey);
  if (known) {
    const amount = { minor: known.amountMinor, currency };
    return { refundId: known.id, status: order.status, tickets: known.quantity, amount };
  }
  if (!isSettled(order.status) || order.paymentReference === null) {
    throw new OrderTransitionError(order.status, 'refund_rest');
  }
  const lines = await findRefundable(tx, order);
  const refunded = chooseRefund(lines, input);
  if (!Array.isArray(refunded)) throw conflict(refunded.field, refunded.message);
  const quantity = refunded.reduce((sum, line) => sum + line.quantity, 0);
  const isRest = quantity === order.quantity - order.refundedQuantity;
  const now = ctx.clock.now();
  // On the processor's pages money may have gone back without tickets.
  const leftMinor = order.totalMinor - order.refundedMinor;
  const amount = { minor: Math.min(priceOf(order, refunded), leftMinor), currency };
  if (!isRest && amount.minor === leftMinor) {
    throw conflict('tickets', `${quantity} cannot be refunded alone: too little of the payment is left for the others`);
  }
  const status = await refundMoney(tx, order, { quantity, amount, isRest }, now);
  const { paymentReference } = order;
  const asked = { requestKey: input.requestKey, reason: 'requested', paymentReference, quantity, amount } as const;
  const refund = await requestRefund(tx, order, asked, now);
  await refundTickets(tx, order, { refundId: refund.id, lines: refunded }, now);
  return { refundId: refund.id, status, tickets: quantity, amount };
}

/** Adds a refund to its order, and reverses the earning in proportion. @returns the order's new status. */
export async function refundMoney(
  tx: Transaction,
  order: OrderRow,
  { quantity, amount, isRest }: { quantity: number; amount: Money; isRest: boolean },
  now: Date,
): Promise<OrderStatus> {
  const status = nextOrderStatus(order.status, isRest ? 'refund_rest' : 'refund_part', order.mode);
  await addRefunded(tx, order.id, { status, quantity, amount });
  const leftMinor = order.totalMinor - order.refundedMinor - amount.minor;
  const kept = { minor: leftMinor - (await sumTaken(tx, order)), currency: order.currency };
  await recordRefund(tx, { orderId: order.id, amount, kept, full: isRest }, now);
  return status;
}

/** The lines of an order that the caller has locked, with the tickets that are not refunded. */
export async function findRefundable(tx: Transaction, { id, lines }: OrderRow): Promise<RefundableLine[]> {
  const refunded = await countRefunded(tx, id);
  return lines.map(({ ticketTypeId, unitTotalMinor, quantity }) => {
    return { ticketTypeId, unitTotalMinor, remaining: quantity - (refunded.get(ticketTypeId) ?? 0) };
  });
}

function priceOf({ lines }: OrderRow, tickets: readonly RefundedLine[]): number {
  const prices = new Map(lines.map(({ ticketTypeId, unitTotalMinor }) => [ticketTypeId, unitTotalMinor]));
  return tickets.reduce((sum, { ticketTypeId, quantity }) => sum + quantity * (prices.get(ticketTypeId) ?? 0), 0);
}

/**
 * Refunds some or all tickets of a sale for an operator; the earning is reversed in proportion.
 *
 * @param input.id of the sale, or of its order.
 * @param input.tickets default: all that are left, of the ticket type if one is named.
 * @throws {ProblemError} `invalid_request` for an unknown sale, and as {@link refundOrder}.
 * @throws {OrderTransitionError} when it was refunded in full.
 */
export async function refundSale(ctx: Context, input: RefundChoice & { id: string }): Promise<RefundOutcome> {
  const sale = (await findSale(ctx.sql, input.id)) ?? (await findSaleOfOrder(ctx.sql, input.id));
  if (!sale) throw noSuch('sale', input.id);
  const { id: objectId, orderId, companyId } = sale;
  return ctx.sql.begin(async (tx) => {
    const { ticketTypeId, tickets: count } = input;
    const requestKey = `operator/${randomUUID()}`;
    const refund = await refundIn(ctx, tx, { orderId, requestKey, ticketTypeId, tickets: count });
    if (!refund) throw noSuch('sale', input.id);
    const { refundId, tickets, amount } = refund;
    const details = { orderId, refundId, tickets, amount: decimalOf(amount), currency: amount.currency };
    await recordAction(ctx, tx, { action: 'sale.refund', objectId, companyId, details });
    return refund;
  });
}

export interface NewRefund {
  requestKey: string;
  reason: RefundReason;
  /** With the reason `late_payment`. */
  cause?: LatePaymentCause;
  paymentReference: string;
  /** Tickets put back on sale. */
  quantity: number;
  amount: Money;
}

/** Records a refund and queues it for sending; the same request again returns the same refund. */
export async function requestRefund(tx: Transaction, order: OrderRow, input: NewRefund, now: Date): Promise<RefundRow> {
  const { requestKey, cause = null, amount, ...asked } = input;
  const known = await findRefund(tx, order.id, requestKey);
  if (known) return known;
  const { minor: amountMinor, currency } = amount;
  const refund = { ...asked, id: newId('refund'), orderId: order.id, cause, amountMinor, currency };
  await insertRefund(tx, { ...refund, requestKey, createdAt: now });
  await enqueue(tx, 'refund.requested', [refund.id], now);
  return { ...refund, sentAt: null };
}

/** An order's refunds, oldest first, without the buyer. @throws {ProblemError} `invalid_request` for an unknown order. */
export async function listRefunds(ctx: Context, orderId: Id<'order'>): Promise<ListedRefund[]> {
  if ((await findHolds(ctx.sql, [orderId])).length === 0) throw noSuch('order', orderId);
  return listRefundsOfOrder(ctx.sql, orderId);
}
