import { DateTime, IANAZone, Info } from 'luxon';
import { DAY, MINUTE } from './time.js';

/**
 * The instant of a local time in a timezone, by the rules of Postgres's `AT TIME ZONE`: a skipped time is read as if
 * the clocks had not moved yet, and of a repeated time the second counts. Luxon's result for a repeated time depends on
 * the current day.
 *
 * @param wall the local time, as if it were UTC, in milliseconds since 1970.
 * @param timezone IANA name; null counts as UTC.
 * @returns milliseconds since 1970; NaN for an unknown timezone.
 */
export function instantOf(wall: number, timezone: string | null): number {
  if (timezone === null || Number.isNaN(wall)) return wall;
  const zone = Info.normalizeZone(timezone);
  const [before, after] = [zone.offset(wall - DAY), zone.offset(wall + DAY)].map((minutes) => wall - minutes * MINUTE);
  if (before === undefined || after === undefined || before === after) return before ?? Number.NaN;
  const shown = [before, after].filter((instant) => instant + zone.offset(instant) * MINUTE === wall);
  return Math.max(...(shown.length > 0 ? shown : [before, after]));
}

/**
 * The instant at which a day begins, and the day before it ends: where the clocks skip midnight, the moment they do.
 *
 * @param date `YYYY-MM-DD`, as the place calls it.
 * @param days added to it: 1 gives its end.
 * @returns an invalid Date for an unknown timezone.
 */
export function startOfDay(date: string, timezone: string | null, days = 0): Date {
  return new Date(instantOf(Date.parse(date) + days * DAY, timezone));
}

/**
 * The calendar day, `YYYY-MM-DD`, on which an instant falls.
 *
 * @param instant milliseconds since 1970.
 * @param timezone IANA name; null and unknown names count as UTC.
 */
export function localDay(instant: number, timezone: string | null): string {
  const local = DateTime.fromMillis(instant, { zone: timezone ?? 'UTC' });
  return (local.isValid ? local : DateTime.fromMillis(instant, { zone: 'UTC' })).toFormat('yyyy-MM-dd');
}

/** The name of a time zone as it was given, if this process knows it; `UTC` for another and for null. */
export function knownZone(timezone: string | null): string {
  return timezone !== null && IANAZone.isValidZone(timezone) ? timezone : 'UTC';
}
