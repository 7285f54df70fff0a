import { calendarText, geoLine, textLine, timeLines, urlLine, utcStamp } from '../core/icalendar.js';
import { placeLabel } from '../core/place-label.js';
import type { TicketOrderRow } from './sql/ticket-orders.js';

const STATUS: Partial<Record<TicketOrderRow['eventStatus'], string>> = {
  postponed: 'TENTATIVE',
  cancelled: 'CANCELLED',
};

export interface CalendarFile {
  order: TicketOrderRow;
  /** Shown as the entry's link; null: none. */
  pageUrl: string | null;
  /** Where the service runs: an entry is known by its order and this. */
  host: string;
  /** BCP 47: of the country's name. */
  locale: string;
  now: Date;
}

/**
 * The event of an order as a calendar file (RFC 5545). A later file of the same order replaces an earlier one:
 * calendars compare `UID` and `SEQUENCE`. It holds no name and no code.
 */
export function calendarFile({ order, pageUrl, host, locale, now }: CalendarFile): string {
  return calendarText([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Partner Events//Tickets//EN',
    'CALSCALE:GREGORIAN',
    'BEGIN:VEVENT',
    `UID:${order.orderId}@${host}`,
    `DTSTAMP:${utcStamp(now)}`,
    `SEQUENCE:${Math.floor(now.getTime() / 60_000)}`,
    ...timeLines(order),
    ...textLine('SUMMARY', order.eventName),
    ...textLine('LOCATION', placeLabel(order, locale)),
    ...geoLine(order.lat, order.lng),
    ...urlLine('URL', pageUrl),
    `STATUS:${STATUS[order.eventStatus] ?? 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]);
}
