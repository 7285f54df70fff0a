import type { Id } from '../core/ids.js';
import type { OrderStatus } from '../core/order-status.js';

/** The timer of one order's hold, while orders come slowly. Postgres has its state. */
export const ORDER_HOLD_WORKFLOW = 'orderHold';

/** Ids and an instant: nothing of the buyer ever enters Temporal. */
export interface OrderHoldInput {
  orderId: Id<'order'>;
  /** ISO 8601; when the tickets are released. */
  holdUntil: string;
}

/** The status the order had at the end; `missing` when there is no such order any more. */
export interface OrderHoldResult {
  status: OrderStatus | 'missing';
}

/** Sent when an order left `awaiting_payment`, so that the workflow stops waiting. */
export const ORDER_CLOSED_SIGNAL = 'orderClosed';
export type OrderClosed = OrderHoldResult;

/** The timer of the holds of hundreds of orders, when many come at once. */
export const ORDER_HOLDS_WORKFLOW = 'orderHolds';

export interface OrderHoldsInput {
  /** In order. */
  ends: {
    /** ISO 8601, a full second: these holds end in the second before it. */
    at: string;
    orderIds: string[];
  }[];
}

/** How many orders have which status; `missing`: there is no such order any more. */
export type HoldCounts = Partial<Record<OrderHoldResult['status'], number>>;

export interface OrderHoldActivities {
  /** Ends the hold if the order still awaits payment; returns its status afterwards. */
  expireOrder(orderId: Id<'order'>): Promise<OrderHoldResult>;
  /** The same for many orders. */
  endHolds(orderIds: string[]): Promise<HoldCounts>;
  countHolds(orderIds: string[]): Promise<HoldCounts>;
}

/** One workflow per refund: it retries until the card processor accepts it. */
export const REFUND_WORKFLOW = 'refund';

export interface RefundWorkflowInput {
  refundId: Id<'refund'>;
}

export interface RefundActivities {
  /** Sends the refund to the processor; returns its reference, or null when it was sent before. */
  sendRefund(refundId: Id<'refund'>): Promise<string | null>;
}

/** One workflow a cancelled event: waits until its refunds are due, then refunds page by page. */
export const EVENT_REFUNDS_WORKFLOW = 'eventRefunds';

/** Ids alone; `after` is there when the run was continued as a new one. */
export interface EventRefundsInput {
  eventId: Id<'event'>;
  /** The last order that was dealt with. */
  after?: string;
}

/** Sent when an operator paused, resumed or hurried the refunds: the workflow reads again how things are. */
export const EVENT_REFUNDS_CHANGED_SIGNAL = 'changed';

type EventRefundsState = 'waiting' | 'paused' | 'refunding' | 'refunded' | 'reinstated' | 'missing';

/** The result of a step, with the time of the next one. */
export interface EventRefundsStep {
  state: EventRefundsState;
  /** Until the next step; null: it ended, or an operator must resume it. */
  waitMs: number | null;
  /** Where the next page begins; empty: at the first order. */
  after: string;
  waiting: number;
  refunded: number;
  /** Orders of this page that could not be refunded: the log says why. */
  failed: number;
  pausedBy: string | null;
}

export interface EventRefundsActivities {
  /** Refunds the next page of orders, if the refunds are due and not paused. */
  advanceEventRefunds(of: { eventId: Id<'event'>; after: string }): Promise<EventRefundsStep>;
}
