import type { Id } from '../core/ids.js';
import type { Queryable } from '../platform/database/database.js';
import { positionOf } from './rules/payments.js';
import { listTransfers } from './sql/settlement-payments.js';
import { findSettlement } from './sql/settlements.js';

/** The unsettled surplus of the bank's payments over a statement, in minor units; 0 for an unknown statement. */
export async function readDifference(db: Queryable, settlementId: Id<'statement'>): Promise<number> {
  const statement = await findSettlement(db, settlementId);
  return statement ? positionOf(statement, await listTransfers(db, settlementId)).differenceMinor : 0;
}
