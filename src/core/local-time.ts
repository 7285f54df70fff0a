import { Info } from 'luxon';

const DAY = 86_400_000;
const MINUTE = 60_000;

/**
 * The instant at which the clocks of a timezone show a wall time, by the rule that Postgres has for `AT TIME ZONE`: a
 * time that the clocks skip is read as if they had not been moved yet, and of one that they show twice the second
 * counts. Luxon's own answer for a time that comes twice depends on the day on which it is asked.
 *
 * @param wall milliseconds since 1970 that the clock would show were it in UTC.
 * @param timezone IANA name; null counts as UTC.
 * @returns milliseconds since 1970; NaN for a timezone that nobody knows.
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
 * @returns an invalid Date for a timezone that nobody knows.
 */
export function startOfDay(date: string, timezone: string | null, days = 0): Date {
  return new Date(instantOf(Date.parse(date) + days * DAY, timezone));
}
