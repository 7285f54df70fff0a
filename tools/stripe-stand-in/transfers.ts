import { findAccount } from './accounts.js';
import { invalid, missing } from './errors.js';
import { type Form, formOf, numberOf, textOf } from './form.js';
import { availableOf, balanceOf, book } from './ledger.js';
import type { StripeObject } from './store.js';
import type { World } from './world.js';

export interface TransferObject extends StripeObject {
  amount: number;
  amount_reversed: number;
  currency: string;
  destination: string;
  reversals: { object: 'list'; data: StripeObject[]; has_more: boolean; url: string };
  transfer_group: string | null;
}

/** Stripe's region of a platform in the EEA: elsewhere no transfer arrives. */
const REGION = new Set(
  'AT BE BG CA CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK US'.split(' '),
);
/** As Stripe embeds them; the others are a list of their own. */
const EMBEDDED_REVERSALS = 10;

export function createTransfer(world: World, form: Form): TransferObject {
  const [amount, currency, destination] = [
    numberOf(form, 'amount'),
    textOf(form, 'currency'),
    textOf(form, 'destination'),
  ];
  if (!amount || !currency || !destination) throw invalid('parameter_missing', 'Missing required param.');
  const { capabilities, country } = findAccount(world, destination);
  if (!REGION.has(country)) {
    // Stripe gives no code.
    const why = 'when the account is under the `full` service agreement.';
    throw invalid('', `Funds can't be sent to accounts located in ${country} ${why}`);
  }
  if (capabilities.transfers !== 'active') {
    throw invalid(
      'insufficient_capabilities_for_transfer',
      'The destination account has not been activated for transfers.',
    );
  }
  if ((balanceOf(world, '').get(currency) ?? 0) < amount) {
    throw invalid('balance_insufficient', 'You have insufficient available funds in your Stripe account.');
  }
  const id = world.newId('tr');
  const entry = book(world, '', { type: 'transfer', category: 'transfer', amount: -amount, currency, source: id });
  book(world, destination, { type: 'payment', category: 'charge', amount, currency, source: id });
  const transfer = world.put<TransferObject>('', {
    id,
    object: 'transfer',
    amount,
    amount_reversed: 0,
    balance_transaction: entry.id,
    created: world.seconds(),
    currency,
    destination,
    livemode: false,
    metadata: formOf(form, 'metadata'),
    reversed: false,
    reversals: { object: 'list', data: [], has_more: false, url: `/v1/transfers/${id}/reversals` },
    source_transaction: null,
    transfer_group: textOf(form, 'transfer_group') ?? null,
  });
  world.emit('', 'transfer.created', transfer);
  return transfer;
}

export function reverseTransfer(world: World, id: string, amount?: number): StripeObject {
  const transfer = world.store.find<TransferObject>('transfer', id);
  if (!transfer) throw missing('transfer', id);
  const left = transfer.amount - transfer.amount_reversed;
  const back = amount ?? left;
  if (back > left || back <= 0) throw invalid('amount_too_large', 'The reversal is larger than what is left.');
  const { currency, destination } = transfer;
  const source = world.newId('trr');
  const entry = book(world, '', {
    type: 'transfer_refund',
    category: 'transfer_reversal',
    amount: back,
    currency,
    source,
  });
  const reversal = world.put('', {
    id: source,
    object: 'transfer_reversal',
    amount: back,
    balance_transaction: entry.id,
    created: world.seconds(),
    currency,
    metadata: {},
    transfer: id,
  });
  book(world, destination, {
    type: 'payment_refund',
    category: 'refund',
    amount: -back,
    currency,
    source,
  });
  const reversed = transfer.amount_reversed + back;
  const all = [reversal, ...transfer.reversals.data];
  const changed = world.put('', {
    ...transfer,
    amount_reversed: reversed,
    reversals: {
      ...transfer.reversals,
      data: all.slice(0, EMBEDDED_REVERSALS),
      has_more: all.length > EMBEDDED_REVERSALS,
    },
    reversed: reversed === transfer.amount,
  });
  world.emit('', 'transfer.reversed', changed);
  return reversal;
}

/** Money of our own, from our bank account. */
export function topUp(world: World, amount: number, currency: string): StripeObject {
  const id = world.newId('tu');
  book(world, '', { type: 'topup', category: 'topup', amount, currency, source: id });
  const made = world.put('', { id, object: 'topup', amount, currency, created: world.seconds(), status: 'succeeded' });
  world.emit('', 'balance.available', availableOf(world, ''));
  return made;
}
