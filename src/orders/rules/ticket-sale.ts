import type { ProblemCode } from '../../core/problems.js';
import type { EventStatus } from '../../core/wire/event.js';
import { type EventTime, endOf } from '../../listings/rules/event-time.js';

/** What decides whether tickets of one type can be sold. */
export interface TicketOffer {
  event: EventTime & { status: EventStatus };
  totalMinor: number;
  /** Tickets neither held nor sold. */
  free: number;
  maxPerOrder: number;
  salesFrom: Date | null;
  salesUntil: Date | null;
}

/** Statuses of events with tickets on sale. The stock decides whether any are left, not `sold_out`. */
const STATUSES_ON_SALE: readonly EventStatus[] = ['scheduled', 'rescheduled', 'sold_out'];

export type SalesWindow = 'open' | 'not_yet' | 'ended';

/** Whether the event itself sells tickets at this instant. */
export function eventOnSale(event: TicketOffer['event'], now: Date): boolean {
  return STATUSES_ON_SALE.includes(event.status) && endOf(event) > now;
}

/** `sales` of a ticket type (contract: TicketType); a postponed event may sell again, a past event may not. */
export function salesWindow(offer: TicketOffer, now: Date): SalesWindow {
  if (offer.salesUntil && offer.salesUntil <= now) return 'ended';
  if (!eventOnSale(offer.event, now)) return offer.event.status === 'postponed' ? 'not_yet' : 'ended';
  if (offer.salesFrom && offer.salesFrom > now) return 'not_yet';
  return 'open';
}

/** Why `quantity` tickets cannot be held now, or null when they can; permanent reasons first. */
export function refusalOf(offer: TicketOffer, quantity: number, now: Date): ProblemCode | null {
  return offer.totalMinor === 0 ? 'free_ticket' : takingRefusalOf(offer, quantity, now);
}

/** As {@link refusalOf}, for tickets that may be free. */
export function takingRefusalOf(offer: TicketOffer, quantity: number, now: Date): ProblemCode | null {
  if (quantity > offer.maxPerOrder) return 'quantity_over_limit';
  if (!eventOnSale(offer.event, now)) return 'event_not_on_sale';
  if (offer.salesUntil && offer.salesUntil <= now) return 'sales_ended';
  if (offer.salesFrom && offer.salesFrom > now) return 'sales_not_open';
  return quantity > offer.free ? 'tickets_unavailable' : null;
}
