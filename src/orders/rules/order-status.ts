import type { Mode } from '../../core/mode.js';
import type { OrderStatus } from '../../core/order-status.js';

/** A payment after the hold is `pay_late` if `latePaymentRefusal` finds no reason against it, else `give_back`. */
export type OrderAction = 'pay' | 'expire' | 'cancel' | 'pay_late' | 'give_back' | 'refund_part' | 'refund_rest';

/** Statuses of sold orders: the organizer has the money. */
export const SETTLED: readonly OrderStatus[] = ['paid', 'test', 'partially_refunded'];

export const ORDER_TRANSITIONS: Readonly<Record<OrderAction, { from: readonly OrderStatus[]; to: OrderStatus }>> = {
  pay: { from: ['awaiting_payment'], to: 'paid' },
  expire: { from: ['awaiting_payment'], to: 'expired' },
  cancel: { from: ['awaiting_payment'], to: 'cancelled' },
  pay_late: { from: ['expired'], to: 'paid' },
  // A payment for tickets that are no longer held is refunded at once, also after a cancellation.
  give_back: { from: ['expired', 'cancelled'], to: 'refunded' },
  refund_part: { from: SETTLED, to: 'partially_refunded' },
  refund_rest: { from: SETTLED, to: 'refunded' },
};

/** An action that the current status of an order does not allow. */
export class OrderTransitionError extends Error {
  override name = 'OrderTransitionError';

  constructor(
    readonly status: OrderStatus,
    readonly action: OrderAction,
  ) {
    super(`an order that is ${status} cannot ${action}`);
  }
}

/** Paid test orders are `test` (contract: Order status). @throws {OrderTransitionError} when the status does not allow it. */
export function nextOrderStatus(status: OrderStatus, action: OrderAction, mode: Mode): OrderStatus {
  const { from, to } = ORDER_TRANSITIONS[action];
  if (!from.includes(status)) throw new OrderTransitionError(status, action);
  return to === 'paid' && mode === 'test' ? 'test' : to;
}

/** Whether the order's tickets are sold and paid for, in full or after a partial refund. */
export function isSettled(status: OrderStatus): boolean {
  return SETTLED.includes(status);
}
