import type { StripeObject } from './store.js';
import type { World } from './world.js';

export interface BalanceTransaction extends StripeObject {
  amount: number;
  fee: number;
  net: number;
  currency: string;
  type: string;
  source: string;
  created: number;
}

/** Stripe's own fee on a charge. */
export const processingFee = (amount: number) => Math.round(amount * 0.015) + 25;
export const DISPUTE_FEE = 1_500;

/** Books money on an account, '' for the platform's; the amounts are signed. */
export function book(
  world: World,
  account: string,
  entry: {
    type: string;
    category: string;
    amount: number;
    currency: string;
    source: string;
    fees?: { type: string; amount: number }[];
  },
): BalanceTransaction {
  const { type, category, amount, currency, source, fees = [] } = entry;
  const fee = fees.reduce((sum, fee) => sum + fee.amount, 0);
  return world.put(account, {
    id: world.newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: world.seconds(),
    balance_type: 'payments',
    created: world.seconds(),
    currency,
    description: null,
    exchange_rate: null,
    fee,
    fee_details: fees.map((fee) => ({ ...fee, application: null, currency, description: null })),
    net: amount - fee,
    reporting_category: category,
    source,
    status: 'available',
    type,
  });
}

export function balanceOf(world: World, account: string): Map<string, number> {
  const balance = new Map<string, number>();
  for (const { currency, net } of world.store.all<BalanceTransaction>('balance_transaction', account)) {
    balance.set(currency, (balance.get(currency) ?? 0) + net);
  }
  return balance;
}

/** The balance of an account, as Stripe shows it. */
export function availableOf(world: World, account: string): StripeObject {
  const amounts = [...balanceOf(world, account)].map(([currency, amount]) => ({ amount, currency }));
  return { object: 'balance', available: amounts, livemode: false, pending: [] } as unknown as StripeObject;
}
