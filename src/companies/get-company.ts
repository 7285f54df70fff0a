import { type CompanyRow, findCompany } from '../access/sql/companies.js';
import type { Id } from '../core/ids.js';
import { noSuch } from '../core/problems.js';
import type { Agreement } from '../core/viewer.js';
import type { Context } from '../platform/context/context.js';
import { findAgreement } from './sql/agreements.js';
import { listCompanyRows } from './sql/companies.js';

export interface Company {
  id: Id<'company'>;
  name: string;
  status: 'active' | 'suspended';
  currency: string;
  createdAt: Date;
}

function present(row: CompanyRow): Company {
  return { id: row.id, name: row.name, status: row.status, currency: row.currency, createdAt: row.createdAt };
}

/** A company by id or name, with its agreement. @throws {ProblemError} `invalid_request` when there is none. */
export async function getCompany(ctx: Context, idOrName: string): Promise<Company & { agreement: Agreement }> {
  const row = await findCompany(ctx.sql, idOrName);
  if (!row) throw noSuch('company', idOrName);
  return { ...present(row), agreement: await findAgreement(ctx.sql, row.id) };
}

/** Every company, oldest first. */
export async function listCompanies(ctx: Context): Promise<Company[]> {
  return (await listCompanyRows(ctx.sql)).map(present);
}
