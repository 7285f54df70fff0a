import { type CompanyRow, findCompany } from '../access/sql/companies.js';
import { noSuch } from '../core/problems.js';
import type { Agreement } from '../core/viewer.js';
import type { Context } from '../platform/context/context.js';
import { findAgreement } from './sql/agreements.js';
import { listCompanyRows } from './sql/companies.js';

/** A company by id or name, with its agreement. @throws {ProblemError} `invalid_request` when there is none. */
export async function getCompany(ctx: Context, idOrName: string): Promise<CompanyRow & { agreement: Agreement }> {
  const row = await findCompany(ctx.sql, idOrName);
  if (!row) throw noSuch('company', idOrName);
  return { ...row, agreement: await findAgreement(ctx.sql, row.id) };
}

/** Every company, oldest first. */
export function listCompanies(ctx: Context): Promise<CompanyRow[]> {
  return listCompanyRows(ctx.sql);
}
