import { DAY, dayOf } from '../../core/time.js';
import { snakeOf } from '../../core/wire/row.js';

/** The dimensions of the dashboard's funnel: all dimensions of reports but the month. */
export const DASHBOARD_BY = ['day', 'event', 'country', 'sub_id'] as const;

/** The whole months within days (both included): the first day and the day after the last; null: none is whole. */
export function wholeMonths({ from, to }: { from: string; to: string }): { first: string; next: string } | null {
  const startOf = (day: Date, after: number) =>
    dayOf(new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + after, 1)));
  const first = from.endsWith('-01') ? from : startOf(new Date(from), 1);
  const next = startOf(new Date(Date.parse(to) + DAY), 0);
  return first < next ? { first, next } : null;
}

/** Steps to a sale through a link, then orders by API and their sales. Each counts on the day on which it happened. */
export const FUNNEL_STEPS = ['impressions', 'clicks', 'checkouts', 'holds', 'sales', 'apiOrders', 'apiSales'] as const;
export type FunnelStep = (typeof FUNNEL_STEPS)[number];

/** The name of a step in SQL, JSON and CSV. */
export const columnOf = (step: FunnelStep): string => snakeOf(step);

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
