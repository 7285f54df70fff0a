import type Stripe from 'stripe';
import { InvalidSignature, UnreadableMessage } from '../errors.js';
import type { ReportedTransfer } from '../payouts-port.js';
import type { Dispute, EventSubject, PaidCheckout, RefundResult, ReportedRefund } from '../port.js';
import { fromStripe } from './amounts.js';
import { type Envelope, findFault, kindOf, type ObjectKind, readEnvelope } from './event-objects.js';

/** The subject of a message, by its object. `incomplete`: the object lacks a member that we need. */
export function toSubject({ type, account, data }: Envelope): EventSubject {
  const kind = kindOf(type);
  const fault = kind && findFault(kind, data?.object);
  if (kind && fault) return { kind: 'incomplete', object: kind, id: idIn(data?.object), fault };
  return kind ? readObject(kind, data?.object) : readOther(type, account ?? null);
}

/** @param object has every member of `OBJECTS[kind]`. */
export function readObject(kind: ObjectKind, object: unknown): EventSubject {
  switch (kind) {
    case 'session': {
      const paid = toPaidCheckout(object as Stripe.Checkout.Session);
      return paid ? { kind: 'checkout_paid', ...paid } : { kind: 'other' };
    }
    case 'refund': {
      const refund = toRefund(object as Stripe.Refund);
      return refund ? { kind: 'refund', refund } : { kind: 'other' };
    }
    case 'dispute': {
      const dispute = toDispute(object as Stripe.Dispute);
      return dispute ? { kind: 'dispute', dispute } : { kind: 'other' };
    }
    case 'transfer':
      return { kind: 'transfer', transfer: toTransfer(object as Stripe.Transfer) };
    case 'account':
      return { kind: 'account', account: (object as Stripe.Account).id };
  }
}

function readOther(type: string, account: string | null): EventSubject {
  if (type === 'account.application.deauthorized' && account) return { kind: 'account', account };
  // The balance of a connected account is not ours.
  if (type === 'balance.available' && !account) return { kind: 'balance' };
  return { kind: 'other' };
}

const idIn = (object: unknown): string | null => {
  const { id } = (object ?? {}) as { id?: unknown };
  return typeof id === 'string' && id !== '' ? id : null;
};

/** Null while it is unpaid. */
export function toPaidCheckout(session: Stripe.Checkout.Session): PaidCheckout | null {
  const payment = toPayment(session);
  return payment && { checkout: session.id, key: session.metadata?.checkout_key ?? null, payment };
}

/** The payment made in a session; null while there is none. */
export function toPayment(session: Stripe.Checkout.Session) {
  const { status, payment_status: paid, payment_intent: intent, amount_total: amount, currency } = session;
  if (status !== 'complete' || paid !== 'paid' || !intent || amount === null || !currency) return null;
  return { reference: idOf(intent), amount: fromStripe(amount, currency) };
}

/** In the metadata of a refund that returns no fee: the failed refund that has returned it. */
export const FEE_WITH = 'fee_with';

/** Null: of a charge that has no payment intent, so none of ours. */
function toRefund(refund: Stripe.Refund): ReportedRefund | null {
  if (!refund.payment_intent) return null;
  return {
    ...toResult(refund),
    refundId: refund.metadata?.refund_id ?? null,
    key: refund.metadata?.key ?? null,
    paymentReference: idOf(refund.payment_intent),
    amount: fromStripe(refund.amount, refund.currency),
    createdAt: new Date(refund.created * 1_000),
  };
}

export function toResult(refund: Stripe.Refund): RefundResult {
  const feeReference = refund.metadata?.[FEE_WITH];
  return {
    reference: refund.id,
    state: refund.status === 'succeeded' ? 'succeeded' : isFailed(refund.status) ? 'failed' : 'pending',
    ...(refund.failure_reason && { failure: refund.failure_reason }),
    ...(feeReference && { feeReference }),
  };
}

export const isFailed = (status: Stripe.Refund['status']) => status === 'failed' || status === 'canceled';

function toDispute(dispute: Stripe.Dispute): Dispute | null {
  if (!dispute.payment_intent) return null;
  return {
    reference: dispute.id,
    paymentReference: idOf(dispute.payment_intent),
    state: DISPUTE_STATES[dispute.status] ?? 'open',
    amount: fromStripe(dispute.amount, dispute.currency),
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

function toTransfer(transfer: Stripe.Transfer): ReportedTransfer {
  return {
    reference: transfer.id,
    key: transfer.metadata?.key ?? null,
    amount: fromStripe(transfer.amount, transfer.currency),
    reversed: fromStripe(transfer.amount_reversed, transfer.currency),
  };
}

/** The id of an object of Stripe's, expanded or not. */
export function idOf(reference: string | { id: string }): string {
  return typeof reference === 'string' ? reference : reference.id;
}

/**
 * The message, if it is signed with a secret of ours. There is one for our account, one for connected accounts, and two
 * of each during a rotation.
 *
 * @throws {InvalidSignature} for any other signature.
 * @throws {UnreadableMessage} when the body is signed and no message.
 */
export function verified(stripe: Stripe, body: Buffer, signature: string, secrets: readonly string[]): Envelope {
  const event = secrets.map((secret) => readSigned(stripe, body, signature, secret)).find((read) => read !== undefined);
  if (event === undefined) throw new InvalidSignature('the message is not signed with a secret of ours');
  const envelope = readEnvelope(event);
  if (!envelope) throw new UnreadableMessage('the body is signed, but it is no event of Stripe');
  return envelope;
}

/** The body as JSON, null if it is signed and no JSON, undefined if it is not signed with this secret. */
function readSigned(stripe: Stripe, body: Buffer, signature: string, secret: string): unknown {
  try {
    return stripe.webhooks.constructEvent(body, signature, secret);
  } catch (error) {
    // The text of the error holds the whole message.
    return (error as { type?: string }).type === 'StripeSignatureVerificationError' ? undefined : null;
  }
}
