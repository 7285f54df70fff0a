import type { OrderStatus } from './rules/order-status.js';

/** The timer of one order's hold, while orders come slowly. Postgres has its state. */
export const ORDER_HOLD_WORKFLOW = 'orderHold';

/** Ids and an instant: nothing of the buyer ever enters Temporal. */
export interface OrderHoldInput {
  orderId: string;
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
  expireOrder(orderId: string): Promise<OrderHoldResult>;
  /** The same for many orders. */
  endHolds(orderIds: string[]): Promise<HoldCounts>;
  /** How the orders stand. */
  countHolds(orderIds: string[]): Promise<HoldCounts>;
}
