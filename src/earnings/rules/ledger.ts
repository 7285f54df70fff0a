import type { Id } from '../../core/ids.js';
import type { EarningReason, ReversalReason } from './earnings.js';

export type EntryKind = 'sale' | 'refund' | 'adjustment';

/** One signed line of the append-only ledger. */
export interface LedgerEntry {
  /** The public record that shows this entry. */
  earningId: Id<'earning'>;
  kind: EntryKind;
  /** Minor units of the earning's currency. */
  commissionMinor: number;
  /** The tickets' own price; null when its currency differs from the commission's. */
  transactionMinor: number | null;
  /** The part of the buyer's money, in the order's currency. */
  paidMinor: number;
  reason: EarningReason | null;
}

export interface ReversalRequest {
  reason: ReversalReason;
  /** The part of the buyer's money, in minor units; absent: the whole rest. */
  paidMinor?: number;
  /** Whether a record of the sale is on a statement. */
  onStatement: boolean;
}

export interface Reversal {
  /** True: the sale's own record is reversed; false: a second record is written. */
  turnsOver: boolean;
  /** Zero or negative, as are the others. */
  commissionMinor: number;
  transactionMinor: number | null;
  paidMinor: number;
  reason: ReversalReason;
}

/**
 * The entry that reverses (part of) a sale, given its entries so far; null when nothing is left to reverse. A partial
 * refund reverses the same share of the commission as of the buyer's money, rounded down on the running total, so that
 * the parts always add up to the whole.
 */
export function planReversal(entries: readonly LedgerEntry[], request: ReversalRequest): Reversal | null {
  const sale = entries.find((entry) => entry.kind === 'sale');
  if (!sale) return null;
  const left = sum(entries, (entry) => entry.commissionMinor);
  if (left <= 0) return null;
  const paidLeft = sum(entries, (entry) => entry.paidMinor);
  const transactionLeft = sum(entries, (entry) => entry.transactionMinor ?? 0);
  const whole = request.paidMinor === undefined || request.paidMinor >= paidLeft;
  if (whole) {
    return {
      turnsOver: !request.onStatement,
      commissionMinor: -left,
      transactionMinor: sale.transactionMinor === null ? null : -transactionLeft,
      paidMinor: -paidLeft,
      reason: request.reason,
    };
  }
  const paidMinor = Math.max(0, request.paidMinor ?? 0);
  if (paidMinor === 0) return null;
  const takenBack = sale.paidMinor - paidLeft + paidMinor;
  const reverse = (minor: number, leftOfIt: number) => {
    const share = Number((BigInt(minor) * BigInt(takenBack)) / BigInt(sale.paidMinor));
    return negative(share - (minor - leftOfIt));
  };
  return {
    turnsOver: false,
    commissionMinor: reverse(sale.commissionMinor, left),
    transactionMinor: sale.transactionMinor === null ? null : reverse(sale.transactionMinor, transactionLeft),
    paidMinor: -paidMinor,
    reason: request.reason === 'refund' ? 'partial_refund' : request.reason,
  };
}

/** The reward of a sale while this much of the buyer's money is kept. A refund takes its share, rounded down. */
export function earnedBy(sale: { commissionMinor: number; paidMinor: number }, keptMinor: number): number {
  const { commissionMinor, paidMinor } = sale;
  if (paidMinor === 0) return commissionMinor;
  const gone = Math.min(paidMinor, Math.max(0, paidMinor - keptMinor));
  return commissionMinor - Number((BigInt(commissionMinor) * BigInt(gone)) / BigInt(paidMinor));
}

function sum(entries: readonly LedgerEntry[], amount: (entry: LedgerEntry) => number): number {
  return entries.reduce((total, entry) => total + amount(entry), 0);
}

/** Avoids showing minus zero. */
function negative(minor: number): number {
  return minor === 0 ? 0 : -minor;
}
