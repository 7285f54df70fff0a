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
  const timeZone = knownZone(timezone);
  const local = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone }).format(startsAt);
  return `${local} (${timeZone})`;
}

/** UTC for a timezone that nobody knows. */
function knownZone(timezone: string | null): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: timezone ?? 'UTC' }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}

/** Venue, street, city and country, as far as they are known; null: none of them. */
export function eventPlace(event: Pick<TicketOrderRow, 'venue' | 'address' | 'city' | 'country'>): string | null {
  const { venue, address, city, country } = event;
  return [venue, address, city, country].filter(Boolean).join(', ') || null;
}
