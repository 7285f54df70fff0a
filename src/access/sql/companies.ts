import type { Queryable, Transaction } from '../../platform/database/database.js';

export interface CompanyRow {
  id: string;
  name: string;
  status: 'active' | 'suspended';
  currency: string;
  createdAt: Date;
}

/** Adds a company; returns false when the name is taken. */
export async function insertCompany(
  sql: Queryable,
  company: { id: string; name: string; currency: string; now: Date },
): Promise<boolean> {
  const rows = await sql`
    INSERT INTO companies (id, name, currency, created_at)
    VALUES (${company.id}, ${company.name}, ${company.currency}, ${company.now})
    ON CONFLICT (name) DO NOTHING
    RETURNING id`;
  return rows.length === 1;
}

/** By id or by name. */
export async function findCompany(sql: Queryable, idOrName: string): Promise<CompanyRow | null> {
  const [row] = await sql<CompanyRow[]>`
    SELECT id, name, status, currency, created_at FROM companies
     WHERE id = ${idOrName} OR name = ${idOrName} ORDER BY id = ${idOrName} DESC LIMIT 1`;
  return row ?? null;
}

/** Locks a company until the transaction ends: what it may have so many of is counted and added by one at a time. */
export async function lockCompany(tx: Transaction, companyId: string): Promise<void> {
  await tx`SELECT FROM companies WHERE id = ${companyId} FOR NO KEY UPDATE`;
}

export function listCompanyRows(sql: Queryable): Promise<CompanyRow[]> {
  return sql<CompanyRow[]>`SELECT id, name, status, currency, created_at FROM companies ORDER BY created_at, id`;
}

export async function setCompanyStatus(sql: Queryable, id: string, status: CompanyRow['status']): Promise<boolean> {
  const rows = await sql`UPDATE companies SET status = ${status} WHERE id = ${id} RETURNING id`;
  return rows.length === 1;
}

/** Names by id. */
export async function findCompanyNames(sql: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await sql<{ id: string; name: string }[]>`
    SELECT id, name FROM companies WHERE id = ANY (${ids as string[]})`;
  return new Map(rows.map(({ id, name }) => [id, name]));
}
