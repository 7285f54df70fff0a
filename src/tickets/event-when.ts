import { dateFormat } from '../core/formats.js';
import { clockName, clockTime } from '../core/local-time.js';
import type { Translator } from '../core/locales/translator.js';
import type { TicketOrderRow } from './sql/ticket-orders.js';

type EventTimes = Pick<TicketOrderRow, 'startsAt' | 'date' | 'timezone' | 'utcOffset'>;

/** {@link eventWhen} for a ticket and its mail: the date of a postponed event is not known, and the old one would mislead. */
export function ticketWhen(order: EventTimes & Pick<TicketOrderRow, 'eventStatus'>, t: Translator): string {
  return order.eventStatus === 'postponed' ? t('event.postponed') : eventWhen(order, t);
}

/** `Friday, 13 March 2026 at 19:30 (Europe/Lisbon)`, or `(UTC+2)` without a timezone; the day alone without a start. */
export function eventWhen({ startsAt, date, ...clock }: EventTimes, t: Translator): string {
  if (startsAt === null) {
    return dateFormat(t.locale, { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(date));
  }
  const format = dateFormat(t.locale, { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' });
  return t('ticket.when_zone', {
    when: format.format(clockTime(startsAt, clock)),
    timezone: clockName(startsAt, clock),
  });
}
