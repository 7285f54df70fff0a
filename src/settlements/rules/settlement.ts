import type { Id } from '../../core/ids.js';
import { type Money, type SettlementMethod, toDecimal, toMinor } from '../../core/money.js';
import { ProblemError } from '../../core/problems.js';
import { DAY } from '../../core/time.js';

export const SETTLEMENT_STATUSES = ['carried', 'issued', 'paying', 'paid', 'failed', 'void'] as const;
export type SettlementStatus = (typeof SETTLEMENT_STATUSES)[number];

/** The reason why a payment waits without a failure, in words. */
export const WAIT_CAUSES = {
  account: "the company's account at the processor",
  new_account: "the company's new account, which is paid from then",
  balance: 'money in our balance at the processor',
  processor: 'the processor to work again',
} as const;
export type WaitCause = keyof typeof WAIT_CAUSES;

/** Statuses that can be voided: none whose money has moved or may be moving. */
export const VOIDABLE_STATUSES: readonly SettlementStatus[] = ['issued', 'failed'];

/** How long after the first, second and third failure the transfer is tried again; after the fourth never. */
export const RETRY_DAYS = [1, 3, 5] as const;

/** The terms of a company (contract: Settlement terms). */
export interface SettlementTerms {
  method: SettlementMethod;
  netDays: number;
  /** In minor units of `currency`. */
  minimumMinor: number;
  currency: string;
  /** Minor units by currency, for other minimums. */
  minimums: Readonly<Record<string, number>>;
  /** The number of the contract or purchase order. */
  reference: string | null;
}

/** A calendar month in UTC, as `YYYY-MM`. */
export type Month = string;

/** A statement's state and payment. */
export interface StatementFacts {
  id: Id<'statement'>;
  month: Month;
  status: SettlementStatus;
  /** The payable total: the sum of the lines and VAT. */
  amount: Money;
  /** The settled surplus of the bank's payments over the statement. */
  settledMinor: number;
  method: SettlementMethod;
  /** `YYYY-MM-DD`. */
  dueOn: string;
  issuedAt: Date;
  paidAt: Date | null;
  /** When its payment is tried next; null: nothing is planned. */
  payFrom: Date | null;
  /** Why its payment waits until `payFrom`; null: it does not. */
  waitsFor: WaitCause | null;
}

/** Whether the text is a month such as `2026-10`; years of another millennium are typos. */
export function isMonth(text: string): boolean {
  return /^2\d{3}-(0[1-9]|1[0-2])$/.test(text);
}

export function startOfMonth(month: Month): Date {
  return new Date(`${month}-01T00:00:00.000Z`);
}

/** The first instant of the next month: a statement lists earnings that were ready before it. */
export function endOfMonth(month: Month): Date {
  const start = startOfMonth(month);
  return new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1));
}

export function monthOf(instant: Date): Month {
  return instant.toISOString().slice(0, 7);
}

export function lastEndedMonth(now: Date): Month {
  return monthOf(new Date(startOfMonth(monthOf(now)).getTime() - 1));
}

export function nextMonth(month: Month): Month {
  return monthOf(endOfMonth(month));
}

/** The instant from which a statement of the month is paid. */
export function payableFrom(month: Month, netDays: number): Date {
  return new Date(endOfMonth(month).getTime() + netDays * DAY);
}

/** The smallest amount that is paid out, in minor units of `currency`: never nothing, never less than nothing. */
export function smallestPayout(terms: SettlementTerms, currency: string): number {
  const agreed =
    currency === terms.currency
      ? terms.minimumMinor
      : (terms.minimums[currency] ?? toMinor(toDecimal(terms.minimumMinor, terms.currency), currency));
  return Math.max(1, agreed);
}

/** When a transfer that failed is tried again; null after the last attempt. */
export function retryAt(attempts: number, failedAt: Date): Date | null {
  const days = RETRY_DAYS[attempts - 1];
  return days === undefined ? null : new Date(failedAt.getTime() + days * DAY);
}

/** An operation that a statement does not allow; `message` says why in one sentence. */
export class SettlementRefused extends Error {
  override name = 'SettlementRefused';
}

/** Whether the rules or the input refuse it: a retry cannot help. */
export function isRefused(error: unknown): error is Error {
  return error instanceof SettlementRefused || error instanceof ProblemError;
}

/** A statement that does not add up; it is never issued. */
export class ProofFailed extends SettlementRefused {
  override name = 'ProofFailed';
}
