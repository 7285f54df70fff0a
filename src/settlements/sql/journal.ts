import type { Queryable } from '../../platform/database/database.js';
import type { PostingKind } from '../rules/journal.js';

/** Why adjustments were made, by the id of the earning. `settlementId`: the adjustment owes a payment of this statement again. */
export async function findAdjustmentCauses(
  db: Queryable,
  earningIds: readonly string[],
): Promise<Map<string, { reason: string; settlementId: string | null }>> {
  if (earningIds.length === 0) return new Map();
  const rows = await db<{ earningId: string; reason: string; settlementId: string | null }[]>`
    SELECT result ->> 'earningId' AS earning_id, reason, result ->> 'settlementId' AS settlement_id FROM settlement_runs
    WHERE kind = 'adjust' AND result ->> 'earningId' = ANY (${earningIds as string[]}::text[])`;
  return new Map(rows.map(({ earningId, ...cause }) => [earningId, cause]));
}

/** A change of the money owed by a statement. */
export interface StatementMovement {
  /** The statement. */
  id: string;
  kind: PostingKind & ('vat' | 'vat_void' | 'payment');
  /** Negative: we owe less. */
  minor: number;
  currency: string;
  companyId: string;
  at: Date;
  paymentReference: string | null;
}

/** VAT of statements issued or voided, and payments of statements, between two instants, in the order of kinds and ids. */
export async function pageOfStatementMovements(
  db: Queryable,
  { after, from, to }: { after: { kind: string; id: string }; from: Date; to: Date },
  limit: number,
): Promise<StatementMovement[]> {
  return db<StatementMovement[]>`
    SELECT * FROM (
      SELECT id, 'payment' AS kind, -amount_minor AS minor, currency, company_id, paid_at AS at, payment_reference
      FROM settlements WHERE paid_at >= ${from} AND paid_at < ${to}
      UNION ALL
      SELECT id, 'vat', vat_minor, currency, company_id, issued_at, NULL
      FROM settlements WHERE vat_minor <> 0 AND issued_at >= ${from} AND issued_at < ${to}
      UNION ALL
      SELECT id, 'vat_void', -vat_minor, currency, company_id, voided_at, NULL
      FROM settlements WHERE vat_minor <> 0 AND voided_at >= ${from} AND voided_at < ${to}
    ) movement
    WHERE (kind COLLATE "C", id COLLATE "C") > (${after.kind}, ${after.id}) ORDER BY kind COLLATE "C", id COLLATE "C" LIMIT ${limit}`;
}
