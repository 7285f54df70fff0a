import { DateTime, FixedOffsetZone, IANAZone, Info } from 'luxon';
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

/** The calendar day, `YYYY-MM-DD`, of an instant in milliseconds. @param timezone IANA; null and unknown names mean UTC. */
export function localDay(instant: number, timezone: string | null): string {
  const local = DateTime.fromMillis(instant, { zone: timezone ?? 'UTC' });
  return (local.isValid ? local : DateTime.fromMillis(instant, { zone: 'UTC' })).toFormat('yyyy-MM-dd');
}

export interface EventClock {
  /** IANA name; null: not known. */
  timezone: string | null;
  /** Minutes ahead of UTC, as the organizer wrote the start; only where no timezone is known. */
  utcOffset: number | null;
  /** On the internet, where people of all time zones read the time. */
  online: boolean;
}

/** Minutes that an event's clock is ahead of UTC at an instant; 0 where nothing is known. */
export function clockOffset(
  instant: Date,
  { timezone, utcOffset }: Pick<EventClock, 'timezone' | 'utcOffset'>,
): number {
  const zone = timezone === null ? null : Info.normalizeZone(timezone);
  return zone?.isValid ? zone.offset(instant.getTime()) : (utcOffset ?? 0);
}

/** The local time of an event's clock at an instant, written as a time in UTC. */
export function clockTime(instant: Date, clock: Pick<EventClock, 'timezone' | 'utcOffset'>): Date {
  return new Date(instant.getTime() + clockOffset(instant, clock) * MINUTE);
}

/** `UTC`, `UTC+2`, `UTC-3:30`. */
export function offsetLabel(minutes: number): string {
  if (minutes === 0) return 'UTC';
  const rest = Math.abs(minutes) % 60;
  const hours = `${minutes < 0 ? '-' : '+'}${Math.floor(Math.abs(minutes) / 60)}`;
  return `UTC${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
}

/** Luxon keeps what `create` found. `isValidZone` makes a format each time, which takes 0.1 ms. */
const isKnown = (timezone: string | null): timezone is string => timezone !== null && IANAZone.create(timezone).isValid;

/** The name of an event's timezone, or the offset of its clock where none is known. */
export function clockName(instant: Date, clock: Pick<EventClock, 'timezone' | 'utcOffset'>): string {
  const { timezone } = clock;
  return isKnown(timezone) ? timezone : offsetLabel(clockOffset(instant, clock));
}

/** Whether a time by this clock is the local time of a place, so that it is shown without a zone. */
export function isLocalTime(instant: Date, clock: EventClock): boolean {
  return !clock.online && clockName(instant, clock) !== 'UTC';
}

/** An instant in ISO 8601 with an offset in minutes ahead of UTC: `2027-05-01T20:00:00+02:00`. */
export function isoAt(instant: Date, minutes: number): string {
  return (
    DateTime.fromJSDate(instant, { zone: FixedOffsetZone.instance(minutes) }).toISO({ suppressMilliseconds: true }) ??
    ''
  );
}

/** The given name of a time zone, if this process knows it; `UTC` for an unknown one and for null. */
export function knownZone(timezone: string | null): string {
  return isKnown(timezone) ? timezone : 'UTC';
}
