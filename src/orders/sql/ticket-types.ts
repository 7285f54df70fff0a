import { chargingEvent, payingEvent } from '../../catalogue/sql/event-terms.js';
import type { StockRow } from '../../catalogue/sql/ticket-type-writes.js';
import type { Id } from '../../core/ids.js';
import type { Mode } from '../../core/mode.js';
import type { Agreement } from '../../core/viewer.js';
import type { EventRow } from '../../listings/rules/event-columns.js';
import { coveredBy } from '../../listings/sql/event-expressions.js';
import type { Queryable } from '../../platform/database/database.js';
import { fragment } from '../../platform/database/fragment.js';

/** The part of an event that decides whether its tickets are sold. */
export type SellingEventRow = Pick<EventRow, 'id' | 'status' | 'startsAt' | 'endsAt' | 'date' | 'timezone'>;

/** Selects the shared events of this mode that the agreement covers, in any order. */
export async function findSellingEvents(
  sql: Queryable,
  viewer: { mode: Mode; agreement: Agreement },
  eventIds: readonly Id<'event'>[],
): Promise<(SellingEventRow & { charging: boolean })[]> {
  const scope = { country: fragment`country`, category: fragment`category`, paying: payingEvent('events') };
  return sql<(SellingEventRow & { charging: boolean })[]>`
    SELECT id, status, starts_at, ends_at, date, timezone, ${chargingEvent('events')} AS charging FROM events
    WHERE id = ANY (${eventIds as string[]}::text[]) AND shared AND test = ${viewer.mode === 'test'}
      AND ${coveredBy(sql, viewer.agreement, scope)}`;
}

export type TicketTypeRow = Omit<StockRow, 'externalId' | 'held' | 'sold' | 'capacity'> & { ticketsLeft: number };

const COLUMNS = fragment`id, event_id, name, price_minor, total_minor, currency, capacity - held - sold AS tickets_left, max_per_order, sales_from, sales_until`;

/** Ticket types of these events, free ones too, of each event in the organizer's order. @param ids only these; absent: all. */
export async function findTicketTypes(
  sql: Queryable,
  eventIds: readonly Id<'event'>[],
  ids?: readonly Id<'ticketType'>[],
): Promise<TicketTypeRow[]> {
  return sql<TicketTypeRow[]>`
    SELECT ${COLUMNS} FROM ticket_types
    WHERE event_id = ANY (${eventIds as string[]}::text[]) ${ids ? sql`AND id = ANY (${ids as string[]}::text[])` : sql``}
    ORDER BY position, id`;
}

/** A ticket type and its event with today's terms. */
export type LateOfferRow = TicketTypeRow & Omit<SellingEventRow, 'id'> & { shared: boolean };

/** Reads ticket types with their event and keeps their stock from moving; lock the event first. @returns them by their ids. */
export async function lockLateOffers(
  tx: Queryable,
  ticketTypeIds: readonly Id<'ticketType'>[],
): Promise<Map<string, LateOfferRow>> {
  const rows = await tx<LateOfferRow[]>`
    SELECT t.id, t.event_id, t.name, t.price_minor, t.total_minor, t.currency, t.capacity - t.held - t.sold AS tickets_left, t.max_per_order,
      t.sales_from, t.sales_until, e.status, e.starts_at, e.ends_at, e.date, e.timezone, e.shared
    FROM ticket_types t JOIN events e ON e.id = t.event_id WHERE t.id = ANY (${ticketTypeIds as string[]}::text[])
    ORDER BY t.id FOR NO KEY UPDATE OF t`;
  return new Map(rows.map((row) => [row.id, row]));
}
