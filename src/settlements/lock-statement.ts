import { noSuch } from '../core/problems.js';
import type { Transaction } from '../platform/database/database.js';
import { lockTerms } from './sql/settlement-terms.js';
import { findSettlement, lockSettlement, type SettlementRow } from './sql/settlements.js';

/** Locks the company's terms, then the statement, like every writer. @throws {ProblemError} for an unknown statement. */
export async function lockStatement(tx: Transaction, id: string): Promise<SettlementRow> {
  const found = await findSettlement(tx, id);
  if (found) await lockTerms(tx, found.companyId);
  const statement = found && (await lockSettlement(tx, id));
  if (!statement) throw noSuch('statement', id);
  return statement;
}
