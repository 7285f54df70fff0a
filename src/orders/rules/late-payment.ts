import type { LatePaymentCause } from '../../core/return-cause.js';
import { endOf } from '../../listings/rules/event-time.js';
import { salesWindow, type TicketOffer } from './ticket-sale.js';

/** How long after the end of its hold an order can still be paid, if nothing else changed. */
export const LATE_PAYMENT_HOURS = 24;

/** The terms that the buyer accepted, for the tickets of one type. */
export interface AgreedLine {
  cancelled: boolean;
  holdUntil: Date;
  quantity: number;
  /** For one ticket, fees and tax included. */
  unitTotalMinor: number;
  currency: string;
}

/** The terms of the same tickets today. */
export interface LateOffer extends TicketOffer {
  currency: string;
  /** False once the organizer withdrew the event. */
  shared: boolean;
}

/**
 * Why tickets whose hold has ended cannot be sold for a payment that arrives now, or null when they can: a new order
 * must give the buyer the same tickets for the same price. Whether the company is credited is decided separately
 * (`uncredited`).
 */
export function latePaymentRefusal(order: AgreedLine, offer: LateOffer, now: Date): LatePaymentCause | null {
  const { event } = offer;
  if (order.cancelled) return 'order_cancelled';
  if (event.status === 'cancelled') return 'event_cancelled';
  if (!offer.shared) return 'event_withdrawn';
  if (event.status === 'completed' || endOf(event) <= now) return 'event_over';
  if (event.status === 'postponed') return 'event_postponed';
  if (now.getTime() >= order.holdUntil.getTime() + LATE_PAYMENT_HOURS * 3_600_000) return 'payment_too_late';
  const sales = salesWindow(offer, now);
  if (sales !== 'open') return sales === 'ended' ? 'sales_ended' : 'sales_not_open';
  if (offer.totalMinor !== order.unitTotalMinor || offer.currency !== order.currency) return 'price_changed';
  if (order.quantity > offer.maxPerOrder) return 'quantity_over_limit';
  return order.quantity > offer.ticketsLeft ? 'tickets_unavailable' : null;
}
