import { DateTime } from 'luxon';
import type { EarningStatus } from '../../core/earning-status.js';
import type { EarningReason, ReversalReason } from '../../earnings/rules/earnings.js';
import { dayText } from './payment-text.js';
import { endOfMonth, type Month, monthOf, type StatementFacts } from './settlement.js';

export interface ExplainedEarning {
  kind: 'sale' | 'refund' | 'adjustment';
  status: EarningStatus;
  reason: EarningReason | null;
  mode: 'test' | 'live';
  approvesAt: Date | null;
  readyAt: Date | null;
  settles: boolean;
}

export type ListingStatement = Pick<StatementFacts, 'month' | 'status' | 'dueOn' | 'payFrom' | 'paidAt' | 'waitsFor'>;

interface ExplainedBy {
  /** The newest that lists it. */
  statement: ListingStatement | null;
  /** The last month whose statement was not paid and left it to a later one; null: there is none. */
  movedFrom?: Month | null;
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

export const REVERSED: Record<ReversalReason, string> = {
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
 * Why an earning has its status, where its money is now and when that changes, for people.
 *
 * @param statement the statement that lists it, if any.
 * @param correction an operator's reason for this adjustment; null: it is none, or the service made it.
 * @param hasTerms whether payment terms are agreed: without them no statement is written.
 */
export function explainEarning(
  earning: ExplainedEarning,
  { statement, movedFrom = null, correction = null, hasTerms, now }: ExplainedBy & { correction?: string | null },
): Explanation {
  const { status, approvesAt, readyAt } = earning;
  switch (status) {
    case 'pending':
      return { text: whyPending(earning), next: approvesAt && { at: approvesAt, step: 'approved' } };
    case 'approved':
      return {
        text: readyAt ? `Approved. Goes on a statement from ${dayText(readyAt)}.` : 'Approved.',
        next: readyAt && { at: readyAt, step: 'ready' },
      };
    case 'paid': {
      const on = statement?.paidAt ? ` on ${dayText(statement.paidAt)}` : '';
      const paid = statement ? `Paid${on} (${monthName(statement.month)} statement).` : 'Paid.';
      return { text: [whatHappened(earning, correction), paid].filter(Boolean).join(' '), next: null };
    }
    case 'ready':
    case 'reversed': {
      const where = whereListed(earning, { statement, movedFrom, hasTerms, now });
      return { text: [whatHappened(earning, correction), where.text].filter(Boolean).join(' '), next: where.next };
    }
  }
}

function whyPending({ reason, approvesAt }: ExplainedEarning): string {
  if (approvesAt === null) return 'Waiting for a new date of the event.';
  const waits = reason === 'under_review' ? 'The event is over.' : 'Waiting for the event.';
  return `${waits} Approved on ${dayText(approvesAt)}.`;
}

function whatHappened({ kind, reason, status }: ExplainedEarning, correction: string | null): string {
  if (kind === 'adjustment') return `We corrected an earlier amount${correction === null ? '.' : `: “${correction}”.`}`;
  return status === 'reversed' && reason !== null && reason in REVERSED ? REVERSED[reason as ReversalReason] : '';
}

function whereListed(
  { mode, status, settles, readyAt }: ExplainedEarning,
  { statement, movedFrom = null, hasTerms, now }: ExplainedBy,
): Explanation {
  const deducts = status === 'reversed';
  if (!settles) return { text: 'Never counted.', next: null };
  if (mode === 'test') return { text: 'Test sales are never paid.', next: null };
  if (statement && statement.status !== 'carried') return onStatement(statement, { deducts, movedFrom, now });
  if (!hasTerms) return { text: 'Waits until payment terms are agreed with us.', next: null };
  const at = statementDay(readyAt, now);
  const moved = statement ? ` (moved from ${monthName(statement.month)})` : '';
  const text = `${deducts ? 'Deducted on' : 'Goes on'} the statement of ${dayText(at)}${moved}.`;
  return { text, next: { at, step: 'statement' as const } };
}

/** When an earning's statement is written: of the month when it becomes ready, or of the first open month after it. */
export const statementDay = (readyAt: Date | null, now: Date): Date =>
  endOfMonth(monthOf(readyAt && readyAt > now ? readyAt : now));

function onStatement(
  { month, status, dueOn, payFrom, waitsFor }: ListingStatement,
  { deducts, movedFrom, now }: { deducts: boolean; movedFrom: Month | null; now: Date },
): Explanation {
  const moved = movedFrom && movedFrom < month ? ` (moved from ${shortMonth(movedFrom, month)})` : '';
  const on = `${deducts ? 'Deducted on' : 'On'} the ${monthName(month)} statement${moved}.`;
  const noAccount = waitsFor === 'account';
  if (status === 'issued') {
    const due = new Date(`${dueOn}T00:00:00Z`);
    const at = payFrom && payFrom > due ? payFrom : due;
    const day = at > now ? `We pay it on ${dayText(at)}${noAccount ? ' if an account is added by then' : ''}.` : null;
    const late = noAccount ? 'We pay it once an account is added.' : 'We pay it with our next payments.';
    return { text: `${on} ${day ?? late}`, next: { at, step: 'payment' } };
  }
  if (status === 'paying') return { text: `${on} The payment is on its way.`, next: null };
  if (status === 'failed') {
    const again = payFrom ? ` We try again on ${dayText(payFrom)}.` : '';
    if (noAccount) return { text: `${on} Its payment failed. We try again once an account is added.`, next: null };
    return { text: `${on} Its payment failed.${again}`, next: payFrom && { at: payFrom, step: 'payment' } };
  }
  return { text: on, next: null };
}

/** The month, without its year if both months are of one year. */
const shortMonth = (month: Month, other: Month): string => {
  const name = monthName(month);
  return month.slice(0, 4) === other.slice(0, 4) ? name.replace(/ \d+$/, '') : name;
};
