import { DateTime } from 'luxon';
import type { EarningReason, EarningStatus, ReversalReason } from '../../earnings/rules/earnings.js';
import { endOfMonth, type Month, monthOf, type SettlementStatus } from './settlement.js';

/** What decides how an earning is explained. */
export interface ExplainedEarning {
  kind: 'sale' | 'refund' | 'adjustment';
  status: EarningStatus;
  reason: EarningReason | null;
  mode: 'test' | 'live';
  approvesAt: Date | null;
  readyAt: Date | null;
  settles: boolean;
}

/** The statement that lists an earning. */
export interface ListingStatement {
  month: Month;
  status: SettlementStatus;
  dueOn: string;
  payFrom: Date | null;
}

interface ExplainedBy {
  statement: ListingStatement | null;
  hasTerms: boolean;
  now: Date;
}

export interface Explanation {
  /** A sentence or two, in plain English. */
  text: string;
  /** When the earning moves on, and to what. */
  next: { at: Date; step: NextStep } | null;
}

export const NEXT_STEPS = ['approved', 'ready', 'statement', 'payment'] as const;
export type NextStep = (typeof NEXT_STEPS)[number];

const REVERSED: Record<ReversalReason, string> = {
  refund: 'The sale was refunded.',
  partial_refund: 'Part of the sale was refunded.',
  event_cancelled: 'The event was cancelled.',
  chargeback: 'The buyer disputed the payment.',
  fraud: 'The sale was fraudulent.',
  self_purchase: 'Your own company bought the tickets.',
  duplicate: 'The sale was credited twice.',
  terms_breach: 'The sale broke the terms of your agreement.',
  tracking_error: 'The sale was credited to you by mistake.',
};

/** `October 2026` */
export const monthName = (month: Month): string =>
  DateTime.fromISO(month, { zone: 'utc' }).toFormat('LLLL yyyy', { locale: 'en' });

/**
 * Why an earning has its status and what comes next, for people.
 *
 * @param statement the one that lists it, if any.
 * @param correction why one of us made this adjustment; null: it is none, or the service made it.
 * @param hasTerms whether payment terms are agreed: without them no statement is written.
 */
export function explainEarning(
  earning: ExplainedEarning,
  { statement, correction = null, hasTerms, now }: ExplainedBy & { correction?: string | null },
): Explanation {
  const { status, approvesAt, readyAt } = earning;
  switch (status) {
    case 'pending':
      return { text: whyPending(earning), next: approvesAt && { at: approvesAt, step: 'approved' } };
    case 'approved':
      return {
        text: 'Approved. It is ready for a statement 7 days later.',
        next: readyAt && { at: readyAt, step: 'ready' },
      };
    case 'paid': {
      const paid = statement ? `Paid with the ${monthName(statement.month)} statement.` : 'Paid.';
      return { text: [whatHappened(earning, correction), paid].filter(Boolean).join(' '), next: null };
    }
    case 'ready':
    case 'reversed': {
      const where = whereListed(earning, { statement, hasTerms, now });
      return { text: [whatHappened(earning, correction), where.text].filter(Boolean).join(' '), next: where.next };
    }
  }
}

function whyPending({ reason, approvesAt }: ExplainedEarning): string {
  if (reason === 'under_review') return 'The event is over. We approve the sale 48 hours after its end.';
  if (approvesAt === null) return 'The event has no new date yet. We approve the sale 48 hours after the event ends.';
  return 'The event is not over yet. We approve the sale 48 hours after it ends.';
}

function whatHappened({ kind, reason, status }: ExplainedEarning, correction: string | null): string {
  if (kind === 'adjustment') return `We corrected an earlier amount${correction === null ? '.' : `: “${correction}”.`}`;
  return status === 'reversed' && reason !== null && reason in REVERSED ? REVERSED[reason as ReversalReason] : '';
}

function whereListed(
  { mode, status, settles, readyAt }: ExplainedEarning,
  { statement, hasTerms, now }: ExplainedBy,
): Explanation {
  const deducts = status === 'reversed';
  if (!settles) return { text: 'Nothing is paid and nothing is deducted.', next: null };
  if (mode === 'test') return { text: 'Test sales are never paid.', next: null };
  if (statement && statement.status !== 'carried') return onStatement(statement, deducts);
  const carried = statement ? `On the ${monthName(statement.month)} statement, which was carried over. ` : '';
  if (!hasTerms) {
    return { text: 'It waits until payment terms are agreed with us.', next: null };
  }
  // It enters the statement of the month in which it is ready, and no month that is closed.
  const from = readyAt && readyAt > now ? readyAt : now;
  const next = { at: endOfMonth(monthOf(from)), step: 'statement' as const };
  return { text: `${carried}${deducts ? 'Deducted on' : 'Goes on'} the next statement.`, next };
}

function onStatement({ month, status, dueOn, payFrom }: ListingStatement, deducts: boolean): Explanation {
  const on = `${deducts ? 'Deducted on' : 'On'} the ${monthName(month)} statement`;
  if (status === 'issued')
    return { text: `${on}, which is due.`, next: { at: new Date(`${dueOn}T00:00:00Z`), step: 'payment' } };
  if (status === 'paying') return { text: `${on}, which is being paid.`, next: null };
  if (status === 'failed') {
    return { text: `${on}. Its payment failed.`, next: payFrom && { at: payFrom, step: 'payment' } };
  }
  return { text: `${on}.`, next: null };
}
