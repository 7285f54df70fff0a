import type { Id } from '../core/ids.js';
import type { Transaction } from '../platform/database/database.js';
import { recordEarningChanges } from './record-earning-changes.js';
import { payEarnings } from './sql/earnings-maturing.js';

/** Marks a paid statement's ready earnings as paid. @returns how many. @param only these of its lines; default: all. */
export async function markPaid(
  tx: Transaction,
  settlementId: Id<'statement'>,
  now: Date,
  only?: readonly string[],
): Promise<number> {
  const paid = await payEarnings(tx, settlementId, now, only);
  await recordEarningChanges(tx, paid, now);
  return paid.length;
}
