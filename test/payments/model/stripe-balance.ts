import { balanceOf, book } from '../../../tools/stripe-stand-in/ledger.js';
import type { TransferObject } from '../../../tools/stripe-stand-in/transfers.js';
import type { History } from './history.js';

/** More than all statements of a history. */
const PLENTY = 10_000_000;

export function topUp({ stripe, currency }: History): void {
  stripe.verbs.topUp({ amount: PLENTY, currency: currency.toLowerCase() });
}

/** Stripe pays all that we have out to our bank. */
export function drain({ stripe: { world }, ...history }: History): void {
  const currency = history.currency.toLowerCase();
  const amount = -(balanceOf(world, '').get(currency) ?? 0);
  book(world, '', { type: 'payout', category: 'payout', amount, currency, source: world.newId('po') });
  world.commit();
}

/** Movements of the history's partner, the oldest first. */
export function transfersOf({ stripe, partnerAccount }: History): TransferObject[] {
  return stripe.world.store.all<TransferObject>('transfer').filter(({ destination }) => destination === partnerAccount);
}
