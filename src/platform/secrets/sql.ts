import type { Transaction } from '../database/database.js';

/** What is kept sealed of one row. */
export interface SealedRow {
  /** Owner of the boxes: they open as nobody else's. */
  id: string;
  secret: Buffer | null;
  previousSecret: Buffer | null;
  previousSecretUntil: Date | null;
}

/** Rows with secrets in the order of their ids, after `after`, held until the transaction ends. */
export async function lockSealed(tx: Transaction, after: string, limit: number): Promise<SealedRow[]> {
  return tx<SealedRow[]>`
    SELECT id, secret, previous_secret, previous_secret_until FROM delivery_endpoints
     WHERE id > ${after} AND (secret IS NOT NULL OR previous_secret IS NOT NULL)
     ORDER BY id LIMIT ${limit} FOR NO KEY UPDATE`;
}

export async function replaceSealed(
  tx: Transaction,
  id: string,
  boxes: { secret: Buffer | null; previousSecret: Buffer | null },
): Promise<void> {
  await tx`
    UPDATE delivery_endpoints SET secret = ${boxes.secret}, previous_secret = ${boxes.previousSecret},
      previous_secret_until = CASE WHEN ${boxes.previousSecret}::bytea IS NOT NULL THEN previous_secret_until END
     WHERE id = ${id}`;
}
