import type { Availability, EventStatus } from '../../core/wire/event.js';

/** The facts about a ticket type that decide the availability of its event. */
export interface Stock {
  capacity: number;
  held: number;
  sold: number;
  salesFrom: Date | null;
  salesUntil: Date | null;
}

/** `limited` begins at this many tickets left in all … */
const LIMITED_TICKETS = 10;
/** … or at this share of the tickets on sale. */
const LIMITED_SHARE = 0.1;

/** Whether an event with ticket types has no tickets left, whatever their sales windows. */
export function isSoldOut(stock: readonly Stock[]): boolean {
  return stock.length > 0 && stock.every((type) => left(type) === 0);
}

/**
 * The availability class of an event (contract: Event, tickets). `ended` when it is over; `not_on_sale` when it is
 * cancelled or postponed, or no ticket type is inside its sales window; `limited` from 10 tickets or a tenth left. An
 * event without ticket types is sold by its organizer: `available` unless its status says otherwise.
 */
export function availabilityOf(status: EventStatus, over: boolean, stock: readonly Stock[], now: Date): Availability {
  if (status === 'completed' || over) return 'ended';
  if (status === 'cancelled' || status === 'postponed') return 'not_on_sale';
  if (status === 'sold_out') return 'sold_out';
  if (stock.length === 0) return 'available';
  const open = stock.filter((type) => isOnSale(type, now));
  if (open.length === 0) return 'not_on_sale';
  const tickets = open.reduce((sum, type) => sum + left(type), 0);
  if (tickets === 0) return 'sold_out';
  const capacity = open.reduce((sum, type) => sum + type.capacity, 0);
  return tickets <= LIMITED_TICKETS || tickets <= capacity * LIMITED_SHARE ? 'limited' : 'available';
}

function isOnSale({ salesFrom, salesUntil }: Stock, now: Date): boolean {
  return (salesFrom === null || salesFrom <= now) && (salesUntil === null || salesUntil > now);
}

function left({ capacity, held, sold }: Stock): number {
  return Math.max(0, capacity - held - sold);
}
