import { z } from 'zod';
import { SETTLEMENT_METHODS } from '../core/money.js';
import { count, instant, instantOrNull, text, textOrNull } from '../core/schema.js';
import { PAYMENT_STATUS_NAMES, TRANSFER_STATES } from './rules/payments.js';
import { SETTLEMENT_STATUSES } from './rules/settlement.js';
import { ENTRY_OUTCOMES } from './sql/bank-entries.js';

/** The address of a company in its parts. */
export const address = z.object({
  street: text,
  street_more: textOrNull,
  postal_code: textOrNull,
  town: text,
  region: textOrNull,
  country: text,
});

/** What statements print of a company. */
export const billing = z.object({
  legal_name: text,
  /** As statements print it. */
  address: z.array(text),
  /** The same in its parts; null: it was given in lines. */
  address_parts: address.nullable(),
  /** Several are separated by commas. */
  tax_id: textOrNull,
});

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

/** A payment of a statement. */
export const payment = z.object({
  id: text,
  state: z.enum(TRANSFER_STATES),
  begun_at: instant,
  ended_at: instantOrNull,
  reference: textOrNull,
  failure: textOrNull,
});

/** A payment as the company that receives it sees it. */
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

/** A statement as finance sees it in lists. */
export const statement = z.object({
  id: text,
  month: text,
  /** The first is 1; a rerun writes the next one. */
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

export const bankEntry = z.object({
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

export const owedAgain = z.object({
  earning_id: text,
  amount: count,
  booked_on: textOrNull,
  /** Null: the next statement lists it. */
  on_statement: textOrNull,
});

export const statementLine = z.object({
  id: text,
  kind: text,
  status: text,
  commission: count,
  reason: textOrNull,
  sale_id: textOrNull,
  created_at: instant,
});

export const run = z.object({
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
