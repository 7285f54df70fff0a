import type { Id } from '../core/ids.js';
import type { PaymentState } from './rules/payment-details.js';

/** Started by the Schedule on the 1st of a month: closes the month before, and every ended month that was missed. */
export const MONTH_END_WORKFLOW = 'settlementMonthEnd';
/** Closes one month: start it by hand with one {@link CloseInput}. */
export const SETTLEMENT_CLOSE_WORKFLOW = 'settlementClose';
/** Reruns one company's month: start it by hand with one {@link RerunInput}. */
export const SETTLEMENT_RERUN_WORKFLOW = 'settlementRerun';
/** Pays one statement: waits for its due day, sends the transfer, retries. */
export const SETTLEMENT_PAYMENT_WORKFLOW = 'settlementPayment';

/** Query of a close, during and after a run. */
export const CLOSE_PROGRESS_QUERY = 'progress';
/** Signals a payment that its statement changed in the database. */
export const SETTLEMENT_CHANGED_SIGNAL = 'changed';

/** Failures that a retry cannot fix. */
export const SETTLEMENT_REFUSED = 'SettlementRefused';

/** Maximum rate of a close. */
export const MAX_PER_SECOND = 10_000;

export interface CloseInput {
  /** `2026-10`. Refused while it is not over, in UTC. */
  month: string;
  requestedBy: string;
  reason: string;
  /** Id or name; absent: every company with terms. */
  company?: string;
  /** `EUR`; absent: all of them. */
  currency?: string;
  /** Companies in one batch; 100 when absent. */
  batch?: number;
  /** Most statements a second; 500 when absent. */
  perSecond?: number;
  /** Set by the close when it continues as new. */
  going?: CloseState;
}

interface CloseState {
  runId: number;
  after: string;
  progress: CloseProgress;
}

/** Statements, but for `done` and `left`: companies. */
export interface CloseProgress {
  done: number;
  carried: number;
  issued: number;
  /** Refused: did not add up or could not be written; each has an alert in the worker's log. */
  refused: number;
  /** Written before by another run. */
  kept: number;
  left: number;
}

export interface ClosePageInput extends Pick<CloseInput, 'month' | 'company' | 'currency'> {
  runId: number;
  after: string;
  batch: number;
  perSecond: number;
}

export interface ClosePage extends Omit<CloseProgress, 'left'> {
  /** Where the next batch begins; null after the last company. */
  next: string | null;
}

/** The months that the Schedule's run should close now. */
export interface DueMonths {
  /** Until the first of them is over, by the service's clock; null: they are over. */
  waitMs: number | null;
  /** Oldest first, with the id of the workflow that closes it. */
  months: { month: string; workflowId: string }[];
}

export interface SettlementCloseActivities {
  /** @param month the one before the Schedule's instant. */
  dueMonths(month: string): Promise<DueMonths>;
  /** Records the run; refuses a month that is not over. `companies`: how many have terms. */
  beginClose(input: CloseInput): Promise<{ runId: number; companies: number }>;
  /** Moves earnings whose time has come, so that the month's last are ready; returns whether there are more. */
  ripenForClose(month: string): Promise<{ more: boolean }>;
  /** Closes a batch of companies, each and each currency in a transaction of its own; may be repeated. */
  closePage(input: ClosePageInput): Promise<ClosePage>;
  endClose(runId: number, progress: CloseProgress): Promise<void>;
}

export interface RerunInput {
  month: string;
  /** Id or name. */
  company: string;
  /** `EUR`. */
  currency: string;
  requestedBy: string;
  reason: string;
}

export const RERUN_OUTCOMES = ['reissued', 'unchanged', 'refused', 'nothing'] as const;

export interface RerunOutcome {
  outcome: (typeof RERUN_OUTCOMES)[number];
  /** In words, for finance. */
  message: string;
  /** The statement that counts now. */
  settlementId: Id<'statement'> | null;
}

export interface SettlementRerunActivities {
  /** One transaction; a repeat by the same workflow run returns the first result. */
  rerunStatement(input: RerunInput): Promise<RerunOutcome>;
}

export interface PaymentInput {
  settlementId: Id<'statement'>;
  /** Set by the payment when it continues as new: the last line whose earning was moved to `paid`. */
  linesPaidTo?: string;
}

export interface SettlementPaymentActivities {
  /** Takes the due step, guarded by the state in the database; may be repeated. */
  advancePayment(settlementId: Id<'statement'>): Promise<PaymentState>;
  /** Moves the next batch of a paid statement's earnings to `paid`, after the line `after`; null: there are no more. */
  payLines(settlementId: Id<'statement'>, after: string): Promise<string | null>;
}
