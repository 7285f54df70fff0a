import type { Queryable, Transaction } from '../database/database.js';
import type { AuditAction, AuditDetails } from './audit.js';

export interface AuditRow {
  id: number;
  at: Date;
  actor: string;
  action: AuditAction;
  objectId: string;
  companyId: string | null;
  details: AuditDetails;
}

export async function insertAuditRow(tx: Transaction, row: Omit<AuditRow, 'id'>): Promise<void> {
  await tx`
    INSERT INTO audit_log (at, actor, action, object_id, company_id, details)
    VALUES (${row.at}, ${row.actor}, ${row.action}, ${row.objectId}, ${row.companyId}, ${tx.json(row.details)})`;
}

export interface AuditFilter {
  companyId?: string;
  /** At or after this instant. */
  since?: Date;
  action?: AuditAction;
}

/** Newest first. */
export async function listAuditRows(db: Queryable, filter: AuditFilter, limit: number): Promise<AuditRow[]> {
  const { companyId, since, action } = filter;
  return db<AuditRow[]>`
    SELECT id, at, actor, action, object_id, company_id, details FROM audit_log
    WHERE true ${companyId ? db`AND company_id = ${companyId}` : db``} ${since ? db`AND at >= ${since}` : db``}
      ${action ? db`AND action = ${action}` : db``}
    ORDER BY id DESC LIMIT ${limit}`;
}
