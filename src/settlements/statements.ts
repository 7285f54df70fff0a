import { getCompany } from '../companies/get-company.js';
import { findCompanyNames } from '../companies/sql/companies.js';
import { isSame } from '../core/money.js';
import { invalidField, noSuch } from '../core/problems.js';
import type { Context } from '../platform/context/context.js';
import { findPayoutTargets } from './payout-target.js';
import { type BankEntryRow, listEntries, listUnassigned } from './sql/bank-entries.js';
import { listDifferingStatements, listOpenPayments, type OpenPaymentRow } from './sql/settlement-checks.js';
import { listAssignments, listProposed } from './sql/settlement-decisions.js';
import { pageOfLines } from './sql/settlement-lines.js';
import { listTransfers } from './sql/settlement-payments.js';
import { listCompanyRuns, listOwedAgain } from './sql/settlement-runs.js';
import {
  findSettlement,
  listFailed,
  listSettlements,
  listVersions,
  type SettlementFilter,
  type SettlementRow,
  sumSettlements,
} from './sql/settlements.js';

/**
 * Statements with their companies' names, newest month first, and totals of everything that matches, shown or not.
 *
 * @throws {ProblemError} `invalid_request` for an unknown company.
 */
export async function listStatements(
  ctx: Context,
  filter: Omit<SettlementFilter, 'companyId'> & { company?: string },
  limit: number,
) {
  const { company, ...rest } = filter;
  const companyId = company === undefined ? undefined : (await getCompany(ctx, company)).id;
  const [found, totals] = await Promise.all([
    listSettlements(ctx.sql, { ...rest, companyId }, limit),
    sumSettlements(ctx.sql, { ...rest, companyId }),
  ]);
  const names = await findCompanyNames(ctx.sql, [...new Set(found.map((row) => row.companyId))]);
  return { statements: found.map((row) => ({ ...row, companyName: names.get(row.companyId) ?? '' })), totals };
}

interface StatementChoice {
  month: string;
  /** Id or name. */
  company: string;
  /** May be absent where the company has statements in one currency only. */
  currency?: string;
}

/**
 * A statement with everything that finance needs, and the first of its lines in the order of their ids. If it waits for a new account of the company, in a bank file or as a
 * transfer, it says so.
 *
 * @throws {SettlementRefused} when there is none.
 */
export async function showStatement(ctx: Context, id: string, limits: { lines: number }) {
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

/**
 * What waits for the bank or for a person: payments whose end is not known, entries of the bank that belong to no
 * payment yet (with open payments of the same amount and account), differences, failed statements and proposals.
 *
 * @param limit the most of each kind.
 */
export async function listPayments(ctx: Context, limit: number) {
  const [payments, entries, differences, failed, decisions] = await Promise.all([
    listOpenPayments(ctx.sql, limit),
    listUnassigned(ctx.sql, limit),
    listDifferingStatements(ctx.sql, limit),
    listFailed(ctx.sql, limit),
    listProposed(ctx.sql, limit),
  ]);
  const names = await findCompanyNames(ctx.sql, [...new Set(failed.map((payment) => payment.companyId))]);
  return {
    payments,
    entries: entries.map((entry) => ({ ...entry, suggestions: suggest(entry, payments) })),
    differences,
    failed: failed.map((payment) => ({ ...payment, companyName: names.get(payment.companyId) ?? '' })),
    decisions,
  };
}

function suggest(entry: BankEntryRow, payments: readonly OpenPaymentRow[]): string[] {
  const isAlike = (payment: OpenPaymentRow) => isSame(payment.amount, entry.amount) && payment.iban === entry.iban;
  return entry.direction === 'debit' ? payments.filter(isAlike).map(({ id }) => id) : [];
}
