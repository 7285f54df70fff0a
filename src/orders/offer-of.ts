import type { TicketOffer } from './rules/ticket-sale.js';
import type { SellingEventRow, TicketTypeRow } from './sql/ticket-types.js';

/** What the rules of selling need to know of a ticket type and its event. */
export function offerOf(event: Omit<SellingEventRow, 'id'>, ticketType: TicketTypeRow): TicketOffer {
  return {
    event: {
      status: event.status,
      startsAt: event.starts_at,
      endsAt: event.ends_at,
      date: event.date,
      timezone: event.timezone,
    },
    totalMinor: ticketType.total_minor,
    free: ticketType.free,
    maxPerOrder: ticketType.max_per_order,
    salesFrom: ticketType.sales_from,
    salesUntil: ticketType.sales_until,
  };
}
