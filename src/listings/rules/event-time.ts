import { startOfDay } from '../../core/local-time.js';
import type { EventRow } from './event-columns.js';

/**
 * When an event takes place: exact instants when the organizer gave them, the venue's calendar day always. Without a timezone,
 * UTC counts.
 */
export type EventTime = Pick<EventRow, 'startsAt' | 'endsAt' | 'date' | 'timezone'>;

/** Assumed duration of an event without a known end. */
const ASSUMED_HOURS = 6;

/** The instant that events are ordered by: the exact start, else the start of `date` in its timezone. */
export function startOf(time: EventTime): Date {
  return time.startsAt ?? startOfDay(time.date, time.timezone);
}

/**
 * The instant from which an event is over: its end, else start + 6 h, else the end of `date` in its timezone. SQL says
 * the same (`src/listings/sql/event-expressions.ts`).
 */
export function endOf(time: EventTime): Date {
  if (time.endsAt) return time.endsAt;
  if (time.startsAt) return new Date(time.startsAt.getTime() + ASSUMED_HOURS * 3_600_000);
  return startOfDay(time.date, time.timezone, 1);
}
