import { DateTime } from 'luxon';
import { yearFault } from '../../core/dates.js';
import { refuse } from '../../core/input-refusal.js';
import { instantOf, startOfDay } from '../../core/local-time.js';
import type { EventDraft } from '../rules/event-draft.js';
import type { CatalogueInput } from './catalogue-input.js';

type TimeInput = Pick<CatalogueInput, 'starts_at' | 'ends_at' | 'date' | 'end_date'>;
type TimeDraft = Pick<EventDraft, 'starts_at' | 'ends_at' | 'date' | 'utc_offset'>;

const HAS_OFFSET = /(Z|[+-]\d\d(:?\d\d)?)$/;

/**
 * When an event takes place, in UTC; times without an offset are local to the venue. Where its timezone is not known, the offset of the
 * start is kept.
 *
 * @throws {InputRefusal}
 */
export function draftTime(input: TimeInput, timezone: string | null): TimeDraft {
  if (!input.starts_at && !input.date) throw refuse('date', 'is required where there is no starts_at');
  const starts = input.starts_at ? readInstant('starts_at', input.starts_at, timezone) : null;
  const date = input.date ?? localDay(input.starts_at ?? '', starts, timezone);
  checkYear(starts ? 'starts_at' : 'date', date);
  if (starts && input.date) checkSameDay(input.date, localDay(input.starts_at ?? '', starts, timezone));

  if (input.ends_at && input.end_date) throw refuse('end_date', 'give ends_at or end_date, not both');
  const ends = input.ends_at ? readInstant('ends_at', input.ends_at, timezone) : endOfLastDay(input, date, timezone);
  const field = input.ends_at ? 'ends_at' : 'end_date';
  if (ends) checkYear(field, ends.toISODate() ?? '');
  if (ends && starts && ends < starts) throw refuse(field, 'is before the start');
  const dayBegins = inZone(startOfDay(date, timezone).getTime(), timezone);
  // Half a day of tolerance: without a timezone the day is only known to within that.
  if (ends && !starts && ends < dayBegins.minus({ hours: timezone ? 0 : 14 }))
    throw refuse(field, 'is before the date');
  const utcOffset =
    input.starts_at && timezone === null ? DateTime.fromISO(input.starts_at, { setZone: true }).offset : null;
  return { starts_at: iso(starts), ends_at: iso(ends), date, utc_offset: utcOffset };
}

/** A date and time as an instant. @throws {InputRefusal} for an impossible year, or no offset and an unknown timezone. */
export function readInstant(field: string, text: string, timezone: string | null): DateTime {
  checkYear(field, text);
  if (HAS_OFFSET.test(text.slice(10))) return DateTime.fromISO(text, { zone: timezone ?? 'UTC' });
  if (!timezone) throw refuse(field, 'needs an offset such as +02:00: the timezone of the place is not known');
  return inZone(instantOf(DateTime.fromISO(text, { zone: 'UTC' }).toMillis(), timezone), timezone);
}

function inZone(instant: number, timezone: string | null): DateTime {
  return DateTime.fromMillis(instant, { zone: timezone ?? 'UTC' });
}

export function iso(instant: DateTime | null): string | null {
  return instant?.toUTC().toISO() ?? null;
}

/** The venue's day of an instant; without a timezone, the written day. */
function localDay(written: string, instant: DateTime | null, timezone: string | null): string {
  return (timezone ? instant?.setZone(timezone).toISODate() : null) ?? written.slice(0, 10);
}

/** The day may differ from the day of the start (a night that begins after midnight), but cannot be far from it. */
function checkSameDay(date: string, startDay: string): void {
  const days = DateTime.fromISO(date).diff(DateTime.fromISO(startDay), 'days').days;
  if (Math.abs(days) > 1) throw refuse('date', 'is not the day of starts_at');
}

function endOfLastDay(input: TimeInput, date: string, timezone: string | null): DateTime | null {
  if (!input.end_date) return null;
  if (input.end_date < date) throw refuse('end_date', 'is before the date');
  if (input.end_date === date) return null;
  // The last second of the day.
  return inZone(startOfDay(input.end_date, timezone, 1).getTime() - 1000, timezone);
}

function checkYear(field: string, date: string): void {
  const fault = yearFault(Number(date.slice(0, 4)));
  if (fault) throw refuse(field, fault);
}
