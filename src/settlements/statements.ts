import { getCompany } from '../companies/get-company.js';
import { findCompanyNames } from '../companies/sql/companies.js';
import { invalidField, noSuch } from '../core/problems.js';
import type { EarningRow } from '../earnings/sql/earnings.js';
import type { Context } from '../platform/context/context.js';
import { findPayoutTargets } from './payout-target.js';
import { type BankEntryRow, listEntries } from './sql/bank-entries.js';
import { listAssignments } from './sql/settlement-decisions.js';
import { pageOfLines } from './sql/settlement-lines.js';
import { listTransfers, type TransferRow } from './sql/settlement-payments.js';
import { listCompanyRuns, listOwedAgain, type OwedAgain, type RunRow } from './sql/settlement-runs.js';
import {
  findSettlement,
  listSettlements,
  listVersions,
  type SettlementFilter,
  type SettlementRow,
  type SettlementTotal,
  sumSettlements,
} from './sql/settlements.js';

interface ListedStatements {
  /** Newest month first, up to the limit. */
  statements: (SettlementRow & { companyName: string })[];
  /** Totals of everything that matches, shown or not, by currency and status. */
  totals: SettlementTotal[];
}

/** Statements with their companies' names, and totals. @throws {ProblemError} `invalid_request` for an unknown company. */
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
  const names = await findCompanyNames(ctx.sql, [...new Set(found.map((row) => row.companyId))]);
  return { statements: found.map((row) => ({ ...row, companyName: names.get(row.companyId) ?? '' })), totals };
}

export interface StatementDetail {
  statement: SettlementRow;
  transfers: TransferRow[];
  /** Entries of the bank and of persons; `assignedBy`: who proposed and who approved it. */
  bankEntries: (BankEntryRow & { assignedBy: string | null })[];
  /** What of its payments came back or was never paid, and where the company gets it again. */
  owedAgain: OwedAgain[];
  /** The first of them, in the order of their ids. */
  lines: EarningRow[];
  /** Newest first: runs of this company's month and adjustments on it, with who and why. */
  runs: RunRow[];
}

interface StatementChoice {
  month: string;
  /** Id or name. */
  company: string;
  /** May be absent where the company has statements in one currency only. */
  currency?: string;
}

/**
 * A statement with everything that finance needs. If it waits for a new account of the company, in a bank file or as a
 * transfer, it says so.
 *
 * @throws {SettlementRefused} when there is none.
 */
export async function showStatement(ctx: Context, id: string, limits: { lines: number }): Promise<StatementDetail> {
  const statement = await findSettlement(ctx.sql, id);
  if (!statement) throw noSuch('statement', id);
  const [transfers, lines, runs, waitingOf, owedAgain] = await Promise.all([
    listTransfers(ctx.sql, id),
    pageOfLines(ctx.sql, id, '', limits.lines),
    listCompanyRuns(ctx.sql, statement, 50),
    findPayoutTargets(ctx, statement.companyId),
    listOwedAgain(ctx.sql, statement),
  ]);
  const payments = transfers.map((transfer) => transfer.id);
  const [entries, assignments] = [await listEntries(ctx.sql, payments), await listAssignments(ctx.sql, payments)];
  const assigned = new Map(
    assignments.map(
      (assignment) => [assignment.entryId, `${assignment.requestedBy}, approved by ${assignment.decidedBy}`] as const,
    ),
  );
  const bankEntries = entries.map((entry) => ({ ...entry, assignedBy: assigned.get(entry.id) ?? null }));
  const waiting = waitingOf(statement);
  const isNew = waiting.waitsFor === 'new_account';
  const shown = isNew ? { ...statement, ...waiting } : statement;
  return { statement: shown, transfers, bankEntries, owedAgain, lines, runs };
}

/**
 * The current statement of a company's month: the newest valid statement, else the newest.
 *
 * @throws {ProblemError} `invalid_request` when there is none, or several currencies to choose from.
 */
export async function chooseStatement(ctx: Context, choice: StatementChoice): Promise<SettlementRow> {
  const { month, currency } = choice;
  const { id: companyId } = await getCompany(ctx, choice.company);
  const found = await listSettlements(ctx.sql, { month, companyId, currency }, 1000);
  const currencies = [...new Set(found.map((row) => row.currency))];
  if (currencies.length > 1) throw invalidField('currency', `choose one: ${currencies.join(', ')}`);
  const [newest] = found;
  if (!newest) throw noSuch('statement', `of ${month} for ${choice.company}`);
  const versions = await listVersions(ctx.sql, newest);
  return versions.find(({ status }) => status !== 'void') ?? newest;
}
