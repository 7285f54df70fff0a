import type { Id } from '../../core/ids.js';
import type { Queryable } from '../../platform/database/database.js';
import type { TicketTypeDraft } from '../rules/event-draft.js';

export interface TicketStockRow {
  id: Id<'ticketType'>;
  eventId: Id<'event'>;
  externalId: string;
  held: number;
  sold: number;
}

/** Locks the ticket types of events. A transaction that also locks the events does so first, as a sale does. */
export async function lockTicketTypes(tx: Queryable, eventIds: readonly Id<'event'>[]): Promise<TicketStockRow[]> {
  return tx<TicketStockRow[]>`
    SELECT id, event_id, external_id, held, sold FROM ticket_types WHERE event_id = ANY (${eventIds as string[]}::text[])
    ORDER BY id FOR NO KEY UPDATE`;
}

/** A row to write, by the names of its columns. */
export type TicketTypeWrite = Required<TicketTypeDraft> & { event_id: string; position: number };

/** Existing types keep their id, held and sold tickets. @param options.refill existing ones get a new one's free tickets. */
export async function writeTicketTypes(
  tx: Queryable,
  rows: readonly TicketTypeWrite[],
  now: Date,
  options: { refill: boolean },
): Promise<void> {
  if (rows.length === 0) return;
  await tx`
    INSERT INTO ticket_types AS t (id, event_id, position, external_id, name, price_minor, total_minor, currency, capacity,
      sold, max_per_order, sales_from, sales_until, inventory_updated_at)
    SELECT r.id, r.event_id, r.position, r.external_id, r.name, r.price_minor, r.total_minor, r.currency, r.capacity,
      r.sold, r.max_per_order, r.sales_from, r.sales_until, ${now}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) AS r(id text, event_id text, position int, external_id text,
      name text, price_minor bigint, total_minor bigint, currency text, capacity int, sold int, max_per_order int,
      sales_from timestamptz, sales_until timestamptz)
    ON CONFLICT (event_id, external_id) DO UPDATE SET
      position = excluded.position, name = excluded.name, price_minor = excluded.price_minor,
      total_minor = excluded.total_minor, currency = excluded.currency,
      capacity = CASE WHEN ${options.refill} THEN t.held + t.sold + excluded.capacity - excluded.sold ELSE excluded.capacity END,
      max_per_order = excluded.max_per_order, sales_from = excluded.sales_from, sales_until = excluded.sales_until,
      inventory_updated_at = excluded.inventory_updated_at`;
}

/** Removes ticket types that are not in the list. A type that was ever ordered stays, without tickets left to sell. */
export async function removeTicketTypes(
  tx: Queryable,
  eventIds: readonly Id<'event'>[],
  keep: readonly string[],
  now: Date,
): Promise<void> {
  await tx`
    DELETE FROM ticket_types t
    WHERE event_id = ANY (${eventIds as string[]}::text[]) AND NOT id = ANY (${keep as string[]}::text[])
      AND held = 0 AND sold = 0 AND NOT EXISTS (
        SELECT FROM orders o JOIN order_lines l ON l.order_id = o.id WHERE o.event_id = t.event_id AND l.ticket_type_id = t.id)`;
  await tx`
    UPDATE ticket_types SET capacity = held + sold, sales_until = least(sales_until, ${now}), inventory_updated_at = ${now}
    WHERE event_id = ANY (${eventIds as string[]}::text[]) AND NOT id = ANY (${keep as string[]}::text[])
      AND (capacity > held + sold OR sales_until IS NULL OR sales_until > ${now})`;
}

export interface StockRow extends TicketStockRow {
  name: string;
  priceMinor: number;
  totalMinor: number;
  currency: string;
  capacity: number;
  maxPerOrder: number;
  salesFrom: Date | null;
  salesUntil: Date | null;
}

/** All ticket types of an event with their stock, in the organizer's order. */
export async function findStock(sql: Queryable, eventId: Id<'event'>): Promise<StockRow[]> {
  return sql<StockRow[]>`
    SELECT id, event_id, external_id, name, price_minor, total_minor, currency, capacity, held, sold, max_per_order,
      sales_from, sales_until
    FROM ticket_types WHERE event_id = ${eventId} ORDER BY position, id`;
}
