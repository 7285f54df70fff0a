/** Where a delivery stands. Only `pending` ones are attempted; the others end its workflow. */
export const DELIVERY_STATES = ['pending', 'delivered', 'failed', 'held', 'superseded', 'stopped'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** After this long with failures only, an endpoint is disabled. */
export const DISABLE_AFTER_MS = 5 * 24 * 60 * 60 * 1000;

/** For this long after an endpoint was disabled, what it would have heard is kept as `held`. */
export const HOLD_FOR_MS = 30 * 24 * 60 * 60 * 1000;

/** Deliveries that ended longer ago than this, and changes with none left, are forgotten. */
export const KEEP_FOR_MS = 30 * 24 * 60 * 60 * 1000;
