import type { Mode } from '../core/mode.js';
import type { OrderStatus } from './rules/order-status.js';

/** One workflow per order: the timer of its hold. Postgres has its state. */
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

/** What a hold is started with; everything but `input` is for operators to search by. */
export interface OrderHold {
  orderId: string;
  /** Null: the order credits no partner. */
  companyId: string | null;
  eventId: string;
  mode: Mode;
  quantity: number;
  holdUntil: Date;
}

export interface OrderHoldActivities {
  /** Ends the hold if the order still awaits payment; returns its status afterwards. */
  expireOrder(orderId: string): Promise<OrderHoldResult>;
}

/** On a Schedule: repairs what lost its workflow. */
export const SWEEP_ORDERS_WORKFLOW = 'sweepOrders';

export interface SweptOrders {
  /** Orders whose hold was over although nothing had ended it. */
  expired: number;
  /** Holds that still run and had lost their workflow. */
  restarted: number;
  /** Refunds that the processor had not taken, handed to a workflow again. */
  refunds: number;
  /** Cancelled events whose refunds had lost their workflow. */
  eventRefunds: number;
}

export interface SweepOrdersActivities {
  sweepOrders(): Promise<SweptOrders>;
}
