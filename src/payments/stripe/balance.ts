import type Stripe from 'stripe';
import type { BalanceLine } from '../balance.js';
import { fromStripe } from './amounts.js';
import { ask } from './client.js';
import { idOf, isFailed } from './events.js';

/** The most that Stripe lists at once. */
const PAGE = 100;

/** The balance transactions of an account, a page at a time. */
export async function* balanceLines(
  stripe: Stripe,
  account: string | null,
  { from, to }: { from: Date; to: Date },
): AsyncGenerator<BalanceLine> {
  const seconds = (instant: Date) => Math.ceil(instant.getTime() / 1_000);
  const query: Stripe.BalanceTransactionListParams = {
    created: { gte: seconds(from), lt: seconds(to) },
    // The charge of a refund says which fee it brought us.
    expand: [account === null ? 'data.source' : 'data.source.charge'],
    limit: PAGE,
  };
  const options = account === null ? {} : { stripeAccount: account };
  for (let after: string | undefined; ; ) {
    const { data, has_more } = await ask(() =>
      stripe.balanceTransactions.list({ ...query, ...(after && { starting_after: after }) }, options),
    );
    yield* data.map(toBalanceLine);
    after = data.at(-1)?.id;
    if (!has_more || !after) return;
  }
}

type Read = Pick<BalanceLine, 'kind' | 'subject'> & Partial<Pick<BalanceLine, 'claimed' | 'fee' | 'payer'>>;

/** A balance transaction whose source is expanded, with the charge of a refund or dispute. */
function toBalanceLine(entry: Stripe.BalanceTransaction): BalanceLine {
  const { id } = entry;
  const line = { id, at: new Date(entry.created * 1_000), claimed: false, fee: null, payer: null };
  const source = typeof entry.source === 'string' ? null : entry.source;
  const read = source && readSource(entry, source);
  if (!source || !read) {
    return { ...line, kind: 'other', subject: id, object: id, amount: fromStripe(entry.net, entry.currency) };
  }
  const { amount, currency } = source as { amount: number; currency: string };
  // An account is paid in its own currency: then the entry has the converted amount.
  const units = entry.currency === currency ? entry.amount : Math.sign(entry.amount) * amount;
  // A payment goes by the id of its intent, as everywhere in the service.
  const object = read.kind === 'payment' ? read.subject : source.id;
  return { ...line, ...read, object, amount: fromStripe(units, currency) };
}

/** Null: nothing that the service causes or follows. */
function readSource(entry: Stripe.BalanceTransaction, source: Stripe.BalanceTransactionSource): Read | null {
  const of = (kind: BalanceLine['kind'], subject: string | null, more: Partial<Read> = {}): Read | null =>
    subject === null ? null : { kind, subject, ...more };
  switch (source.object) {
    case 'charge':
      if (entry.type !== 'charge' && entry.type !== 'payment') return null;
      return of('payment', idOrNull(source.payment_intent), {
        claimed: source.metadata.checkout_key !== undefined,
        fee: idOrNull(source.application_fee),
      });
    case 'refund':
      // The return of a failed payout is a movement as well: together they are zero.
      return of(isFailed(source.status) ? 'failed_refund' : 'refund', idOrNull(source.payment_intent), {
        claimed: source.metadata?.refund_id !== undefined,
        fee: feeOf(source.charge),
      });
    case 'dispute':
      return of(entry.amount < 0 ? 'dispute' : 'dispute_return', idOrNull(source.payment_intent));
    case 'application_fee':
      return of('fee', source.id, { fee: source.id, payer: idOrNull(source.account) });
    case 'fee_refund':
      return of('fee_refund', idOrNull(source.fee));
    case 'transfer':
      return of(entry.type === 'transfer' ? 'transfer' : 'transfer_reversal', source.id, {
        claimed: source.metadata.key !== undefined,
      });
    case 'transfer_reversal':
      return of('transfer_reversal', idOrNull(source.transfer));
    default:
      return null;
  }
}

function feeOf(charge: Stripe.Refund['charge']): string | null {
  return charge === null || typeof charge === 'string' ? null : idOrNull(charge.application_fee);
}

const idOrNull = (reference: string | { id: string } | null | undefined) => (reference ? idOf(reference) : null);
