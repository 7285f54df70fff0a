import type { EventStatus } from '../../core/wire/event.js';
import type { Transaction } from '../../platform/database/database.js';
import type { OnSaleStatus } from '../rules/event-status.js';

/** A row of `events` with its organizer, as the projector reads it. */
export interface SourceEvent {
  id: string;
  test: boolean;
  shared: boolean;
  name: string;
  status: EventStatus;
  status_before_sold_out: OnSaleStatus | null;
  starts_at: Date | null;
  ends_at: Date | null;
  date: string;
  timezone: string | null;
  venue: string | null;
  address: string | null;
  city: string | null;
  country: string | null;
  lat: number | null;
  lng: number | null;
  image: string | null;
  category: string | null;
  performers: string[];
  short_description: string | null;
  can_share: boolean;
  price_from_minor: number | null;
  price_to_minor: number | null;
  currency: string | null;
  reward_kind: 'flat' | 'percent' | null;
  reward_amount_minor: number | null;
  reward_percent: number | null;
  reward_currency: string | null;
  reward_description: string | null;
  reward_budget_minor: number | null;
  reward_spent_minor: number;
  organizer_name: string | null;
  organizer_verified: boolean;
}

export interface SourceTicketType {
  event_id: string;
  price_minor: number;
  total_minor: number;
  currency: string;
  capacity: number;
  held: number;
  sold: number;
  sales_from: Date | null;
  sales_until: Date | null;
  inventory_updated_at: Date;
}

/** What the read model holds of an event now. */
export interface CurrentListing {
  event_id: string;
  test: boolean;
  status: EventStatus;
  upcoming: boolean;
  sort_at: Date;
  country: string | null;
  city: string | null;
  city_key: string | null;
  category: string | null;
  paying: boolean;
  content_hash: string;
  due_at: Date | null;
  updated_at: Date;
}

export async function readSourceEvents(tx: Transaction, ids: readonly string[]): Promise<SourceEvent[]> {
  return tx<SourceEvent[]>`
    SELECT e.id, e.test, e.shared, e.name, e.status, e.status_before_sold_out, e.starts_at, e.ends_at, e.date, e.timezone,
      e.venue, e.address, e.city, e.country, e.lat, e.lng, e.image, e.category, e.performers, e.short_description,
      e.can_share, e.price_from_minor, e.price_to_minor, e.currency, e.reward_kind, e.reward_amount_minor,
      e.reward_percent::float8 AS reward_percent, e.reward_currency, e.reward_description, e.reward_budget_minor,
      e.reward_spent_minor, o.name AS organizer_name, o.verified AS organizer_verified
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

/** Writes statuses that follow from the stock, each only over the status it was derived from; answers the ids written. */
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
