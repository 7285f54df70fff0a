import type { TicketOffer } from './rules/ticket-sale.js';
import type { SellingEventRow, TicketTypeRow } from './sql/ticket-types.js';

/** What the sales rules need to know about a ticket type and its event. */
export function offerOf(event: Omit<SellingEventRow, 'id'>, ticketType: TicketTypeRow): TicketOffer {
  return {
    event: {
      status: event.status,
      startsAt: event.startsAt,
      endsAt: event.endsAt,
      date: event.date,
      timezone: event.timezone,
    },
    totalMinor: ticketType.totalMinor,
    free: ticketType.free,
    maxPerOrder: ticketType.maxPerOrder,
    salesFrom: ticketType.salesFrom,
    salesUntil: ticketType.salesUntil,
  };
}
