import type { Id } from '../../core/ids.js';

/**
 * Accounts of the journal, with the numbers of the German chart SKR03. An operator names other numbers for each export.
 *
 * - `commissions`: expense of sales and their refunds.
 * - `adjustments`: expense of corrections.
 * - `input_vat`: VAT that statements add.
 * - `partners`: what we owe to partners.
 * - `transit`: money on its way between us and partners. The bank's own entries clear it.
 */
export const ACCOUNTS = {
  commissions: { number: '4760', name: 'Partner commissions' },
  adjustments: { number: '4760', name: 'Adjustments of partner commissions' },
  input_vat: { number: '1570', name: 'Input VAT' },
  partners: { number: '1700', name: 'Owed to partners' },
  transit: { number: '1360', name: 'Payments in transit' },
} as const;
export type Account = keyof typeof ACCOUNTS;

export type Chart = Record<Account, string>;

export const DEFAULT_CHART = Object.fromEntries(
  Object.entries(ACCOUNTS).map(([account, { number }]) => [account, number]),
) as Chart;

export type PostingKind = 'sale' | 'refund' | 'adjustment' | 'owed_again' | 'vat' | 'vat_void' | 'payment';

/** A change of what we owe a partner. `minor` is positive when we owe more. */
export interface Movement {
  kind: PostingKind;
  at: Date;
  minor: number;
  currency: string;
  /** Our id of the earning or statement. */
  reference: string;
  companyId: Id<'company'>;
  company: string;
  /** Why, for people. */
  text: string;
}

/** An entry of the journal: one amount from one account to another. */
export interface Posting extends Omit<Movement, 'minor' | 'at'> {
  /** `YYYY-MM-DD`, in UTC. */
  day: string;
  debit: Account;
  credit: Account;
  /** Positive. */
  minor: number;
}

/** The other account of each posting: `partners` is always on one side. */
const CONTRA: Record<PostingKind, Account> = {
  sale: 'commissions',
  refund: 'commissions',
  adjustment: 'adjustments',
  owed_again: 'transit',
  vat: 'input_vat',
  vat_void: 'input_vat',
  payment: 'transit',
};

/** @returns null for an amount of zero, which no journal lists. */
export function toPosting({ minor, at, ...movement }: Movement): Posting | null {
  if (minor === 0) return null;
  const contra = CONTRA[movement.kind];
  const [debit, credit]: [Account, Account] = minor > 0 ? [contra, 'partners'] : ['partners', contra];
  return { ...movement, day: at.toISOString().slice(0, 10), debit, credit, minor: Math.abs(minor) };
}
