import { DateTime } from 'luxon';

/** When an event takes place: exact instants when the organizer gave them, the venue's calendar day always. */
export interface EventTime {
  startsAt: Date | null;
  endsAt: Date | null;
  /** `YYYY-MM-DD`, the day as the venue calls it. */
  date: string;
  /** IANA name; null counts as UTC. */
  timezone: string | null;
}

/** How long an event without a known end is taken to last. */
export const ASSUMED_HOURS = 6;

/** The instant that events are ordered by: the exact start, else the start of `date` in its timezone. */
export function startOf(time: EventTime): Date {
  return time.startsAt ?? localDay(time).toJSDate();
}

/** The instant from which an event is over: its end, else start + 6 h, else the end of `date` in its timezone. */
export function endOf(time: EventTime): Date {
  if (time.endsAt) return time.endsAt;
  if (time.startsAt) return new Date(time.startsAt.getTime() + ASSUMED_HOURS * 3_600_000);
  return localDay(time).plus({ days: 1 }).toJSDate();
}

function localDay(time: EventTime): DateTime {
  return DateTime.fromISO(time.date, { zone: time.timezone ?? 'UTC' }).startOf('day');
}
