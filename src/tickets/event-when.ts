import { LRUCache } from 'lru-cache';
import { knownZone } from '../core/local-time.js';
import type { Translator } from './messages/messages.js';
import type { TicketOrderRow } from './sql/ticket-orders.js';

type EventTimes = Pick<TicketOrderRow, 'startsAt' | 'date' | 'timezone'>;

/**
 * When an event takes place, as people at the venue say it: `Friday, 13 March 2026 at 19:30 (Europe/Lisbon)`. Without an
 * exact start, the day alone.
 */
export function eventWhen({ startsAt, date, timezone }: EventTimes, t: Translator): string {
  if (startsAt === null) {
    return new Intl.DateTimeFormat(t.locale, { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(date));
  }
  const zone = knownZone(timezone);
  return t('ticket.when_zone', { when: venueFormat(t.locale, zone).format(startsAt), timezone: zone });
}

const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 100 });

/** Making one takes a millisecond, and a mail with its tickets writes several. */
function venueFormat(locale: string, timeZone: string): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone });
    formats.set(key, format);
  }
  return format;
}
