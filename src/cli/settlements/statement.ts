import type { z } from 'zod';
import { decimalOf, toDecimal } from '../../core/money.js';
import { explainReason } from '../../settlements/rules/bank-reasons.js';
import { WAIT_CAUSES } from '../../settlements/rules/settlement.js';
import type * as schemas from '../../settlements/schemas.js';
import type { StatementDetail } from '../../settlements/statements.js';
import { printable } from '../support/print.js';
import type { Session } from '../support/session.js';
import { instantText, snake } from '../support/shapes.js';
import { money } from './choice.js';

type Detail = z.output<typeof schemas.statementDetail>;

export const HEADINGS = ['STATEMENT', 'MONTH', 'COMPANY', 'NAME', 'STATUS', 'AMOUNT', 'LINES', 'DUE', 'PAYMENT'];

export function toStatement(detail: StatementDetail['statement'], company: string): z.input<typeof schemas.statement> {
  return { ...snake(detail), company, amount: decimalOf(detail.amount) };
}

export function toStatementDetail(found: StatementDetail, company: string): z.input<typeof schemas.statementDetail> {
  const { statement, transfers, bankEntries, owedAgain, lines, runs } = found;
  return {
    ...snake(statement),
    ...toStatement(statement, company),
    vat: toDecimal(statement.vatMinor, statement.currency),
    transfers: transfers.map(snake),
    bank_entries: bankEntries.map((bankEntry) => ({
      ...snake(bankEntry),
      amount: decimalOf(bankEntry.amount),
      currency: bankEntry.amount.currency,
    })),
    owed_again: owedAgain.map((debt) => ({ ...snake(debt), amount: toDecimal(debt.amountMinor, statement.currency) })),
    entries: lines.map((line) => ({ ...snake(line), commission: toDecimal(line.commissionMinor, statement.currency) })),
    runs: runs.map(snake),
  };
}

export function row(shown: z.output<typeof schemas.statement>): string[] {
  const version = shown.version > 1 ? ` (version ${shown.version})` : '';
  return [
    shown.id,
    shown.month + version,
    shown.company_id,
    printable(shown.company),
    shown.status,
    money(shown.amount, shown.currency),
    String(shown.lines),
    shown.due_on,
    shown.payment_reference ?? '',
  ];
}

export function printShown(found: Detail, session: Session): void {
  const { currency, failure, waits_for, pay_from, transfers, bank_entries, owed_again, entries, runs } = found;
  session.table(HEADINGS, [row(found)]);
  session.say(`Method ${found.method}; reference ${found.reference ?? '–'}; issued ${instantText(found.issued_at)}`);
  if (found.vat !== 0) session.say(`VAT ${money(found.vat, currency)} is part of the amount`);
  if (failure)
    session.say(`Failed: ${failure}; ${pay_from ? `again ${instantText(pay_from)}` : 'not retried automatically'}`);
  if (waits_for) session.say(`Waits for ${WAIT_CAUSES[waits_for]}; tried again ${instantText(pay_from)} at the latest`);
  if (transfers.length > 0) {
    session.say('');
    session.table(
      ['TRANSFER', 'STATE', 'BEGUN', 'ENDED', 'REFERENCE OR FAILURE'],
      transfers.map((transfer) => [
        transfer.id,
        transfer.state,
        instantText(transfer.begun_at),
        instantText(transfer.ended_at),
        describeEnd(transfer, bank_entries),
      ]),
    );
  }
  if (bank_entries.length > 0) {
    session.say('');
    session.table(
      ['ENTRY', 'TRANSFER', 'BOOKED', 'AMOUNT', 'OUTCOME', 'REFERENCE', 'ASSIGNED BY'],
      bank_entries.map((bankEntry) => [
        ...[
          bankEntry.id,
          bankEntry.transfer_id ?? '',
          bankEntry.booked_on,
          `${bankEntry.direction} of ${money(bankEntry.amount, bankEntry.currency)}`,
        ],
        ...[bankEntry.outcome, bankEntry.bank_reference ?? '', bankEntry.assigned_by ?? ''],
      ]),
    );
  }
  for (const { earning_id, amount, booked_on, on_statement } of owed_again) {
    const when = booked_on === null ? '' : `, booked on ${booked_on}`;
    session.say(
      `Owed again: ${money(amount, currency)}${when}, as ${earning_id} on ${on_statement ?? "the company's next statement"}`,
    );
  }
  session.say('');
  session.table(
    ['LINE', 'KIND', 'STATUS', 'COMMISSION', 'REASON', 'SALE', 'CREATED'],
    entries.map((line) => [
      line.id,
      line.kind,
      line.status,
      money(line.commission, currency),
      line.reason ?? '',
      line.sale_id ?? '',
      instantText(line.created_at),
    ]),
  );
  if (entries.length < found.lines) session.say(`… ${found.lines - entries.length} more: --lines shows them.`);
  session.say('');
  session.table(
    ['RUN', 'WHEN', 'WHO', 'STATUS', 'WHY', 'RESULT'],
    runs.map((run) => [
      run.kind,
      instantText(run.started_at),
      run.requested_by,
      run.status,
      run.reason,
      describe(run.result),
    ]),
  );
}

/** The reference or failure of a transfer; of a returned one, the entry that returned it. */
function describeEnd(transfer: Detail['transfers'][number], entries: Detail['bank_entries']): string {
  const end = transfer.reference ?? transfer.failure ?? '';
  const credit = entries.find((entry) => entry.transfer_id === transfer.id && entry.direction === 'credit');
  return transfer.state === 'returned' && credit
    ? [end, `returned on ${credit.booked_on} by ${credit.bank_reference ?? credit.id} ${explainReason(credit.reason)}`]
        .filter(Boolean)
        .join('; ')
    : end;
}

function describe(result: Detail['runs'][number]['result']): string {
  if (!result) return '';
  if (typeof result.message === 'string') return result.message;
  return Object.entries(result)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
}
