import type { EntryKind, LedgerEntry } from '../../../src/earnings/rules/ledger.js';

/** The state of one public record by the ledger. */
export interface RecordFold {
  earningId: string;
  kind: EntryKind;
  reversed: boolean;
  /** The amount of the record: a reversed one shows the reversed amount, negative. */
  commissionMinor: number;
  transactionMinor: number | null;
  /** The sum of its entries. */
  netMinor: number;
  /** False when all records of the sale net to zero, so that none enters a statement. */
  settles: boolean;
}

/**
 * The public records of one sale, folded from its entries in the order they were written (decisions: Earnings).
 * A record with a refund entry is reversed and shows its last entry; a sale whose own record is reversed nets to zero.
 */
export function foldSale(entries: readonly LedgerEntry[]): RecordFold[] {
  const records = new Map<string, RecordFold>();
  for (const entry of entries) {
    const before = records.get(entry.earningId);
    records.set(entry.earningId, {
      earningId: entry.earningId,
      kind: before?.kind ?? entry.kind,
      reversed: entry.kind === 'refund',
      commissionMinor: entry.commissionMinor,
      transactionMinor: entry.transactionMinor,
      netMinor: (before?.netMinor ?? 0) + entry.commissionMinor,
      settles: true,
    });
  }
  const folded = [...records.values()];
  const turnedOver = folded.some((record) => record.kind === 'sale' && record.reversed);
  return turnedOver ? folded.map((record) => ({ ...record, settles: false })) : folded;
}
