import type { CompanyRow } from '../../access/sql/companies.js';
import type { Queryable } from '../../platform/database/database.js';
import { isOneRow } from '../../platform/database/rows.js';

/** Adds a company; returns false when the name is taken. */
export function insertCompany(
  sql: Queryable,
  company: { id: string; name: string; currency: string; now: Date },
): Promise<boolean> {
  return isOneRow(sql`
    INSERT INTO companies (id, name, currency, created_at)
    VALUES (${company.id}, ${company.name}, ${company.currency}, ${company.now})
    ON CONFLICT (name) DO NOTHING`);
}

export function listCompanyRows(sql: Queryable): Promise<CompanyRow[]> {
  return sql<CompanyRow[]>`SELECT id, name, status, currency, created_at FROM companies ORDER BY created_at, id`;
}

export function setCompanyStatus(sql: Queryable, id: string, status: CompanyRow['status']): Promise<boolean> {
  return isOneRow(sql`UPDATE companies SET status = ${status} WHERE id = ${id}`);
}

export async function findCompanyNames(sql: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await sql<{ id: string; name: string }[]>`
    SELECT id, name FROM companies WHERE id = ANY (${ids as string[]})`;
  return new Map(rows.map(({ id, name }) => [id, name]));
}
