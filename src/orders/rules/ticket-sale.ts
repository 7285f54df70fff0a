import type { ProblemCode } from '../../core/problems.js';
import type { EventStatus } from '../../core/wire/event.js';
import { type EventTime, endOf } from '../../listings/rules/event-time.js';

export interface TicketOffer {
  event: EventTime & { status: EventStatus };
  /** For one ticket, fees and tax included; 0: the ticket costs nothing. */
  totalMinor: number;
  /** Tickets neither held nor sold. */
  ticketsLeft: number;
  maxPerOrder: number;
  salesFrom: Date | null;
  salesUntil: Date | null;
}

/** Statuses of events with tickets on sale. `sold_out` is one of them: whether tickets are left is decided by the stock. */
const STATUSES_ON_SALE: readonly EventStatus[] = ['scheduled', 'rescheduled', 'sold_out'];

export type SalesWindow = 'open' | 'not_yet' | 'ended';

/** Whether the event itself sells tickets at `now`: it has such a status and is not over. */
export function eventOnSale(event: TicketOffer['event'], now: Date): boolean {
  return STATUSES_ON_SALE.includes(event.status) && endOf(event) > now;
}

/** `sales` of a ticket type (contract: TicketType), whatever the stock. Postponed events are `not_yet`: they may sell again. */
export function salesWindow(offer: TicketOffer, now: Date): SalesWindow {
  if (offer.salesUntil && offer.salesUntil <= now) return 'ended';
  if (!eventOnSale(offer.event, now)) return offer.event.status === 'postponed' ? 'not_yet' : 'ended';
  if (offer.salesFrom && offer.salesFrom > now) return 'not_yet';
  return 'open';
}

/** As {@link saleRefusal}, for a partner's order: it cannot hold tickets that cost nothing (`free_ticket`). */
export function paidSaleRefusal(offer: TicketOffer, quantity: number, now: Date): ProblemCode | null {
  return offer.totalMinor === 0 ? 'free_ticket' : saleRefusal(offer, quantity, now);
}

/** Why tickets cannot be held or sold at `now`; null: they can. The order's limit comes first, then event, times and stock. */
export function saleRefusal(offer: TicketOffer, quantity: number, now: Date): ProblemCode | null {
  if (quantity > offer.maxPerOrder) return 'quantity_over_limit';
  if (!eventOnSale(offer.event, now)) return 'event_not_on_sale';
  if (offer.salesUntil && offer.salesUntil <= now) return 'sales_ended';
  if (offer.salesFrom && offer.salesFrom > now) return 'sales_not_open';
  return quantity > offer.ticketsLeft ? 'tickets_unavailable' : null;
}
