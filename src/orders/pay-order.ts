import { sellFree, sellHeld } from '../catalogue/sql/stock.js';
import type { Id } from '../core/ids.js';
import { isSame, type Money } from '../core/money.js';
import type { OrderStatus } from '../core/order-status.js';
import type { LatePaymentCause } from '../core/return-cause.js';
import { lockSales, type PaidSales, recordSales } from '../earnings/record-sale.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { enqueue } from '../platform/outbox/messages.js';
import { issueTickets } from '../tickets/issue-tickets.js';
import { queueTicketMail } from '../tickets/queue-ticket-mail.js';
import { type NewRefund, requestRefund } from './refunds.js';
import { announceClosed, releaseOrder } from './release-order.js';
import { latePaymentRefusal } from './rules/late-payment.js';
import { isSettled, nextOrderStatus } from './rules/order-status.js';
import { lockPages, markPaid } from './sql/checkouts.js';
import { addRefunded, lockOrders, type OrderRow, settleOrders } from './sql/orders.js';
import { lockLateOffers } from './sql/ticket-types.js';

export interface PaymentInput {
  orderId: Id<'order'>;
  /** The processor's id of this payment: reporting it twice changes nothing. */
  paymentReference: string;
  /** The processor's page that it was made on: until now it may have kept the tickets for the buyer. */
  page?: { id: string; reference: string; amount: Money };
  /** That the buyer reads: kept unless the order has one. */
  language?: string;
}

/** `given_back`: the money is refunded in full. `cause`: why, for a late payment. */
export type PaymentOutcome = {
  status: OrderStatus;
  outcome: 'paid' | 'given_back' | 'known';
  cause?: LatePaymentCause;
};

/**
 * Records a payment. Until the hold ends (two minutes after the payment page's session, so that a payment begun in its
 * last second counts) the held tickets are sold at the price the buyer agreed to, unless the event was cancelled. Later
 * they are sold if the buyer could order the same tickets for the same price today (`latePaymentRefusal`), else the
 * payment is refunded in full, whether or not a timer has already ended the hold. A payment for a cancelled order and a
 * second one for a paid order are refunded too: a payment ends in tickets or in a refund, never both. A page of the processor that is
 * open keeps the tickets: a payment on it is never late.
 *
 * @returns null for an order that does not exist.
 */
export function payOrder(ctx: Context, input: PaymentInput): Promise<PaymentOutcome | null> {
  return ctx.sql.begin((tx) => payIn(ctx, tx, input));
}

/** {@link payOrder} in the caller's transaction. */
export async function payIn(ctx: Context, tx: Transaction, input: PaymentInput): Promise<PaymentOutcome | null> {
  const { payments, sales } = await lockPayments(tx, [input]);
  const [payment] = payments;
  const order = payment?.order;
  if (!payment || !order) return null;
  const now = ctx.clock.now();
  if (isSale(payment, sales, now)) return (await sell(ctx, tx, [payment], sales, now))[0] ?? null;
  await markPagesPaid(tx, [payment], now);
  if (order.paymentReference === input.paymentReference) return { status: order.status, outcome: 'known' };
  if (isSettled(order.status) || order.paymentReference !== null) {
    const { paymentReference } = input;
    const requestKey = `duplicate/${paymentReference}`;
    await giveBack(tx, order, { requestKey, reason: 'duplicate_payment', paymentReference }, now);
    return { status: order.status, outcome: 'given_back' };
  }
  if (order.status !== 'awaiting_payment') return payLate(ctx, tx, order, input, sales, now);
  const cancelled = sales.terms?.status === 'cancelled';
  const released = await releaseOrder(tx, order, cancelled ? 'cancel' : 'expire', now);
  return payLate(ctx, tx, released, input, sales, now, cancelled ? 'event_cancelled' : undefined);
}

export interface LockedPayment<Input extends PaymentInput = PaymentInput> {
  input: Input;
  /** Undefined: there is no such order. */
  order: OrderRow | undefined;
  /** Whether the processor's page was open until now: then the order still has its tickets. */
  isHeld: boolean;
}

/** Locks what payments of one event change: the orders first, then their pages and the event, as everywhere. The ticket types come last. */
export async function lockPayments<Input extends PaymentInput>(
  tx: Transaction,
  inputs: readonly Input[],
): Promise<{ payments: LockedPayment<Input>[]; sales: PaidSales }> {
  const orderIds = [...new Set(inputs.map(({ orderId }) => orderId))];
  const pageIds = inputs.flatMap(({ page }) => page?.id ?? []);
  const { locked, ...sales } = await lockSales(tx, orderIds, () =>
    Promise.all([lockOrders(tx, orderIds), lockPages(tx, pageIds)]),
  );
  const [orders, open] = locked;
  const byId = new Map(orders.map((order) => [order.id, order]));
  const payments = inputs.map((input) => ({
    input,
    order: byId.get(input.orderId),
    isHeld: input.page !== undefined && open.has(input.page.id),
  }));
  return { payments, sales };
}

/** Whether a payment sells the tickets that are held for it. */
export function isSale({ order, isHeld }: LockedPayment, { terms }: PaidSales, now: Date): boolean {
  if (order?.status !== 'awaiting_payment' || order.paymentReference !== null) return false;
  return terms?.status !== 'cancelled' && (isHeld || now < order.holdUntil);
}

/** Sells the held tickets of these payments of one event; see {@link isSale}. */
export async function sell(
  ctx: Context,
  tx: Transaction,
  payments: readonly LockedPayment[],
  sales: PaidSales,
  now: Date,
): Promise<PaymentOutcome[]> {
  const orders = payments.flatMap(({ order }) => order ?? []);
  const [first] = orders;
  if (!first) return [];
  const settled = payments.flatMap(({ order, input: { paymentReference, language } }) =>
    order ? { id: order.id, status: nextOrderStatus(order.status, 'pay', order.mode), paymentReference, language } : [],
  );
  const orderIds = orders.map(({ id }) => id);
  await Promise.all([
    markPagesPaid(tx, payments, now),
    settleOrders(tx, settled, now),
    recordSales(tx, orderIds, sales, now),
    issueTickets(ctx, tx, orders, now),
    announceClosed(tx, orders, now),
    enqueue(tx, 'event.touched', [first.eventId], now),
    // The rows that new orders wait for come last.
    sellHeld(
      tx,
      orders.flatMap(({ lines }) => lines),
      now,
    ),
  ]);
  return settled.map(({ status }) => ({ status, outcome: 'paid' }));
}

/** @throws when a page took something else than its order costs. */
async function markPagesPaid(tx: Transaction, payments: readonly LockedPayment[], now: Date): Promise<void> {
  const pages = payments.flatMap(({ order, input: { page, paymentReference } }) => {
    if (!page || !order) return [];
    const { amount } = page;
    if (!isSame(amount, totalOf(order))) {
      throw new Error(`a payment of ${amount.minor} ${amount.currency} is not what ${order.id} costs`);
    }
    return { id: page.id, reference: page.reference, paymentReference };
  });
  await markPaid(tx, pages, now);
}

async function payLate(
  ctx: Context,
  tx: Transaction,
  order: OrderRow,
  { paymentReference: reference, language }: PaymentInput,
  sales: PaidSales,
  now: Date,
  known?: LatePaymentCause,
): Promise<PaymentOutcome> {
  const cause = known ?? (await findLateRefusal(tx, order, now));
  const status = nextOrderStatus(order.status, cause === null ? 'pay_late' : 'give_back', order.mode);
  await settleOrders(tx, [{ id: order.id, status, paymentReference: reference, language }], now);
  if (cause === null) {
    await recordSales(tx, [order.id], sales, now);
    await issueTickets(ctx, tx, [order], now);
    await enqueue(tx, 'event.touched', [order.eventId], now);
    if (!(await sellFree(tx, order.lines, now))) throw new Error('the stock moved under its lock');
    return { status, outcome: 'paid' };
  }
  await addRefunded(tx, order.id, { status, quantity: order.quantity, amount: totalOf(order) });
  const requestKey = `late/${reference}`;
  await giveBack(tx, order, { requestKey, reason: 'late_payment', cause, paymentReference: reference }, now);
  return { status, outcome: 'given_back', cause };
}

/** Why the tickets of an order cannot be sold for a late payment. All its tickets are sold or none, so the first reason counts. */
async function findLateRefusal(tx: Transaction, order: OrderRow, now: Date): Promise<LatePaymentCause | null> {
  const { status, holdUntil, currency, lines } = order;
  const offers = await lockLateOffers(
    tx,
    lines.map(({ ticketTypeId }) => ticketTypeId),
  );
  for (const { ticketTypeId, quantity, unitTotalMinor } of lines) {
    const row = offers.get(ticketTypeId);
    if (!row) throw new Error(`there is no ticket type ${ticketTypeId}`);
    const agreed = { cancelled: status === 'cancelled', holdUntil, currency, quantity, unitTotalMinor };
    const refusal = latePaymentRefusal(agreed, { ...row, event: row }, now);
    if (refusal !== null) return refusal;
  }
  return null;
}

const totalOf = ({ totalMinor: minor, currency }: OrderRow): Money => ({ minor, currency });

/** Refunds a payment that buys no tickets, in full. Tickets of a hold that ended are on sale already: it returns none. */
async function giveBack(
  tx: Transaction,
  order: OrderRow,
  input: Omit<NewRefund, 'quantity' | 'amount'>,
  now: Date,
): Promise<void> {
  const refund = await requestRefund(tx, order, { ...input, quantity: 0, amount: totalOf(order) }, now);
  await queueTicketMail(tx, { orderId: order.id, kind: 'returned', reasonKey: `returned/${refund.id}`, now });
}
