import type Stripe from 'stripe';
import type { RefundRequest } from '../port.js';
import { toStripe } from './amounts.js';
import { ask } from './client.js';
import { idOf, isFailed } from './events.js';

/**
 * Whether the failed attempt of a refund has given its share of our fee back, and the organizer still has it. Then
 * Stripe must not be asked for it again: it would be returned twice, or refused where less is left of the fee.
 *
 * A refund does not say whether it returned a fee. So the returned part of the fee is compared with the shares of our
 * other valid refunds of the payment: the failed attempt returned what they do not explain.
 */
export async function hasReturnedFee(
  stripe: Stripe,
  request: Pick<RefundRequest, 'account' | 'refundId' | 'paymentReference' | 'failedReference' | 'amount'>,
): Promise<boolean> {
  const { account, refundId, paymentReference, failedReference } = request;
  if (account === null || failedReference === null) return false;
  const list = { payment_intent: paymentReference, limit: 100, expand: ['data.charge'] };
  const refunds = await ask(() =>
    stripe.refunds.list(list, { stripeAccount: account }).autoPagingToArray({ limit: 1_000 }),
  );
  const charge = refunds.find(({ id }) => id === failedReference)?.charge;
  if (!charge || typeof charge === 'string' || !charge.application_fee) return false;
  const { application_fee: application, amount: whole } = charge;
  // The fee is ours: no account is named. It is read last, so that it includes a refund made during these calls.
  const fee = await ask(() => stripe.applicationFees.retrieve(idOf(application)));
  const share = (amount: number) => (fee.amount * amount) / whole;
  const explained = refunds
    .filter(({ status, metadata }) => !isFailed(status) && metadata?.refund_id && metadata.refund_id !== refundId)
    .reduce((sum, { amount }) => sum + share(amount), 0);
  // Each share is rounded, so the rest is about the share or about zero.
  return fee.amount_refunded - explained > share(toStripe(request.amount)) / 2;
}
