import { startOfDay } from '../../core/local-time.js';
import { DAY, dayOf, HOUR } from '../../core/time.js';
import type { EventStatus } from '../../core/wire/event.js';
import type { EventRow } from './event-columns.js';

/**
 * When an event takes place: exact instants when the organizer gave them, the venue's calendar day always. Without a timezone,
 * UTC counts.
 */
export type EventTime = Pick<EventRow, 'startsAt' | 'endsAt' | 'date' | 'timezone'>;

/** Assumed duration of an event without a known end. */
const ASSUMED_HOURS = 6;

/** Local midnight of a day is at most this long before the day begins in UTC (UTC+14) … */
export const EARLIEST_ZONE = 14 * HOUR;
/** … and an event of that day starts at most this long after it (UTC−12, and a night that runs past midnight). */
export const LATEST_START = DAY + 12 * HOUR + DAY;

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
  if (time.startsAt) return new Date(time.startsAt.getTime() + ASSUMED_HOURS * HOUR);
  return startOfDay(time.date, time.timezone, 1);
}

/** Whether lists and counters show the event: neither finished nor cancelled, and its end is not past. */
export function isUpcoming(status: EventStatus, end: Date, now: Date): boolean {
  return status !== 'completed' && status !== 'cancelled' && end > now;
}

/** When an event starts and is over, as instants. */
export interface EventSpan {
  start: Date;
  end: Date;
}

/** When an event starts and ends; an unknown timezone counts as UTC, so that one bad event stops nothing. */
export function timesOf(time: EventTime): EventSpan {
  const start = startOf(time);
  const end = endOf(time);
  if (!Number.isNaN(start.getTime()) && !Number.isNaN(end.getTime())) return { start, end };
  const inUtc = { ...time, timezone: null };
  return { start: startOf(inUtc), end: endOf(inUtc) };
}

/**
 * The day by which `from` and `to` choose the event: its `date`, unless that is so far from its start that the bounds on
 * the start made from a day would miss it; then the day of its start.
 */
export function filterDate(date: string, start: Date): string {
  const day = Date.parse(date);
  const offset = start.getTime() - day;
  return offset >= -EARLIEST_ZONE && offset < LATEST_START ? date : dayOf(start);
}
