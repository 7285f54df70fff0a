/** State of a delivery. Only `pending` ones are attempted; the other states end the workflow. */
export const DELIVERY_STATES = ['pending', 'delivered', 'failed', 'held', 'superseded', 'stopped'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** States as operators see them: a pending delivery is `retrying` once an attempt of it has failed. */
export const WIRE_STATES = ['pending', 'retrying', 'delivered', 'failed', 'held', 'superseded', 'stopped'] as const;
export type WireState = (typeof WIRE_STATES)[number];

/** SQL (`WIRE_STATE` in `sql/deliveries.ts`) says the same. */
export function toWireState(delivery: {
  state: DeliveryState;
  attempt: number;
  lastOutcome: string | null;
}): WireState {
  return delivery.state === 'pending' && delivery.attempt > 0 && delivery.lastOutcome !== null
    ? 'retrying'
    : delivery.state;
}

/** After this long with only failures, an endpoint is disabled. */
export const DISABLE_AFTER_MS = 5 * 24 * 60 * 60 * 1000;

/** Deliveries that ended longer ago than this, and changes without any, are deleted. */
export const KEEP_FOR_MS = 30 * 24 * 60 * 60 * 1000;
