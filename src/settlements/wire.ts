import { z } from 'zod';
import { SETTLEMENT_METHODS } from '../core/money.js';
import {
  calendarDate,
  currency,
  dateTime,
  field,
  listObject,
  mode,
  nextPage,
  notices,
  wholeNumber,
} from '../core/wire/common.js';
import { cursor, limit } from '../core/wire/query.js';
import { type Earning, earning } from '../earnings/wire.js';
import { SETTLEMENT_STATUSES } from './rules/settlement.js';
import { VAT_TREATMENTS } from './rules/vat.js';

const settlementMethod = z.enum(SETTLEMENT_METHODS);

export const statementVat = z
  .object({
    treatment: z
      .enum(VAT_TREATMENTS)
      .describe('`rate`: VAT is added. `reverse_charge`: none is added, and `note` says why. `none`: none is added.'),
    rate: field.numberOrNull('Percent of `base`. Null unless the treatment is `rate`.'),
    base: field.number('What `rate` applies to: the lines, without payments that came back and are paid again.'),
    amount: field.number('The VAT, in the currency of the statement.'),
    total: field.number("What is paid: the statement's `amount` and the VAT."),
    self_billing: field.flag('True: the statement is also the invoice, which we issue in your name.'),
    note: field.textOrNull('A sentence that the PDF prints.'),
  })
  .meta({ id: 'SettlementVat', description: 'VAT of a statement, as agreed with us when it was issued.' });

const statementTotals = z
  .object({
    sales: field.number('Sum of the lines of kind `sale`.'),
    refunds: field.number('Sum of the lines of kind `refund`; zero or negative.'),
    adjustments: field.number('Sum of the lines of kind `adjustment`.'),
  })
  .meta({ id: 'SettlementTotals', description: 'Sums of the lines by kind. Together they are the `amount`.' });

/** Contract: Settlement (monthly statement). */
export const settlement = z
  .object({
    id: field.text('Identifier of the statement.'),
    period_start: calendarDate.describe('First day of the month, in UTC.'),
    period_end: calendarDate.describe('First day of the next month, which is not included.'),
    due_on: calendarDate.describe('The day the payment is due: `period_end` and the agreed `netDays`.'),
    amount: field.number(
      'Net of refunds, in `currency`. For a carried statement, the amount that moved to the next month.',
    ),
    currency: currency.describe('Currency of `amount`, as an ISO 4217 code.'),
    lines: wholeNumber().describe('Number of lines. Read them at `/settlements/{id}/lines`.'),
    status: z
      .enum(SETTLEMENT_STATUSES)
      .describe(
        '`carried`: under the minimum, so it moved to the next month. `issued`, then `paying` from `due_on`, then `paid`. ' +
          '`failed`: the transfer did not go through. `void`: replaced; its lines are ready again.',
      ),
    method: settlementMethod.describe('How it is paid.'),
    reference: field.textOrNull("The agreement's reference, such as a purchase order. Null when there is none."),
    payment_reference: field.textOrNull(
      "The payment processor's transfer id or the bank's wire reference. Null until it is paid.",
    ),
    issued_at: dateTime.describe('When the statement was written.'),
    paid_at: dateTime.nullable().describe('When it was paid. Null until then.'),
    updated_at: dateTime.optional().describe('When its status or its payment last changed.'),
    totals: statementTotals.optional().describe('Sums of the lines by kind, in `currency`.'),
    vat: statementVat
      .optional()
      .describe('VAT, which is paid with `amount`. Absent: no VAT is agreed, or the statement is carried.'),
  })
  .meta({ id: 'Settlement', description: 'A monthly statement.' });
export type Settlement = z.infer<typeof settlement>;

/** Contract: Settlement terms. */
export const settlementTerms = z
  .object({
    method: settlementMethod.describe('How statements are paid.'),
    netDays: wholeNumber().describe('Days from the end of the month to the payment.'),
    minimum: field.number('Least amount that is paid. It counts in each currency; less is carried to the next month.'),
    reference: field.textOrNull("The agreement's reference, such as a purchase order. Null when there is none."),
  })
  .meta({ id: 'SettlementTerms', description: 'How and when you are paid, as agreed with us.' });

export const settlementsList = z
  .object({
    object: listObject,
    mode,
    terms: settlementTerms.nullable().describe('The agreed terms. Null when none are agreed.'),
    settlements: z.array(settlement).max(36).describe('Your statements, newest first. Always empty for a test key.'),
    notices,
  })
  .meta({ id: 'SettlementsList', description: 'Your terms and latest statements.' });
export type SettlementsList = z.infer<typeof settlementsList>;

export interface StatementLine extends Earning {
  /** Reason of an adjustment, in the operator's words. */
  note?: string | null;
}

const MAX_LINES = 1000;

export const settlementLinesQuery = z.object({ limit: limit(MAX_LINES, MAX_LINES), cursor: cursor.optional() });
export type SettlementLinesQuery = z.infer<typeof settlementLinesQuery>;

/** A page of a statement's lines; all pages together sum to its amount. */
export const settlementLines = z
  .object({
    object: listObject,
    mode,
    settlement: settlement.describe('The statement.'),
    lines: z.array(earning).max(MAX_LINES).describe('A page of its lines, as they were when it was written.'),
    next: nextPage,
  })
  .meta({ id: 'SettlementLines', description: "A page of a statement's lines." });
export type SettlementLines = z.infer<typeof settlementLines>;

/** `stm_….csv`, `stm_….xlsx` and `stm_….pdf`. */
export const SETTLEMENT_FILE = /^stm_[A-Za-z0-9]{6,40}\.(csv|xlsx|pdf)$/;
