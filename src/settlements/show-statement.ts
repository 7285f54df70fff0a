import { getCompany } from '../companies/get-company.js';
import { invalidField, noSuch } from '../core/problems.js';
import type { EarningRow } from '../earnings/sql/earnings.js';
import type { Context } from '../platform/context/context.js';
import { pageOfLines } from './sql/settlement-lines.js';
import { listTransfers, type TransferRow } from './sql/settlement-payments.js';
import { listRunsOf, type RunRow } from './sql/settlement-runs.js';
import type { SettlementFilter } from './sql/settlements.js';
import { findSettlement, listSettlements, listVersions, type SettlementRow } from './sql/settlements.js';

export interface ShownStatement {
  statement: SettlementRow;
  transfers: TransferRow[];
  /** The first of them, in the order of their ids. */
  lines: EarningRow[];
  /** Newest first: runs of this company's month and adjustments on it, with who and why. */
  runs: RunRow[];
}

export interface StatementChoice {
  month: string;
  /** Id or name. */
  company: string;
  /** May be absent where the company has statements in one currency only. */
  currency?: string;
}

/**
 * A statement with everything that finance needs.
 *
 * @throws {SettlementRefused} when there is none.
 */
export async function showStatement(ctx: Context, id: string, limits: { lines: number }): Promise<ShownStatement> {
  const statement = await findSettlement(ctx.sql, id);
  if (!statement) throw noSuch('statement', id);
  const [transfers, lines, runs] = await Promise.all([
    listTransfers(ctx.sql, id),
    pageOfLines(ctx.sql, id, '', limits.lines),
    listRunsOf(ctx.sql, statement, 50),
  ]);
  return { statement, transfers, lines, runs };
}

/** Statements for finance, newest month first. @throws {ProblemError} `invalid_request` for an unknown company. */
export async function findStatements(
  ctx: Context,
  filter: Omit<SettlementFilter, 'companyId'> & { company?: string },
  limit: number,
): Promise<SettlementRow[]> {
  const { company, ...rest } = filter;
  const companyId = company === undefined ? undefined : (await getCompany(ctx, company)).id;
  return listSettlements(ctx.sql, { ...rest, companyId }, limit);
}

/**
 * The current statement of a company's month: the newest one that is not void, else the newest.
 *
 * @throws {SettlementRefused} when there is none, or several currencies to choose from.
 */
export async function chooseStatement(ctx: Context, choice: StatementChoice): Promise<SettlementRow> {
  const { month, currency } = choice;
  const found = await findStatements(ctx, { month, company: choice.company, currency }, 1000);
  const currencies = [...new Set(found.map((one) => one.currency))];
  if (currencies.length > 1) throw invalidField('currency', `choose one: ${currencies.join(', ')}`);
  const [newest] = found;
  if (!newest) throw noSuch('statement', `of ${month} for ${choice.company}`);
  const versions = await listVersions(ctx.sql, newest);
  return versions.find(({ status }) => status !== 'void') ?? newest;
}
