/** Why a late payment is refunded; permanent reasons first. */
export const LATE_PAYMENT_CAUSES = [
  'order_cancelled',
  'event_cancelled',
  'event_withdrawn',
  'event_over',
  'event_postponed',
  'payment_too_late',
  'sales_ended',
  'sales_not_open',
  'price_changed',
  'quantity_over_limit',
  'tickets_unavailable',
] as const;
export type LatePaymentCause = (typeof LATE_PAYMENT_CAUSES)[number];

/** Why a payment goes back as a whole; `already_paid`: the order was paid before. */
export type ReturnCause = LatePaymentCause | 'already_paid';
