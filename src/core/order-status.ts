/** Contract: Order status. */
export const ORDER_STATUSES = [
  'awaiting_payment',
  'paid',
  'expired',
  'cancelled',
  'refunded',
  'partially_refunded',
  'test',
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Where an order was placed: by a partner's app (`POST /orders`), or on our buy page. */
export type OrderSource = 'api' | 'buy_link';
