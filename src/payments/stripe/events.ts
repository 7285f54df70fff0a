import type Stripe from 'stripe';
import { InvalidSignature } from '../errors.js';
import type { ReportedTransfer } from '../payouts-port.js';
import type { Dispute, EventSubject, PaidCheckout, ReportedRefund } from '../port.js';
import { fromStripe } from './amounts.js';

/** What an event is about, by the object as it was when it happened. */
export function toSubject(event: Stripe.Event): EventSubject {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return paidCheckout(event.data.object);
    case 'checkout.session.expired': {
      const { id, metadata } = event.data.object;
      return { kind: 'checkout_closed', checkout: id, key: metadata?.checkout_key ?? null };
    }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed': {
      const refund = toRefund(event.data.object);
      return refund ? { kind: 'refund', refund } : { kind: 'other' };
    }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
    case 'charge.dispute.closed': {
      const dispute = toDispute(event.data.object);
      return dispute ? { kind: 'dispute', dispute } : { kind: 'other' };
    }
    case 'account.updated':
      return { kind: 'account', account: event.data.object.id };
    case 'account.application.deauthorized':
      return event.account ? { kind: 'account', account: event.account } : { kind: 'other' };
    case 'transfer.created':
    case 'transfer.updated':
    case 'transfer.reversed':
      return { kind: 'transfer', transfer: toTransfer(event.data.object) };
    case 'balance.available':
      // A connected account's balance is its own affair.
      return event.account ? { kind: 'other' } : { kind: 'balance' };
    default:
      return { kind: 'other' };
  }
}

function paidCheckout(session: Stripe.Checkout.Session): EventSubject {
  const paid = toPaidCheckout(session);
  return paid ? { kind: 'checkout_paid', ...paid } : { kind: 'other' };
}

/** Null while nobody has paid. */
export function toPaidCheckout(session: Stripe.Checkout.Session): PaidCheckout | null {
  const payment = toPayment(session);
  return payment && { checkout: session.id, key: session.metadata?.checkout_key ?? null, payment };
}

/** The payment made in a session; null while there is none. */
export function toPayment(session: Stripe.Checkout.Session) {
  const { status, payment_status: paid, payment_intent: intent, amount_total: amount, currency } = session;
  if (status !== 'complete' || paid !== 'paid' || !intent || amount === null || !currency) return null;
  const code = currency.toUpperCase();
  return { reference: idOf(intent), amountMinor: fromStripe(amount, code), currency: code };
}

/** In the metadata of a refund that returns no fee: the failed refund that has returned it. */
export const FEE_WITH = 'fee_with';

/** Null: of a charge that has no payment intent, so none of ours. */
export function toRefund(refund: Stripe.Refund): ReportedRefund | null {
  if (!refund.payment_intent) return null;
  const currency = refund.currency.toUpperCase();
  const feeReference = refund.metadata?.[FEE_WITH];
  return {
    reference: refund.id,
    refundId: refund.metadata?.refund_id ?? null,
    key: refund.metadata?.key ?? null,
    paymentReference: idOf(refund.payment_intent),
    amountMinor: fromStripe(refund.amount, currency),
    currency,
    createdAt: new Date(refund.created * 1_000),
    state: refund.status === 'succeeded' ? 'succeeded' : isFailed(refund.status) ? 'failed' : 'pending',
    ...(refund.failure_reason && { failure: refund.failure_reason }),
    ...(feeReference && { feeReference }),
  };
}

export const isFailed = (status: string | null) => status === 'failed' || status === 'canceled';

function toDispute(dispute: Stripe.Dispute): Dispute | null {
  if (!dispute.payment_intent) return null;
  const currency = dispute.currency.toUpperCase();
  return {
    reference: dispute.id,
    paymentReference: idOf(dispute.payment_intent),
    state: DISPUTE_STATES[dispute.status] ?? 'open',
    amountMinor: fromStripe(dispute.amount, currency),
    currency,
    reason: dispute.reason,
    takenAt: movedAt(dispute, -1),
    returnedAt: movedAt(dispute, 1),
  };
}

/** When money of a dispute left the account (-1) or came back (1). */
function movedAt({ balance_transactions: entries }: Stripe.Dispute, sign: -1 | 1): Date | null {
  const entry = entries.find(({ amount }) => Math.sign(amount) === sign);
  return entry ? new Date(entry.created * 1_000) : null;
}

const DISPUTE_STATES: Record<string, Dispute['state']> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'inquiry_closed',
  prevented: 'inquiry_closed',
  won: 'won',
  lost: 'lost',
};

export function toTransfer(transfer: Stripe.Transfer): ReportedTransfer {
  const currency = transfer.currency.toUpperCase();
  return {
    reference: transfer.id,
    key: transfer.metadata.key ?? null,
    amountMinor: fromStripe(transfer.amount, currency),
    reversedMinor: fromStripe(transfer.amount_reversed, currency),
    currency,
  };
}

function idOf(reference: string | { id: string }): string {
  return typeof reference === 'string' ? reference : reference.id;
}

/** With whichever secret it was signed: there is one for our account, one for connected ones, and two of each in a rotation. */
export function verified(stripe: Stripe, body: Buffer, signature: string, secrets: readonly string[]): Stripe.Event {
  for (const secret of secrets) {
    try {
      return stripe.webhooks.constructEvent(body, signature, secret);
    } catch {
      // The error has the whole message in it.
    }
  }
  throw new InvalidSignature('the message is not signed with a secret of ours');
}
