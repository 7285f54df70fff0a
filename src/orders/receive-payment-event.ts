import { ProcessorRefusal } from '../payments/errors.js';
import type { PaidCheckout, ProcessorMessage } from '../payments/port.js';
import { forgetEvent, recordEvent } from '../payments/sql.js';
import type { Context } from '../platform/context/context.js';
import type { Queryable, Transaction } from '../platform/database/database.js';
import { payIn } from './pay-order.js';
import { payTogether, type TogetherPayment } from './pay-together.js';
import { reportDispute } from './report-dispute.js';
import { reportRefund } from './send-refund.js';
import { findPage, findPageOfPayment } from './sql/checkouts.js';

/** `known`: it was applied before. `foreign`: of something that is not ours. */
export type ReceivedEvent = 'applied' | 'known' | 'foreign';

/** Applies a message once: it is stored with its changes. Messages come twice, late and in any order. Modes stay apart. */
export async function receivePaymentEvent(ctx: Context, event: ProcessorMessage): Promise<ReceivedEvent> {
  if (event.what.kind === 'checkout_paid') {
    const payment = await findPayment(ctx.sql, event.what, event);
    if (payment && (await payTogether(ctx, { ...payment, message: event }))) return 'applied';
  }
  const missed = await findMissedPayment(ctx, event);
  return ctx.sql.begin(async (tx) => {
    if (!(await recordEvent(tx, event, ctx.clock.now()))) return 'known';
    if (missed) await applyPaid(ctx, tx, missed, event);
    if (await apply(ctx, tx, event)) return 'applied';
    // The endpoint of the other mode may be sent the same one.
    if (ctx.payments.hosted.length > 1) await forgetEvent(tx, event.id);
    return 'foreign';
  });
}

/**
 * The message of a refund or a dispute may come before its payment's. We ask for the payment: the message is not sent
 * again.
 *
 * @returns null for a payment that we know, or that was not made on a page of ours.
 * @throws when the processor cannot be asked: then it sends the message again.
 */
async function findMissedPayment(
  ctx: Context,
  { what, account, mode }: ProcessorMessage,
): Promise<PaidCheckout | null> {
  if (account === null || (what.kind !== 'refund' && what.kind !== 'dispute')) return null;
  const { paymentReference } = what.kind === 'refund' ? what.refund : what.dispute;
  if (await findPageOfPayment(ctx.sql, { mode, account, paymentReference })) return null;
  const payments = ctx.payments.of(mode);
  return payments.findCheckout({ account, paymentReference }).catch((error: unknown) => {
    // An account that is no longer connected.
    if (error instanceof ProcessorRefusal) return null;
    throw error;
  });
}

async function apply(ctx: Context, tx: Transaction, message: ProcessorMessage): Promise<boolean> {
  const { what, account, mode } = message;
  switch (what.kind) {
    case 'checkout_paid':
      return applyPaid(ctx, tx, what, message);
    case 'refund':
      return reportRefund(ctx, tx, { refund: what.refund, account, mode });
    case 'dispute':
      return reportDispute(ctx, tx, { dispute: what.dispute, account, mode });
    default:
      return false;
  }
}

type Origin = Pick<ProcessorMessage, 'account' | 'mode'>;

async function applyPaid(ctx: Context, tx: Transaction, paid: PaidCheckout, origin: Origin): Promise<boolean> {
  const payment = await findPayment(tx, paid, origin);
  if (payment) await payIn(ctx, tx, payment);
  return payment !== null;
}

/** The payment on a page of ours; null: it belongs to another service. */
async function findPayment(
  db: Queryable,
  { checkout, key, payment }: PaidCheckout,
  { account, mode }: Origin,
): Promise<TogetherPayment | null> {
  const page = key === null ? undefined : await findPage(db, key);
  if (!page || key === null || page.account !== account || page.mode !== mode) return null;
  // The organizer may open a page with our key on their account. Without our fee, it pays no order here.
  if (page.reference !== null && page.reference !== checkout) return null;
  const { reference: paymentReference, amount } = payment;
  const { orderId, eventId } = page;
  return { orderId, eventId, paymentReference, page: { id: key, reference: checkout, amount } };
}
