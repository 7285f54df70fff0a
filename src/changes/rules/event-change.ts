import type { EventStatus } from '../../core/wire/event.js';

export type EventChangeKind =
  | 'created'
  | 'changed'
  | 'cancelled'
  | 'postponed'
  | 'rescheduled'
  | 'sold_out'
  | 'reopened'
  | 'completed'
  | 'withdrawn';

/** What happened to an event, in one word for operators; null: it was not or is not shown. */
export function eventChangeKind(before: EventStatus | null, after: EventStatus | null): EventChangeKind {
  if (after === null) return 'withdrawn';
  if (before === null) return 'created';
  if (before === after) return 'changed';
  if (after === 'scheduled') return 'reopened';
  return before === 'sold_out' && after === 'rescheduled' ? 'reopened' : after;
}
