import { calendarText, geoLine, textLine, timeLines, urlLine, utcStamp } from '../core/icalendar.js';
import { placeLabel } from '../core/place-label.js';
import type { Context } from '../platform/context/context.js';
import type { TicketOrderRow } from './sql/ticket-orders.js';

const STATUS: Partial<Record<TicketOrderRow['eventStatus'], string>> = {
  postponed: 'TENTATIVE',
  cancelled: 'CANCELLED',
};

export interface CalendarFile {
  order: TicketOrderRow;
  /** Shown as the entry's link; null: none. */
  pageUrl: string | null;
  /** BCP 47: of the country's name. */
  locale: string;
}

/** An order's event as a calendar file (RFC 5545) without a name or code. `UID` and `SEQUENCE` let a later file replace it. */
export function calendarFile(ctx: Context, { order, pageUrl, locale }: CalendarFile): string {
  const now = ctx.clock.now();
  return calendarText([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Partner Events//Tickets//EN',
    'CALSCALE:GREGORIAN',
    'BEGIN:VEVENT',
    // Where the service runs: an entry is known by its order and this.
    `UID:${order.orderId}@${new URL(ctx.config.origin).hostname}`,
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
