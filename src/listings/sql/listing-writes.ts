import type { Scope } from '../../core/coverage.js';
import type { Id } from '../../core/ids.js';
import type { EventStatus } from '../../core/wire/event.js';
import { flags, instants } from '../../platform/database/arrays.js';
import type { Sql, Transaction } from '../../platform/database/database.js';
import { columnValues, firstValue } from '../../platform/database/rows.js';
import { hasMessages } from '../../platform/outbox/messages.js';

/** Stands in no document, so that a batch of them travels as one text: as an array each would be escaped and parsed. */
const SEPARATOR = '\u0003';

/** An event's row in the read model now. */
export interface CurrentListing extends Scope {
  eventId: Id<'event'>;
  test: boolean;
  status: EventStatus;
  upcoming: boolean;
  city: string | null;
  cityKey: string | null;
  contentHash: string;
  updatedAt: Date;
}

/** A whole row of the read model. */
export interface NewListing extends Omit<CurrentListing, 'paying'> {
  sortAt: Date;
  date: string;
  venueId: Id<'venue'> | null;
  lat: number | null;
  lng: number | null;
  /** The one-degree square of the place (`cellOf`), by which a search around a point finds events. */
  cell: number | null;
  /** Reward per ticket as a decimal of the event's currency; null: the event pays none. */
  earns: number | null;
  /** Lowest price of a ticket as a decimal of `currency`; both null when it is unknown. */
  price: number | null;
  currency: string | null;
  /** The day, at the venue, on which the first tickets go on sale. */
  onSale: string | null;
  /** Folded names of the performers, one a line; null when they are too long for an index. */
  artists: string | null;
  /** Words that a search finds, one a line. */
  words: string;
  wordBits: number;
  /** When the document changes by time alone, as when a sale opens; null: never. */
  dueAt: Date | null;
  doc: string;
}

export async function readCurrentListings(tx: Transaction, ids: readonly string[]): Promise<CurrentListing[]> {
  return tx<CurrentListing[]>`
    SELECT event_id, test, status, upcoming, country, city, city_key, category, paying, content_hash, updated_at
    FROM event_listings WHERE event_id = ANY (${ids as string[]}::text[])`;
}

/** Whether the projector has anything to do: queried often, without taking its lock. */
export function hasWork(sql: Sql, now: Date): Promise<boolean | null> {
  return firstValue(sql<{ work: boolean }[]>`
    SELECT ${hasMessages(sql, 'event.touched')}
      OR EXISTS (SELECT FROM event_listings WHERE due_at <= ${now}) AS work`);
}

/** The last stamp given out; its row stays locked until the transaction ends, so that stamps follow the commits. */
export async function lockStamp(tx: Transaction): Promise<Date> {
  const [row] = await tx<{ stamp: Date }[]>`SELECT last_stamp AS stamp FROM listing_stamp FOR UPDATE`;
  if (!row) throw new Error('listing_stamp has lost its row');
  return row.stamp;
}

export async function writeStamp(tx: Transaction, stamp: Date): Promise<void> {
  await tx`UPDATE listing_stamp SET last_stamp = ${stamp}`;
}

/** Events whose document has changed by the passing of time alone, longest due first. */
export function dueListings(tx: Transaction, now: Date, limit: number): Promise<string[]> {
  return columnValues(tx<{ id: string }[]>`
    SELECT event_id AS id FROM event_listings WHERE due_at <= ${now} ORDER BY due_at LIMIT ${limit}`);
}

/** Forgets when a listing is due: its event has a message that is handled later. */
export async function clearDue(tx: Transaction, eventId: Id<'event'>): Promise<void> {
  await tx`UPDATE event_listings SET due_at = NULL WHERE event_id = ${eventId}`;
}

export async function upsertListings(tx: Transaction, rows: readonly NewListing[]): Promise<void> {
  if (rows.length === 0) return;
  const column = <K extends keyof NewListing>(name: K): NewListing[K][] => rows.map((row) => row[name]);
  await tx`
    INSERT INTO event_listings (event_id, test, status, upcoming, sort_at, date, country, city, city_key, category, venue_id, lat, lng, cell,
      paying, earns, price, currency, on_sale, artists, words, word_bits, content_hash, due_at, updated_at, doc)
    SELECT event_id, test, status, upcoming, sort_at, date, country, city, city_key, category, venue_id, lat, lng, cell,
      earns IS NOT NULL, earns, price, currency, on_sale, artists, array_to_tsvector(string_to_array(words, E'\\n')), word_bits,
      content_hash, due_at, updated_at, doc
    FROM unnest(
      ${column('eventId')}::text[], ${flags(column('test'))}::text[]::boolean[], ${column('status')}::text[], ${flags(column('upcoming'))}::text[]::boolean[],
      ${instants(column('sortAt'))}::text[]::timestamptz[], ${column('date')}::date[], ${column('country')}::text[],
      ${column('city')}::text[], ${column('cityKey')}::text[], ${column('category')}::text[], ${column('venueId')}::text[],
      ${column('lat')}::float8[], ${column('lng')}::float8[], ${column('cell')}::int[], ${column('earns')}::float8[],
      ${column('price')}::float8[], ${column('currency')}::text[], ${column('onSale')}::date[],
      ${column('artists')}::text[], ${column('words')}::text[], ${column('wordBits')}::bigint[], ${column('contentHash')}::text[],
      ${instants(column('dueAt'))}::text[]::timestamptz[], ${instants(column('updatedAt'))}::text[]::timestamptz[], string_to_array(${column('doc').join(SEPARATOR)}, ${SEPARATOR})
    ) AS t (event_id, test, status, upcoming, sort_at, date, country, city, city_key, category, venue_id, lat, lng, cell, earns, price, currency, on_sale,
      artists, words, word_bits, content_hash, due_at, updated_at, doc)
    ON CONFLICT (event_id) DO UPDATE SET
      test = excluded.test, status = excluded.status, upcoming = excluded.upcoming, sort_at = excluded.sort_at, date = excluded.date,
      country = excluded.country, city = excluded.city, city_key = excluded.city_key, category = excluded.category, venue_id = excluded.venue_id,
      lat = excluded.lat, lng = excluded.lng, cell = excluded.cell, paying = excluded.paying, earns = excluded.earns,
      price = excluded.price, currency = excluded.currency, on_sale = excluded.on_sale,
      artists = excluded.artists, words = excluded.words, word_bits = excluded.word_bits, content_hash = excluded.content_hash, due_at = excluded.due_at,
      updated_at = excluded.updated_at, doc = excluded.doc`;
}

/** Adds the words that no event had before. */
export async function addWords(tx: Transaction, words: readonly string[]): Promise<void> {
  if (words.length === 0) return;
  await tx`
    INSERT INTO listing_words (word) SELECT word FROM unnest(${words as string[]}::text[]) AS n (word)
    WHERE NOT EXISTS (SELECT FROM listing_words k WHERE k.word = n.word) ON CONFLICT DO NOTHING`;
}

export interface Refreshed {
  eventId: Id<'event'>;
  dueAt: Date | null;
  doc: string;
}

/** Documents whose content is the same but for the inventory's time stamp: no index is touched. */
export async function refreshDocuments(tx: Transaction, rows: readonly Refreshed[]): Promise<void> {
  if (rows.length === 0) return;
  await tx`
    UPDATE event_listings l SET doc = t.doc, due_at = t.due_at
    FROM unnest(
      ${rows.map((row) => row.eventId)}::text[], ${instants(rows.map((row) => row.dueAt))}::text[]::timestamptz[],
      string_to_array(${rows.map((row) => row.doc).join(SEPARATOR)}, ${SEPARATOR})
    ) AS t (event_id, due_at, doc)
    WHERE l.event_id = t.event_id AND (l.doc, l.due_at) IS DISTINCT FROM (t.doc, t.due_at)`;
}

export async function deleteListings(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx`DELETE FROM event_listings WHERE event_id = ANY (${ids as string[]}::text[])`;
}

/** A performer of one organizer. */
export interface LinkedPerformer {
  id: Id<'performer'>;
  /** Folded name. */
  nameKey: string;
}

export interface PerformerLink {
  eventId: Id<'event'>;
  performer: LinkedPerformer;
}

/**
 * Replaces the performers of these events; each link repeats what its listing, written before, is chosen by. Performers
 * keep count of their upcoming events.
 */
export async function linkPerformers(
  tx: Transaction,
  replaced: readonly string[],
  links: readonly PerformerLink[],
): Promise<void> {
  if (replaced.length > 0) {
    await tx`
      WITH gone AS (
        DELETE FROM listing_performers WHERE event_id = ANY (${replaced as string[]}::text[]) RETURNING performer_id, upcoming
      )
      UPDATE performers p SET upcoming_events = upcoming_events - g.events
      FROM (SELECT performer_id, count(*) AS events FROM gone WHERE upcoming GROUP BY performer_id) g
      WHERE p.id = g.performer_id`;
  }
  if (links.length === 0) return;
  const names = new Map(links.map(({ performer: { id, nameKey } }) => [id, nameKey]));
  await tx`
    INSERT INTO performers (public_id, name_key)
    SELECT * FROM unnest(${[...names.keys()]}::text[], ${[...names.values()]}::text[]) AS t (public_id, name_key)
    WHERE NOT EXISTS (SELECT FROM performers p WHERE p.public_id = t.public_id) ON CONFLICT DO NOTHING`;
  await tx`
    WITH made AS (
      INSERT INTO listing_performers (performer_id, event_id, test, upcoming, sort_at, updated_at, date, country, city_key,
        category, venue_id, lat, lng, earns, word_bits)
      SELECT p.id, l.event_id, l.test, l.upcoming, l.sort_at, l.updated_at, l.date, l.country, l.city_key, l.category, l.venue_id,
        l.lat, l.lng, l.earns, l.word_bits
      FROM unnest(${links.map(({ performer }) => performer.id)}::text[], ${links.map((link) => link.eventId)}::text[])
        AS t (public_id, event_id)
      JOIN performers p USING (public_id) JOIN event_listings l USING (event_id)
      RETURNING performer_id, upcoming
    )
    UPDATE performers p SET upcoming_events = upcoming_events + m.events
    FROM (SELECT performer_id, count(*) AS events FROM made WHERE upcoming GROUP BY performer_id) m
    WHERE p.id = m.performer_id`;
}
