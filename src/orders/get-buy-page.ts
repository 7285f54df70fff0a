import type { Id } from '../core/ids.js';
import type { EventClock } from '../core/local-time.js';
import type { Mode } from '../core/mode.js';
import { toDecimal } from '../core/money.js';
import { ProblemError } from '../core/problems.js';
import { endOf } from '../listings/rules/event-time.js';
import type { Context } from '../platform/context/context.js';
import { eventOnSale, salesWindow } from './rules/ticket-sale.js';
import { type BuyEventRow, findBuyEvent } from './sql/buy-links.js';
import { findTicketTypes, type TicketTypeRow } from './sql/ticket-types.js';

/** Whether tickets can be bought. `elsewhere`: the organizer sells them; `unpaid`: a live event without a card processor. */
export type BuyState =
  | 'open'
  | 'cancelled'
  | 'postponed'
  | 'ended'
  | 'sold_out'
  | 'not_yet'
  | 'elsewhere'
  | 'not_on_sale'
  | 'unpaid';

export interface BuyTicket {
  id: string;
  name: string;
  price: number;
  /** The price of one ticket for the buyer, fees and tax included; 0: free. */
  total: number;
  currency: string;
  /** How many one buyer may order now; 0: none. */
  most: number;
  sales: 'open' | 'not_yet' | 'ended';
}

/** The event as its page shows it. Without a start, only its day is known. */
export type BuyPage = Pick<
  BuyEventRow,
  'name' | 'date' | 'startsAt' | 'venue' | 'city' | 'country' | 'category' | 'image' | keyof EventClock
> & {
  eventId: Id<'event'>;
  mode: Mode;
  description: string | null;
  /** The organizer's own page. */
  sourceUrl: string | null;
  state: BuyState;
  tickets: BuyTicket[];
};

/** @throws {ProblemError} 404 `event_not_found`, 410 `event_withdrawn` for an event that is no longer shared. */
export async function getBuyPage(ctx: Context, eventId: Id<'event'>): Promise<BuyPage> {
  const event = await findBuyEvent(ctx.sql, eventId);
  if (!event) throw new ProblemError('event_not_found');
  if (!event.shared) throw new ProblemError('event_withdrawn');
  const now = ctx.clock.now();
  const rows = await findTicketTypes(ctx.sql, [eventId]);
  const tickets = rows.map((row) => toTicket(event, row, now));
  return {
    ...event,
    eventId: event.id,
    mode: event.test ? 'test' : 'live',
    description: event.shortDescription,
    image: event.image?.startsWith('/') ? event.image : webAddress(event.image),
    sourceUrl: webAddress(event.sourceUrl),
    state: stateOf(ctx, event, tickets, now),
    tickets,
  };
}

function toTicket(event: BuyEventRow, row: TicketTypeRow, now: Date): BuyTicket {
  const sales = salesWindow({ ...row, event }, now);
  return {
    id: row.id,
    name: row.name,
    price: toDecimal(row.priceMinor, row.currency),
    total: toDecimal(row.totalMinor, row.currency),
    currency: row.currency,
    most: sales === 'open' ? Math.max(0, Math.min(row.ticketsLeft, row.maxPerOrder)) : 0,
    sales,
  };
}

function stateOf(ctx: Context, event: BuyEventRow, tickets: readonly BuyTicket[], now: Date): BuyState {
  if (event.status === 'cancelled' || event.status === 'postponed') return event.status;
  if (event.status === 'completed' || endOf(event) <= now) return 'ended';
  if (tickets.length === 0) return webAddress(event.sourceUrl) === null ? 'not_on_sale' : 'elsewhere';
  if (!eventOnSale(event, now)) return 'not_on_sale';
  const { enabled, hosted } = ctx.payments.of('live');
  const payable = event.test || (enabled && (!hosted || event.charging));
  if (tickets.some((ticket) => ticket.most > 0 && (payable || ticket.total === 0))) return 'open';
  if (tickets.some((ticket) => ticket.most > 0)) return 'unpaid';
  if (tickets.some((ticket) => ticket.sales === 'open')) return 'sold_out';
  return tickets.some((ticket) => ticket.sales === 'not_yet') ? 'not_yet' : 'not_on_sale';
}

/** The URL, if a browser may be sent there. */
function webAddress(text: string | null): string | null {
  return text !== null && /^https?:\/\//i.test(text) && URL.parse(text) !== null ? text : null;
}
