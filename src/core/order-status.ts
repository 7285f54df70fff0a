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
