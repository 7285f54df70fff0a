import type { Id } from '../../core/ids.js';
import type { TransferReversal } from '../../payments/payouts-port.js';
import type { Queryable } from '../../platform/database/database.js';

export async function hasReversal(db: Queryable, id: string): Promise<boolean> {
  const rows = await db`SELECT FROM transfer_reversals WHERE id = ${id}`;
  return rows.length > 0;
}

export interface NewReversal extends TransferReversal {
  transferId: string;
  /** The adjustment by which the amount is owed again; null: there is none. */
  earningId: Id<'earning'> | null;
}

export async function insertReversal(tx: Queryable, reversal: NewReversal, now: Date): Promise<void> {
  const { id, transferId, amount, earningId, reversedAt } = reversal;
  await tx`
    INSERT INTO transfer_reversals (id, transfer_id, amount_minor, currency, earning_id, reversed_at, recorded_at)
    VALUES (${id}, ${transferId}, ${amount.minor}, ${amount.currency}, ${earningId}, ${reversedAt}, ${now})`;
}
