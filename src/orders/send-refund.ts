import type { Context } from '../platform/context/context.js';
import { findRefundToSend, markRefundSent } from './sql/refunds.js';

/**
 * Sends a refund to the card processor; its id ensures that the money moves once.
 *
 * @returns the processor's reference, or null when there was nothing left to send.
 * @throws when the processor could not be reached or refused.
 */
export async function sendRefund(ctx: Context, input: { refundId: string }): Promise<string | null> {
  const refund = await findRefundToSend(ctx.sql, input.refundId);
  if (!refund || refund.sentAt) return null;
  const { reference } = await ctx.payments.refund({
    mode: refund.mode,
    account: null,
    refundId: refund.id,
    paymentReference: refund.paymentReference,
    amountMinor: refund.amountMinor,
    currency: refund.currency,
    key: refund.id,
  });
  await markRefundSent(ctx.sql, refund.id, reference, ctx.clock.now());
  return reference;
}
