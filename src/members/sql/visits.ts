import type { Id } from '../../core/ids.js';
import type { Queryable, Transaction } from '../../platform/database/database.js';
import { firstRow, firstValue, isOneRow } from '../../platform/database/rows.js';

export interface VisitRow {
  id: string;
  operator: string;
  reason: string;
  endsAt: Date;
  companyId: Id<'company'>;
  companyName: string;
  companyCurrency: string;
}

export async function insertVisit(
  tx: Transaction,
  visit: Pick<VisitRow, 'id' | 'companyId' | 'operator' | 'reason' | 'endsAt'> & { hash: Buffer },
): Promise<void> {
  await tx`
    INSERT INTO operator_visits (id, company_id, operator, reason, hash, ends_at)
    VALUES (${visit.id}, ${visit.companyId}, ${visit.operator}, ${visit.reason}, ${visit.hash}, ${visit.endsAt})`;
}

/** The visit of a token that counts: of its link before it was used, of its cookie from then on. */
export function findVisitRow(
  sql: Queryable,
  hash: Buffer,
  { opened, now }: { opened: boolean; now: Date },
): Promise<VisitRow | null> {
  return firstRow(sql<VisitRow[]>`
    SELECT v.id, v.operator, v.reason, v.ends_at, v.company_id, c.name AS company_name, c.currency AS company_currency
      FROM operator_visits v JOIN companies c ON c.id = v.company_id
     WHERE v.hash = ${hash} AND (v.opened_at IS NOT NULL) = ${opened} AND v.ends_at > ${now}`);
}

/** Marks a visit's link as used; false when it was used already. */
export function openVisitRow(
  tx: Transaction,
  id: string,
  { hash, now, endsAt }: { hash: Buffer; now: Date; endsAt: Date },
): Promise<boolean> {
  return isOneRow(tx`
    UPDATE operator_visits SET hash = ${hash}, opened_at = ${now}, ends_at = ${endsAt}
     WHERE id = ${id} AND opened_at IS NULL`);
}

/** Ends a visit; answers whose it was, null when it was over. */
export function deleteVisit(tx: Transaction, id: string): Promise<string | null> {
  return firstValue(tx<{ operator: string }[]>`DELETE FROM operator_visits WHERE id = ${id} RETURNING operator`);
}
