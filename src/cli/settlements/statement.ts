import type { z } from 'zod';
import { toDecimal } from '../../core/money.js';
import { explainReason } from '../../settlements/rules/payment-text.js';
import { WAIT_CAUSES } from '../../settlements/rules/settlement.js';
import type * as schemas from '../../settlements/schemas.js';
import type { showStatement } from '../../settlements/statements.js';
import type { Column } from '../support/print.js';
import type { Session } from '../support/session.js';
import { instantText } from '../support/shapes.js';
import { amountText, money } from './choice.js';

type Detail = z.output<typeof schemas.statementDetail>;

export const HEADINGS = ['STATEMENT', 'MONTH', 'COMPANY', 'NAME', 'STATUS', 'AMOUNT', 'LINES', 'DUE', 'PAYMENT'];
export const COLUMNS: Column<z.output<typeof schemas.statement>>[] = [
  'id',
  ({ month, version }) => `${month}${version > 1 ? ` (version ${version})` : ''}`,
  ...(['company_id', 'company', 'status'] as const),
  amountText,
  ...(['lines', 'due_on', 'payment_reference'] as const),
];

export function toStatementDetail(detail: Awaited<ReturnType<typeof showStatement>>, company: string) {
  const { statement, lines, ...found } = detail;
  const { currency } = statement;
  return {
    ...statement,
    ...found,
    company,
    vat: toDecimal(statement.vatMinor, currency),
    bankEntries: found.bankEntries.map((entry) => ({ ...entry, currency: entry.amount.currency })),
    owedAgain: found.owedAgain.map((debt) => ({ ...debt, amount: toDecimal(debt.amountMinor, currency) })),
    entries: lines.map((line) => ({ ...line, commission: toDecimal(line.commissionMinor, currency) })),
  };
}

export function printShown(found: Detail, session: Session): void {
  const { currency, failure, waits_for, pay_from, transfers, bank_entries, owed_again, entries, runs } = found;
  session.table(HEADINGS, [found], COLUMNS);
  session.say(`Method ${found.method}; reference ${found.reference ?? '–'}; issued ${instantText(found.issued_at)}`);
  if (found.vat !== 0) session.say(`VAT ${money(found.vat, currency)} is part of the amount`);
  if (failure)
    session.say(`Failed: ${failure}; ${pay_from ? `again ${instantText(pay_from)}` : 'not retried automatically'}`);
  if (waits_for) session.say(`Waits for ${WAIT_CAUSES[waits_for]}; tried again ${instantText(pay_from)} at the latest`);
  session.part(['TRANSFER', 'STATE', 'BEGUN', 'ENDED', 'REFERENCE OR FAILURE'], transfers, [
    'id',
    'state',
    'begun_at',
    'ended_at',
    (transfer) => describeEnd(transfer, bank_entries),
  ]);
  session.part(['ENTRY', 'TRANSFER', 'BOOKED', 'AMOUNT', 'OUTCOME', 'REFERENCE', 'ASSIGNED BY'], bank_entries, [
    ...(['id', 'transfer_id', 'booked_on'] as const),
    (entry) => `${entry.direction} of ${amountText(entry)}`,
    ...(['outcome', 'bank_reference', 'assigned_by'] as const),
  ]);
  for (const { earning_id, amount, booked_on, on_statement } of owed_again) {
    const when = booked_on === null ? '' : `, booked on ${booked_on}`;
    session.say(
      `Owed again: ${money(amount, currency)}${when}, as ${earning_id} on ${on_statement ?? "the company's next statement"}`,
    );
  }
  session.say('');
  session.table(['LINE', 'KIND', 'STATUS', 'COMMISSION', 'REASON', 'SALE', 'CREATED'], entries, [
    'id',
    'kind',
    'status',
    (line) => money(line.commission, currency),
    'reason',
    'sale_id',
    'created_at',
  ]);
  if (entries.length < found.lines) session.say(`… ${found.lines - entries.length} more: --lines shows them.`);
  session.say('');
  session.table(['RUN', 'WHEN', 'WHO', 'STATUS', 'WHY', 'RESULT'], runs, [
    'kind',
    'started_at',
    'requested_by',
    'status',
    'reason',
    ({ result }) => describe(result),
  ]);
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
