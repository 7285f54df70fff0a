import { LRUCache } from 'lru-cache';
import type { TicketOrderRow } from './sql/ticket-orders.js';

type EventTimes = Pick<TicketOrderRow, 'startsAt' | 'date' | 'timezone'>;

/**
 * When an event takes place, as people at the venue say it: `Friday, 13 March 2026 at 19:30 (Europe/Lisbon)`. Without an
 * exact start, the day alone.
 *
 * @param locale BCP 47, such as `en-GB`.
 */
export function eventWhen({ startsAt, date, timezone }: EventTimes, locale: string): string {
  if (startsAt === null) {
    return new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(date));
  }
  const format = venueFormat(locale, timezone ?? 'UTC');
  return `${format.format(startsAt)} (${format.resolvedOptions().timeZone})`;
}

const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 100 });

/** Making one takes a millisecond, and a mail with its tickets writes several. UTC for a timezone that nobody knows. */
function venueFormat(locale: string, timezone: string): Intl.DateTimeFormat {
  const key = `${locale} ${timezone}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone: knownZone(timezone) });
    formats.set(key, format);
  }
  return format;
}

function knownZone(timezone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: timezone }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}
