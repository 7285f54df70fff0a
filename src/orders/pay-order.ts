import { sellFree, sellHeld } from '../catalogue/sql/stock.js';
import type { LatePaymentCause } from '../core/return-cause.js';
import { lockSale, type PaidSale, recordSaleOf } from '../earnings/record-sale.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { enqueue } from '../platform/outbox/messages.js';
import { issueTickets } from '../tickets/issue-tickets.js';
import { announceReturn } from '../tickets/queue-ticket-mail.js';
import { announceClosed, releaseOrder } from './end-hold.js';
import { requestRefund } from './refunds.js';
import { type AgreedOrder, type LateOffer, latePaymentRefusal } from './rules/late-payment.js';
import { isSettled, nextOrderStatus, type OrderStatus } from './rules/order-status.js';
import { markPaid } from './sql/checkouts.js';
import { addRefunded, lockOrder, type OrderRow, settleOrder } from './sql/orders.js';
import { lockLateOffer } from './sql/ticket-types.js';
import { offerOf } from './ticket-types.js';

export interface PaymentInput {
  orderId: string;
  /** The processor's id of this payment: reporting it twice changes nothing. */
  paymentReference: string;
  /** The processor's page that it was made on: until now it may have kept the tickets for the buyer. */
  page?: { id: string; reference: string; amountMinor: number; currency: string };
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
  // The order first, then its event, then the ticket type, as everywhere.
  const sale = await lockSale(tx, input.orderId, () => lockOrder(tx, input.orderId));
  const order = sale.locked;
  if (!order) return null;
  const now = ctx.clock.now();
  const { page, paymentReference } = input;
  if (page && (page.amountMinor !== order.totalMinor || page.currency !== order.currency)) {
    throw new Error(`a payment of ${page.amountMinor} ${page.currency} is not what ${order.id} costs`);
  }
  // An open page keeps the tickets beyond the end of the hold, until the processor has closed it.
  const isHeld = page !== undefined && (await markPaid(tx, { ...page, paymentReference }, now));
  if (order.paymentReference === input.paymentReference) return { status: order.status, outcome: 'known' };
  if (isSettled(order.status) || order.paymentReference !== null) {
    return giveBackDuplicate(tx, order, input.paymentReference, now);
  }
  if (order.status !== 'awaiting_payment') return payLate(ctx, tx, order, input, sale, now);
  const cancelled = sale.terms?.status === 'cancelled';
  if (!cancelled && (isHeld || now < order.holdUntil)) return sell(ctx, tx, order, input, sale, now);
  const released = await releaseOrder(tx, order, cancelled ? 'cancel' : 'expire', now);
  return payLate(ctx, tx, released, input, sale, now, cancelled ? 'event_cancelled' : undefined);
}

async function sell(
  ctx: Context,
  tx: Transaction,
  order: OrderRow,
  { paymentReference: reference, language }: PaymentInput,
  sale: PaidSale,
  now: Date,
): Promise<PaymentOutcome> {
  const status = nextOrderStatus(order.status, 'pay', order.mode);
  await Promise.all([
    settleOrder(tx, order.id, { status, reference, language, now }),
    recordSaleOf(tx, sale, now),
    issueTickets(ctx, tx, order, now),
    announceClosed(tx, order, now),
    enqueue(tx, 'event.touched', [order.eventId], now),
    // The row that new orders wait for comes last.
    sellHeld(tx, order.ticketTypeId, order.quantity, now),
  ]);
  return { status, outcome: 'paid' };
}

async function payLate(
  ctx: Context,
  tx: Transaction,
  order: OrderRow,
  { paymentReference: reference, language }: PaymentInput,
  sale: PaidSale,
  now: Date,
  known?: LatePaymentCause,
): Promise<PaymentOutcome> {
  const cause = known ?? latePaymentRefusal(agreedOf(order), await lateOffer(tx, order), now);
  const status = nextOrderStatus(order.status, cause === null ? 'pay_late' : 'give_back', order.mode);
  await settleOrder(tx, order.id, { status, reference, language, now });
  if (cause === null) {
    await recordSaleOf(tx, sale, now);
    await issueTickets(ctx, tx, order, now);
    await enqueue(tx, 'event.touched', [order.eventId], now);
    if (!(await sellFree(tx, order.ticketTypeId, order.quantity, now)))
      throw new Error('the stock moved under its lock');
    return { status, outcome: 'paid' };
  }
  await addRefunded(tx, order.id, { status, quantity: order.quantity, amountMinor: order.totalMinor });
  // The tickets went back on sale when the hold ended, so this refund returns none.
  const refund = await requestRefund(
    tx,
    order,
    {
      requestKey: `late/${reference}`,
      reason: 'late_payment',
      cause,
      paymentReference: reference,
      quantity: 0,
      amountMinor: order.totalMinor,
    },
    now,
  );
  await announceReturn(tx, { orderId: order.id, refundId: refund.id, now });
  return { status, outcome: 'given_back', cause };
}

function agreedOf(order: OrderRow): AgreedOrder {
  return {
    cancelled: order.status === 'cancelled',
    holdUntil: order.holdUntil,
    quantity: order.quantity,
    unitTotalMinor: order.unitTotalMinor,
    currency: order.currency,
  };
}

async function lateOffer(tx: Transaction, order: OrderRow): Promise<LateOffer> {
  const row = await lockLateOffer(tx, order.ticketTypeId);
  return { ...offerOf(row, row), currency: row.currency, shared: row.shared };
}

async function giveBackDuplicate(
  tx: Transaction,
  order: OrderRow,
  reference: string,
  now: Date,
): Promise<PaymentOutcome> {
  const refund = await requestRefund(
    tx,
    order,
    {
      requestKey: `duplicate/${reference}`,
      reason: 'duplicate_payment',
      paymentReference: reference,
      quantity: 0,
      amountMinor: order.totalMinor,
    },
    now,
  );
  await announceReturn(tx, { orderId: order.id, refundId: refund.id, now });
  return { status: order.status, outcome: 'given_back' };
}
