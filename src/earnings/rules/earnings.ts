import { APPROVAL_HOURS, READY_DAYS } from '../../core/earning-status.js';
import { HOUR } from '../../core/time.js';

export const REVERSAL_REASONS = [
  'refund',
  'partial_refund',
  'event_cancelled',
  'chargeback',
  'fraud',
  'self_purchase',
  'duplicate',
  'terms_breach',
  'tracking_error',
] as const;
export type ReversalReason = (typeof REVERSAL_REASONS)[number];

/** `awaiting_event` until the event ended, `under_review` from then to the approval; null once approved. */
export type EarningReason = ReversalReason | 'awaiting_event' | 'under_review' | 'adjustment';

export interface EarningClock {
  /** When `pending` becomes `approved`; null while a postponed event has no new date. */
  approvesAt: Date | null;
  /** When `approved` becomes `ready`. */
  readyAt: Date | null;
  /** Why it is still pending. */
  reason: 'awaiting_event' | 'under_review';
}

/** How a pending earning matures for an event that ends then; null for an event that is postponed without a new date. */
export function earningClock(eventEnd: Date | null, now: Date): EarningClock {
  if (!eventEnd) return { approvesAt: null, readyAt: null, reason: 'awaiting_event' };
  const approvesAt = new Date(eventEnd.getTime() + APPROVAL_HOURS * HOUR);
  return {
    approvesAt,
    readyAt: new Date(approvesAt.getTime() + READY_DAYS * 24 * HOUR),
    reason: eventEnd > now ? 'awaiting_event' : 'under_review',
  };
}

/** When a refund can enter a statement: with its sale, but never before it happened. */
export function refundReadyAt(saleReadyAt: Date | null, refundedAt: Date): Date | null {
  if (!saleReadyAt) return null;
  return saleReadyAt > refundedAt ? saleReadyAt : refundedAt;
}
