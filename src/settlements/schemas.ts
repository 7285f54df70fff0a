import { z } from 'zod';
import { SETTLEMENT_METHODS } from '../core/money.js';
import { count, countOrNull, flag, instant, instantOrNull, text, textOrNull } from '../core/schema.js';
import { PAYMENT_STATUS_NAMES, TRANSFER_STATES } from './rules/payments.js';
import { SETTLEMENT_STATUSES, WAIT_CAUSES, type WaitCause } from './rules/settlement.js';
import { ENTRY_OUTCOMES, IMPORT_OUTCOMES } from './sql/bank-entries.js';
import { DECISION_KINDS, DECISION_STATES } from './sql/settlement-decisions.js';
import { statementVat } from './wire.js';
import { RERUN_OUTCOMES } from './workflow.js';

export const address = z.object({
  street: text,
  street_more: textOrNull,
  postal_code: textOrNull,
  town: text,
  region: textOrNull,
  country: text,
});

export const billing = z.object({
  legal_name: text,
  /** As statements print it. */
  address: z.array(text),
  /** The same in its parts; null: it was given in lines. */
  address_parts: address.nullable(),
  /** Several are separated by commas. */
  tax_id: textOrNull,
});

export const vat = statementVat.pick({ treatment: true, rate: true, note: true, self_billing: true });

/** A bank account that statements are paid to. The whole IBAN is only in payment files. */
export const bankAccount = z.object({
  holder: text,
  iban_end: text.describe('The last four characters.'),
  bic: textOrNull,
  town: textOrNull,
  country: textOrNull,
  pays_from: instantOrNull.describe('Nothing is paid to it before. Null: it is paid now.'),
});

/** An account at the payment processor, for statements with the method `processor_transfer`. */
export const transferAccount = z.object({
  company_id: text,
  account: text,
  transfers_enabled: z.boolean(),
  payouts_enabled: z.boolean(),
  currency: textOrNull,
  country: textOrNull,
  requirements: z.array(text).describe('What the company has yet to give, by Stripe’s names.'),
  disabled_reason: textOrNull,
  refreshed_at: instant,
  pays_from: instantOrNull,
});

const payment = z.object({
  id: text,
  state: z.enum(TRANSFER_STATES),
  begun_at: instant,
  ended_at: instantOrNull,
  reference: textOrNull,
  failure: textOrNull,
});

export const companyPayment = z.object({
  id: text,
  status: z.enum(PAYMENT_STATUS_NAMES),
  explanation: text.describe('What became of it, in words.'),
  on: text.meta({ format: 'date' }).describe('The day of the bank’s booking, or on which it ended or began, in UTC.'),
  amount: count.describe('What left our account, or will.'),
  returned: count.describe('What came back of it.'),
  kept: count.describe('What was paid and did not come back.'),
  currency: text,
  method: z.enum(SETTLEMENT_METHODS),
  account: textOrNull.describe('The last four characters of the account that receives it. Null: not known.'),
  reference: textOrNull.describe('What the bank statement shows, or the id of the transfer at Stripe.'),
  statement: z.object({ id: text, month: text, version: count }),
});

export const statement = z.object({
  id: text,
  month: text,
  version: count,
  company_id: text,
  company: text,
  status: z.enum(SETTLEMENT_STATUSES),
  amount: count,
  currency: text,
  lines: count,
  /** `YYYY-MM-DD`. */
  due_on: text,
  payment_reference: textOrNull,
});

const bankEntry = z.object({
  id: text,
  transfer_id: textOrNull,
  direction: z.enum(['debit', 'credit']),
  amount: count,
  currency: text,
  booked_on: text,
  outcome: z.enum(ENTRY_OUTCOMES),
  bank_reference: textOrNull,
  /** Why the money came back. */
  reason: textOrNull,
  /** Who assigned it by hand, and who approved that; null: the bank named the payment. */
  assigned_by: textOrNull,
});

const owedAgain = z.object({
  earning_id: text,
  amount: count,
  booked_on: textOrNull,
  /** Null: the next statement lists it. */
  on_statement: textOrNull,
});

const statementLine = z.object({
  id: text,
  kind: text,
  status: text,
  commission: count,
  reason: textOrNull,
  sale_id: textOrNull,
  created_at: instant,
});

const run = z.object({
  kind: text,
  started_at: instant,
  requested_by: text,
  status: text,
  reason: text,
  /** Counts, ids and sentences, by name. */
  result: z.record(text, z.unknown()).nullable(),
});

export const terms = z.object({
  method: z.enum(SETTLEMENT_METHODS),
  net_days: count,
  minimum: count,
  currency: text,
  /** By currency, for other minimums. */
  minimums: z.record(text, count),
  reference: textOrNull,
});

export const bankFile = z.object({
  id: text,
  month: text,
  currency: text,
  debtor_iban: text,
  /** `YYYY-MM-DD`. */
  execute_on: text,
  payments: count,
  amount: count,
});

/** The same, with how its payments stand: how many are open, paid and failed. */
export const bankFileProgress = bankFile.extend({
  made_at: instant,
  withdrawn_at: instantOrNull,
  open: count,
  paid: count,
  failed: count,
});

/** A statement as other objects name it. */
const named = statement.pick({ company_id: true, amount: true }).extend({ statement: text.describe('Its id.') });

export const bankFileItem = named.extend({ company: text, iban_end: text.describe('The last four characters.') });

export const leftOut = named.extend({ currency: text, why: text });

export const importedEntry = bankEntry.pick({ amount: true, currency: true, bank_reference: true }).extend({
  outcome: z.enum(IMPORT_OUTCOMES),
  file: text,
  statement: textOrNull,
  company_id: textOrNull,
  booked_on: textOrNull.describe('Null: a refusal, which the bank does not book.'),
  note: textOrNull,
  next_step: textOrNull.describe('The next step for a person. Null: none.'),
});

/** An entry of the bank's file that is no payment to a partner. */
export const otherEntry = bankEntry
  .pick({ direction: true, amount: true, currency: true, booked_on: true })
  .extend({ file: text, text });

export const unreadPart = z.object({
  file: text,
  line: count,
  reason: text,
  may_be_ours: flag.describe('Perhaps a payment to a partner.'),
});

export const openPayment = payment.pick({ id: true, state: true, begun_at: true }).extend({
  ...named.shape,
  currency: text,
  executed: count.describe('The part that the bank has booked so far.'),
  file: textOrNull,
  age_days: count.describe('Whole days since it began.'),
});

export const unassignedEntry = bankEntry
  .pick({ id: true, direction: true, amount: true, currency: true, booked_on: true, bank_reference: true })
  .extend({ suggestions: z.array(text).describe('Open payments of the same amount from the same account.') });

export const statementDifference = named.extend({ currency: text, status: z.enum(SETTLEMENT_STATUSES) });

/** A statement whose payment was refused or came back, until a person decides to pay again. */
export const failedStatement = named.extend({ currency: text, month: text, company: text, failure: textOrNull });

/** A proposal that a second person has not decided. */
export const decision = z.object({
  id: text,
  kind: z.enum(DECISION_KINDS),
  object: text,
  effects: z.array(text),
  reason: text,
  requested_by: text,
  requested_at: instant,
});

/** A proposal after a person approved or rejected it. */
export const decided = decision.pick({ effects: true }).extend({ decision: text, state: z.enum(DECISION_STATES) });

/** A statement with everything that finance needs; `entries` are the first of its lines. */
export const statementDetail = statement.extend({
  vat: count.describe('VAT that the amount includes.'),
  method: z.enum(SETTLEMENT_METHODS),
  reference: textOrNull,
  issued_at: instant,
  failure: textOrNull,
  waits_for: z
    .enum(Object.keys(WAIT_CAUSES) as WaitCause[])
    .nullable()
    .describe('Why the payment waits.'),
  pay_from: instantOrNull.describe('When a payment that failed or waits is tried again.'),
  transfers: z.array(payment),
  bank_entries: z.array(bankEntry),
  owed_again: z.array(owedAgain).describe('What of its payments the company gets again.'),
  entries: z.array(statementLine),
  runs: z.array(run),
});

export const statementTotal = statement
  .pick({ currency: true, status: true, amount: true })
  .extend({ statements: count });

export const journalTotal = z.object({ currency: text, postings: count, debit: count, credit: count });

/** Entries of the bank that were imported, confirmed or assigned after their month. */
export const lateEntries = z.object({ entries: count, last_at: instant });

export const previewedStatement = statement.pick({ company_id: true, currency: true }).extend({
  outcome: text.describe('`issued`, `carried`, or why it would be refused.'),
  amount: countOrNull,
  lines: countOrNull,
});

/** How far the close of a month is: statements, but for `done` and `left`: companies. */
export const closeProgress = z.object({
  done: count,
  left: count,
  issued: count,
  carried: count,
  refused: count,
  kept: count,
});

export const rerun = statement.pick({ currency: true }).extend({
  outcome: z.enum(RERUN_OUTCOMES),
  message: text,
  settlement_id: textOrNull,
  differences: z
    .array(z.object({ earning_id: text, before: countOrNull, after: countOrNull }))
    .describe('Lines that change. Null: not on that side.'),
  difference: count,
  before: countOrNull.describe('The amount of the old statement.'),
  after: countOrNull.describe('The amount of the new statement.'),
});
