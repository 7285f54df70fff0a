import type { Transaction } from '../../store/database.js';
import { payEarnings } from '../../store/earnings-maturing.js';
import { recordEarningChanges } from './record-earning-changes.js';

/** Marks the ready earnings of a statement as paid, in the transaction that pays the statement. Answers how many. */
export async function markPaid(tx: Transaction, settlementId: string, now: Date): Promise<number> {
  const paid = await payEarnings(tx, settlementId, now);
  await recordEarningChanges(tx, paid, now);
  return paid.length;
}
