/** One workflow a cancelled event: waits until its refunds are due, then refunds page by page. */
export const EVENT_REFUNDS_WORKFLOW = 'eventRefunds';

/** Ids alone; `after` is there when the run was continued as a new one. */
export interface EventRefundsInput {
  eventId: string;
  /** The last order that was dealt with. */
  after?: string;
}

/** Sent when an operator paused, resumed or hurried the refunds: the workflow reads again how things are. */
export const EVENT_REFUNDS_CHANGED_SIGNAL = 'changed';

export type EventRefundsState = 'waiting' | 'paused' | 'refunding' | 'refunded' | 'reinstated' | 'missing';

/** What became of one step, and what comes next. */
export interface EventRefundsStep {
  state: EventRefundsState;
  /** Until the next step; null: it ended, or somebody has to resume it. */
  waitMs: number | null;
  /** Where the next page begins; empty: at the first order. */
  after: string;
  /** Orders that are still to be refunded, and those that were. */
  waiting: number;
  refunded: number;
  /** Orders of this page that could not be refunded: the log says why. */
  failed: number;
  pausedBy: string | null;
}

export interface EventRefundsActivities {
  /** Refunds the next page of orders, if the refunds are due and not paused. */
  advanceEventRefunds(of: { eventId: string; after: string }): Promise<EventRefundsStep>;
}
