import type { EventStatus } from '../../core/wire/event.js';
import type { Queryable, Transaction } from '../../platform/database/database.js';
import { EVENT_COLUMNS, type EventColumn, type EventRow, eventColumns, type RowKey } from '../rules/event-columns.js';
import type { OnSaleStatus } from '../rules/event-status.js';

/** What no document shows. */
const UNREAD = [
  'organizer_id',
  'external_id',
  'source_url',
  'content_hash',
  'created_at',
] as const satisfies EventColumn[];
type Unread = (typeof UNREAD)[number];
const READ = eventColumns(
  'e',
  EVENT_COLUMNS.filter((column) => !UNREAD.some((unread) => unread === column)),
);

/** A row of `events` with its organizer, as the projector reads it. */
export interface SourceEvent extends Omit<EventRow, RowKey<Unread>> {
  organizerName: string | null;
  organizerVerified: boolean;
}

export interface SourceTicketType {
  eventId: string;
  priceMinor: number;
  totalMinor: number;
  currency: string;
  capacity: number;
  held: number;
  sold: number;
  salesFrom: Date | null;
  salesUntil: Date | null;
  inventoryUpdatedAt: Date;
}

/** What the read model holds of an event now. */
export interface CurrentListing {
  eventId: string;
  test: boolean;
  status: EventStatus;
  upcoming: boolean;
  sortAt: Date;
  country: string | null;
  city: string | null;
  cityKey: string | null;
  category: string | null;
  paying: boolean;
  contentHash: string;
  dueAt: Date | null;
  updatedAt: Date;
}

/** Events to come after one, in the order of their ids; '' begins. */
export async function eventIdsAfter(db: Queryable, after: string, limit: number): Promise<string[]> {
  const rows = await db<{ id: string }[]>`SELECT id FROM events WHERE id > ${after} ORDER BY id LIMIT ${limit}`;
  return rows.map((row) => row.id);
}

export async function countEvents(db: Queryable): Promise<number> {
  const [row] = await db<{ events: number }[]>`SELECT count(*)::int AS events FROM events`;
  return row?.events ?? 0;
}

export async function readSourceEvents(tx: Transaction, ids: readonly string[]): Promise<SourceEvent[]> {
  return tx<SourceEvent[]>`
    SELECT ${tx.unsafe(READ)}, o.name AS organizer_name, o.verified AS organizer_verified
    FROM events e JOIN organizers o ON o.id = e.organizer_id WHERE e.id = ANY (${ids as string[]}::text[])`;
}

export async function readTicketTypes(tx: Transaction, ids: readonly string[]): Promise<SourceTicketType[]> {
  return tx<SourceTicketType[]>`
    SELECT event_id, price_minor, total_minor, currency, capacity, held, sold, sales_from, sales_until, inventory_updated_at
    FROM ticket_types WHERE event_id = ANY (${ids as string[]}::text[]) ORDER BY event_id, position, id`;
}

export async function readCurrentListings(tx: Transaction, ids: readonly string[]): Promise<CurrentListing[]> {
  return tx<CurrentListing[]>`
    SELECT event_id, test, status, upcoming, sort_at, country, city, city_key, category, paying, content_hash, due_at,
      updated_at
    FROM event_listings WHERE event_id = ANY (${ids as string[]}::text[])`;
}

/** Of these events, those that nobody else is changing: they stay locked, so that their status can be written. */
export async function lockFree(tx: Transaction, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx<{ id: string }[]>`
    SELECT id FROM events WHERE id = ANY (${ids as string[]}::text[]) FOR NO KEY UPDATE SKIP LOCKED`;
  return new Set(rows.map((row) => row.id));
}

export interface DerivedStatus {
  id: string;
  from: EventStatus;
  status: EventStatus;
  statusBeforeSoldOut: OnSaleStatus | null;
}

/**
 * Writes statuses that follow from the stock, each only over the status it was derived from; returns the ids written.
 */
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
