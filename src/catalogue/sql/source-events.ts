import type { Id } from '../../core/ids.js';
import type { EventStatus } from '../../core/wire/event.js';
import { EVENT_COLUMNS } from '../../listings/rules/event-columns.js';
import { type SourceEvent, type TicketFacts, UNREAD } from '../../listings/rules/event-document.js';
import type { OnSaleStatus } from '../../listings/rules/event-status.js';
import { eventColumns } from '../../listings/sql/event-expressions.js';
import type { Queryable, Transaction } from '../../platform/database/database.js';
import { columnValues, firstNumber } from '../../platform/database/rows.js';

const READ = eventColumns(
  'e',
  EVENT_COLUMNS.filter((column) => !UNREAD.some((unread) => unread === column)),
);

export interface SourceTicketType extends TicketFacts {
  eventId: Id<'event'>;
}

export interface DerivedStatus {
  id: string;
  from: EventStatus;
  status: EventStatus;
  statusBeforeSoldOut: OnSaleStatus | null;
}

/** Events to come after one, in the order of their ids; '' begins. */
export function eventIdsAfter(db: Queryable, after: string, limit: number): Promise<string[]> {
  return columnValues(db<{ id: string }[]>`SELECT id FROM events WHERE id > ${after} ORDER BY id LIMIT ${limit}`);
}

export function countEvents(db: Queryable): Promise<number> {
  return firstNumber(db<{ events: number }[]>`SELECT count(*)::int AS events FROM events`);
}

export async function readSourceEvents(tx: Transaction, ids: readonly string[]): Promise<SourceEvent[]> {
  return tx<SourceEvent[]>`
    SELECT ${READ}, o.name AS organizer_name, o.verified AS organizer_verified
    FROM events e JOIN organizers o ON o.id = e.organizer_id WHERE e.id = ANY (${ids as string[]}::text[])`;
}

export async function readTicketTypes(tx: Transaction, ids: readonly string[]): Promise<SourceTicketType[]> {
  return tx<SourceTicketType[]>`
    SELECT event_id, price_minor, total_minor, currency, capacity, held, sold, sales_from, sales_until, inventory_updated_at
    FROM ticket_types WHERE event_id = ANY (${ids as string[]}::text[]) ORDER BY event_id, position, id`;
}

/** The events of this list that no other transaction is changing. They stay locked, so that their status can be written. */
export async function lockFree(tx: Transaction, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx<{ id: string }[]>`
    SELECT id FROM events WHERE id = ANY (${ids as string[]}::text[]) FOR NO KEY UPDATE SKIP LOCKED`;
  return new Set(rows.map((row) => row.id));
}

/** Writes statuses that follow from the stock, each only over the status it was derived from; returns the ids written. */
export async function writeStatuses(tx: Transaction, rows: readonly DerivedStatus[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const written = await tx<{ id: string }[]>`
    UPDATE events e SET status = t.status, status_before_sold_out = t.status_before
    FROM unnest(
      ${rows.map((row) => row.id)}::text[], ${rows.map((row) => row.from)}::text[],
      ${rows.map((row) => row.status)}::text[], ${rows.map((row) => row.statusBeforeSoldOut)}::text[]
    ) AS t (id, from_status, status, status_before)
    WHERE e.id = t.id AND e.status = t.from_status RETURNING e.id`;
  return new Set(written.map((row) => row.id));
}
