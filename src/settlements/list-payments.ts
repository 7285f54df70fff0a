import { findCompanyNames } from '../companies/sql/companies.js';
import { isSame } from '../core/money.js';
import type { Context } from '../platform/context/context.js';
import { type BankEntryRow, listUnassigned } from './sql/bank-entries.js';
import { listDifferingStatements, listOpenPayments, type OpenPaymentRow } from './sql/settlement-checks.js';
import { listProposed } from './sql/settlement-decisions.js';
import { listFailed } from './sql/settlements.js';

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
