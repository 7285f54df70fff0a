/** The dimensions of a funnel. */
export const FUNNEL_BY = ['day', 'event', 'country', 'sub_id'] as const;
export type FunnelBy = (typeof FUNNEL_BY)[number];

/**
 * The steps from a look to a sale through a link, in their order; then orders by API and their sales, a separate entry. Each
 * is counted on the day on which it happened.
 */
export const FUNNEL_STEPS = ['impressions', 'clicks', 'checkouts', 'holds', 'sales', 'apiOrders', 'apiSales'] as const;
export type FunnelStep = (typeof FUNNEL_STEPS)[number];

/** The name of a step in SQL, JSON and CSV. */
export const columnOf = (step: FunnelStep): string => step.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`);

/**
 * Why an opened buy page led to no rewarded sale, the surest first.
 *
 * `later`: the same click id opened the page once more, and bought then. `unknown`: no other reason; most visitors
 * chose no ticket.
 */
export const UNSOLD_REASONS = [
  'refunded',
  'no_reward',
  'awaiting_payment',
  'hold_expired',
  'not_on_sale',
  'sold_out',
  'later',
  'unknown',
] as const;
export type UnsoldReason = (typeof UNSOLD_REASONS)[number];
