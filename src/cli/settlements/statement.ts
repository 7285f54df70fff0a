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

export function toStatement(one: StatementDetail['statement'], company: string): z.input<typeof schemas.statement> {
  return { ...snake(one), company, amount: decimalOf(one.amount) };
}

export function toStatementDetail(found: StatementDetail, company: string): z.input<typeof schemas.statementDetail> {
  const { statement, transfers, bankEntries, owedAgain, lines, runs } = found;
  return {
    ...snake(statement),
    ...toStatement(statement, company),
    vat: toDecimal(statement.vatMinor, statement.currency),
    transfers: transfers.map(snake),
    bank_entries: bankEntries.map((one) => ({
      ...snake(one),
      amount: decimalOf(one.amount),
      currency: one.amount.currency,
    })),
    owed_again: owedAgain.map((one) => ({ ...snake(one), amount: toDecimal(one.amountMinor, statement.currency) })),
    entries: lines.map((line) => ({ ...snake(line), commission: toDecimal(line.commissionMinor, statement.currency) })),
    runs: runs.map(snake),
  };
}

export function row(one: z.output<typeof schemas.statement>): string[] {
  const version = one.version > 1 ? ` (version ${one.version})` : '';
  return [
    one.id,
    one.month + version,
    one.company_id,
    printable(one.company),
    one.status,
    money(one.amount, one.currency),
    String(one.lines),
    one.due_on,
    one.payment_reference ?? '',
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
      transfers.map((one) => [
        one.id,
        one.state,
        instantText(one.begun_at),
        instantText(one.ended_at),
        describeEnd(one, bank_entries),
      ]),
    );
  }
  if (bank_entries.length > 0) {
    session.say('');
    session.table(
      ['ENTRY', 'TRANSFER', 'BOOKED', 'AMOUNT', 'OUTCOME', 'REFERENCE', 'ASSIGNED BY'],
      bank_entries.map((one) => [
        ...[one.id, one.transfer_id ?? '', one.booked_on, `${one.direction} of ${money(one.amount, one.currency)}`],
        ...[one.outcome, one.bank_reference ?? '', one.assigned_by ?? ''],
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
  const credit = entries.find((one) => one.transfer_id === transfer.id && one.direction === 'credit');
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
