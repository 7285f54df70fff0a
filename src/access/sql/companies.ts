import type { Id } from '../../core/ids.js';
import type { Queryable, Transaction } from '../../platform/database/database.js';
import { firstRow } from '../../platform/database/rows.js';

export interface CompanyRow {
  id: Id<'company'>;
  name: string;
  status: 'active' | 'suspended';
  currency: string;
  createdAt: Date;
}

/** By id or by name. */
export function findCompany(sql: Queryable, idOrName: string): Promise<CompanyRow | null> {
  return firstRow(sql<CompanyRow[]>`
    SELECT id, name, status, currency, created_at FROM companies
     WHERE id = ${idOrName} OR name = ${idOrName} ORDER BY id = ${idOrName} DESC LIMIT 1`);
}

/** Locks a company until the transaction ends, so that two transactions cannot exceed a limit of the company together. */
export async function lockCompany(tx: Transaction, companyId: Id<'company'>): Promise<void> {
  await tx`SELECT FROM companies WHERE id = ${companyId} FOR NO KEY UPDATE`;
}
