import { findCompanyNames } from '../access/sql/companies.js';
import { getCompany } from '../companies/get-company.js';
import type { Context } from '../platform/context/context.js';
import {
  listSettlements,
  type SettlementFilter,
  type SettlementRow,
  type SettlementTotal,
  sumSettlements,
} from './sql/settlements.js';

export interface ListedStatements {
  /** Newest month first, up to the limit. */
  statements: (SettlementRow & { companyName: string })[];
  /** Totals of everything that matches, shown or not, by currency and status. */
  totals: SettlementTotal[];
}

/**
 * Statements for finance with their companies' names, and what they come to.
 *
 * @throws {ProblemError} `invalid_request` for an unknown company.
 */
export async function listStatements(
  ctx: Context,
  filter: Omit<SettlementFilter, 'companyId'> & { company?: string },
  limit: number,
): Promise<ListedStatements> {
  const { company, ...rest } = filter;
  const companyId = company === undefined ? undefined : (await getCompany(ctx, company)).id;
  const [found, totals] = await Promise.all([
    listSettlements(ctx.sql, { ...rest, companyId }, limit),
    sumSettlements(ctx.sql, { ...rest, companyId }),
  ]);
  const names = await findCompanyNames(ctx.sql, [...new Set(found.map((one) => one.companyId))]);
  return { statements: found.map((one) => ({ ...one, companyName: names.get(one.companyId) ?? '' })), totals };
}
