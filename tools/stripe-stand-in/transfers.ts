import { findAccount } from './accounts.js';
import { invalid, missing } from './errors.js';
import { type Form, formOf, numberOf, textOf } from './form.js';
import { balanceOf, book } from './ledger.js';
import type { StripeObject } from './store.js';
import type { World } from './world.js';

export interface TransferObject extends StripeObject {
  amount: number;
  amount_reversed: number;
  currency: string;
  destination: string;
  transfer_group: string | null;
}

export function createTransfer(world: World, form: Form): TransferObject {
  const [amount, currency, destination] = [
    numberOf(form, 'amount'),
    textOf(form, 'currency'),
    textOf(form, 'destination'),
  ];
  if (!amount || !currency || !destination) throw invalid('parameter_missing', 'Missing required param.');
  if (findAccount(world, destination).capabilities.transfers !== 'active') {
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
  const reversal = world.put('', {
    id: world.newId('trr'),
    object: 'transfer_reversal',
    amount: back,
    created: world.seconds(),
    currency,
    transfer: id,
  });
  book(world, '', {
    type: 'transfer_refund',
    category: 'transfer_reversal',
    amount: back,
    currency,
    source: reversal.id,
  });
  book(world, destination, {
    type: 'payment_refund',
    category: 'refund',
    amount: -back,
    currency,
    source: reversal.id,
  });
  const reversed = transfer.amount_reversed + back;
  const changed = world.put('', { ...transfer, amount_reversed: reversed, reversed: reversed === transfer.amount });
  world.emit('', 'transfer.reversed', changed);
  return reversal;
}

/** Money of our own, from our bank account. */
export function topUp(world: World, amount: number, currency: string): StripeObject {
  const id = world.newId('tu');
  book(world, '', { type: 'topup', category: 'topup', amount, currency, source: id });
  return world.put('', { id, object: 'topup', amount, currency, created: world.seconds(), status: 'succeeded' });
}
