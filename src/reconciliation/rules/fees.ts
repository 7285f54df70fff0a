import type { Entry } from './match.js';

/** A movement with its facts about our fee. */
export interface FeeEntry extends Entry {
  subject: string;
  id: string;
  /** Theirs: the fee that the payment brought us. */
  fee?: string | null;
  /** Ours: what of it should come to us, negative for what should be returned. */
  feeMinor?: number;
}

/** Fees that a payment and its refunds should have moved on our account. Movements of one side alone moved no expected fee. */
export function toFees(entries: readonly FeeEntry[]): FeeEntry[] {
  const fee = entries.find((entry) => entry.side === 'theirs' && entry.fee)?.fee ?? null;
  return entries.flatMap((mine) => {
    if (mine.side !== 'ours' || !mine.feeMinor) return [];
    const theirs = entries.find(
      (entry) => entry.side === 'theirs' && entry.kind === mine.kind && entry.object === mine.object,
    );
    if (!theirs) return [];
    const kind = mine.kind === 'payment' ? 'fee' : 'fee_refund';
    const object = (kind === 'fee' && fee) || mine.object;
    const { about, isOptional } = mine;
    return {
      ...{ side: 'ours' as const, kind, subject: fee ?? mine.object, id: `${kind} ${object}`, object },
      ...{ amount: { ...mine.amount, minor: mine.feeMinor }, at: theirs.at, about, isOptional },
    };
  });
}
