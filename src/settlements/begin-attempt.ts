import type { Transaction } from '../platform/database/database.js';
import { beginTransfer } from './sql/settlement-payments.js';
import type { SettlementRow } from './sql/settlements.js';

/** The processor's key for an attempt: derived from its purpose, so that it cannot be sent twice. */
export function transferId(settlementId: string, attempt: number): string {
  return `${settlementId.replace(/^stm_/, 'trf_')}_${attempt}`;
}

/**
 * Begins the next attempt to pay a statement whose row the caller holds: from here on the money may move.
 *
 * @returns the id of its transfer.
 */
export async function beginAttempt(
  tx: Transaction,
  { id: settlementId, attempts }: SettlementRow,
  now: Date,
): Promise<string> {
  const attempt = attempts + 1;
  const id = transferId(settlementId, attempt);
  await beginTransfer(tx, { id, settlementId, attempt }, now);
  return id;
}
