import type { Id } from '../../core/ids.js';
import type { Queryable, Transaction } from '../database/database.js';
import { countRows } from '../database/rows.js';
import type { AuditAction, AuditDetails } from './audit.js';

export interface AuditRow {
  id: number;
  at: Date;
  actor: string;
  action: AuditAction;
  objectId: string;
  companyId: Id<'company'> | null;
  details: AuditDetails;
  /** The IP address of a member's call. */
  address: string | null;
}

export async function insertAuditRow(tx: Transaction, row: Omit<AuditRow, 'id'>): Promise<void> {
  await tx`
    INSERT INTO audit_log (at, actor, action, object_id, company_id, details, address)
    VALUES (${row.at}, ${row.actor}, ${row.action}, ${row.objectId}, ${row.companyId}, ${tx.json(row.details)},
            ${row.address})`;
}

/** Deletes up to `limit` rows, oldest first, from before `before` and over ten years old; a turn reads no more than that. */
export function deleteOldActions(db: Queryable, before: Date, limit: number): Promise<number> {
  return countRows(db`
    DELETE FROM audit_log WHERE id = ANY (ARRAY(
      SELECT id FROM (SELECT id, at FROM audit_log ORDER BY id LIMIT ${limit}) oldest
       WHERE at < least(${before}, now() - interval '10 years')))`);
}

export interface AuditFilter {
  companyId?: Id<'company'>;
  /** At or after this instant. */
  since?: Date;
  action?: AuditAction;
  /** The kind of object: the first part of an action's name. */
  kind?: string;
  actor?: string;
  /** Older than the row with this id. */
  before?: number;
}

/** Newest first: a company's actions by instant, because its pages' indexes are in that order; all others by id. */
export async function listAuditRows(db: Queryable, filter: AuditFilter, limit: number): Promise<AuditRow[]> {
  const { companyId, since, action, kind, actor, before } = filter;
  const written = db`(SELECT at FROM audit_log WHERE id = ${before ?? null})`;
  return db<AuditRow[]>`
    SELECT id, at, actor, action, object_id, company_id, details, address FROM audit_log
    WHERE true ${companyId ? db`AND company_id = ${companyId}` : db``} ${since ? db`AND at >= ${since}` : db``}
      ${action ? db`AND action = ${action}` : db``} ${kind ? db`AND split_part(action, '.', 1) = ${kind}` : db``}
      ${actor ? db`AND actor = ${actor}` : db``} ${before === undefined ? db`` : companyId ? db`AND (at, id) < (${written}, ${before})` : db`AND id < ${before}`}
    ORDER BY ${companyId ? db`at DESC, id DESC` : db`id DESC`} LIMIT ${limit}`;
}
