import { ProblemError } from '../core/problems.js';
import type { Context } from '../platform/context/context.js';
import { inTurn } from './in-turn.js';
import { payOrder } from './pay-order.js';
import { findCheckout, rememberLanguage } from './sql/orders.js';

/**
 * The Pay button of our payment page. After the session has expired, it is a late payment: tickets if they are still
 * free, else a refund. A cancelled order accepts no payment.
 *
 * @param language of the page: the buyer's mails and tickets are written in it unless the order has one already.
 * @returns whether there is such an order.
 * @throws {ProblemError} 503 `payments_unavailable` for a live order without a card processor; `busy` when too many pay for the
 *   event.
 */
export async function payAtCheckout(ctx: Context, token: string, language?: string): Promise<boolean> {
  const checkout = await findCheckout(ctx.sql, token);
  if (!checkout) return false;
  if (checkout.mode === 'live' && !ctx.payments.liveEnabled) throw new ProblemError('payments_unavailable');
  if (checkout.status === 'awaiting_payment' || checkout.status === 'expired') {
    await inTurn(ctx, checkout.eventId, async () => {
      if (language !== undefined) await rememberLanguage(ctx.sql, checkout.orderId, language);
      // One payment per order: pressing the button twice pays once.
      await payOrder(ctx, { orderId: checkout.orderId, paymentReference: `sim_pay_${checkout.orderId}` });
    });
  }
  return true;
}
