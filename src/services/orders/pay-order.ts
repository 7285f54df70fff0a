import type { OrderStatus } from '../../contracts/wire/order.js';
import { isSettled, nextOrderStatus } from '../../domain/order-status.js';
import type { Transaction } from '../../store/database.js';
import { addRefunded, lockOrder, type OrderRow, settleOrder } from '../../store/orders.js';
import { enqueue } from '../../store/outbox.js';
import { lockEventTerms } from '../../store/sales.js';
import { sellFree, sellHeld } from '../../store/ticket-holds.js';
import type { Context } from '../context.js';
import { recordSale } from '../earnings/record-sale.js';
import { releaseOrder } from './release-order.js';
import { requestRefund } from './request-refund.js';

export interface PaymentInput {
  orderId: string;
  /** The processor's name for this payment: hearing of it twice changes nothing. */
  paymentReference: string;
}

/** `given_back`: the money returns in full, because the tickets are gone or the order was paid already. */
export type PaymentOutcome = { status: OrderStatus; outcome: 'paid' | 'given_back' | 'known' };

/**
 * Takes note of a payment. Before the hold ended the held tickets are sold; after it they are taken again when they
 * are free, else the money goes back in full. A payment for a cancelled order, or a second one for a paid order,
 * goes back too, and so does one for an event that was cancelled while the tickets were held: a payment always ends in
 * tickets or in a refund, never both.
 *
 * @returns null for an order that does not exist.
 */
export async function payOrder(ctx: Context, input: PaymentInput): Promise<PaymentOutcome | null> {
  return ctx.sql.begin(async (tx) => {
    const order = await lockOrder(tx, input.orderId);
    if (!order) return null;
    const now = ctx.clock.now();
    if (order.payment_reference === input.paymentReference) return { status: order.status, outcome: 'known' };
    if (order.status === 'awaiting_payment') {
      // Events are locked before ticket types everywhere.
      const event = await lockEventTerms(tx, order.event_id);
      if (event?.status !== 'cancelled') return sell(tx, order, input.paymentReference, now);
      return payLate(tx, await releaseOrder(tx, order, 'cancel', now), input.paymentReference, now);
    }
    if (isSettled(order.status) || order.payment_reference !== null) {
      return giveBackDuplicate(tx, order, input.paymentReference, now);
    }
    return payLate(tx, order, input.paymentReference, now);
  });
}

async function sell(tx: Transaction, order: OrderRow, reference: string, now: Date): Promise<PaymentOutcome> {
  const status = nextOrderStatus(order.status, 'pay', order.mode);
  await settleOrder(tx, order.id, { status, reference, now });
  await recordSale(tx, order.id, now);
  await enqueue(tx, 'order.closed', [order.id], now);
  await enqueue(tx, 'event.touched', [order.event_id], now);
  await sellHeld(tx, order.ticket_type_id, order.quantity, now);
  return { status, outcome: 'paid' };
}

async function payLate(tx: Transaction, order: OrderRow, reference: string, now: Date): Promise<PaymentOutcome> {
  // Events are locked before ticket types everywhere.
  await lockEventTerms(tx, order.event_id);
  const seated = order.status === 'expired' && (await sellFree(tx, order.ticket_type_id, order.quantity, now));
  const status = nextOrderStatus(order.status, seated ? 'pay_late' : 'give_back', order.mode);
  await settleOrder(tx, order.id, { status, reference, now });
  if (seated) {
    await recordSale(tx, order.id, now);
    await enqueue(tx, 'event.touched', [order.event_id], now);
    return { status, outcome: 'paid' };
  }
  await addRefunded(tx, order.id, { status, quantity: order.quantity, amountMinor: order.total_minor });
  // The tickets went back on sale when the hold ended: this refund returns none.
  await requestRefund(
    tx,
    order,
    {
      requestKey: `late/${reference}`,
      reason: 'late_payment',
      paymentReference: reference,
      quantity: 0,
      amountMinor: order.total_minor,
    },
    now,
  );
  return { status, outcome: 'given_back' };
}

async function giveBackDuplicate(
  tx: Transaction,
  order: OrderRow,
  reference: string,
  now: Date,
): Promise<PaymentOutcome> {
  await requestRefund(
    tx,
    order,
    {
      requestKey: `duplicate/${reference}`,
      reason: 'duplicate_payment',
      paymentReference: reference,
      quantity: 0,
      amountMinor: order.total_minor,
    },
    now,
  );
  return { status: order.status, outcome: 'given_back' };
}
