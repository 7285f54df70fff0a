import type { Queryable } from './database.js';
import { type ListingQuery, likeContains } from './listing-query.js';
import { listingStatement } from './listing-statement.js';

/** A row of a page; `doc` is the stored document, its marks not yet filled in. */
export interface ListingRow {
  id: string;
  /** Its place in the order, as the database writes it. */
  place: string;
  doc: Buffer;
}

/** Statements kept prepared at most; those of rarer combinations of filters are planned each time. */
const MOST_PREPARED = 400;
const prepared = new Set<string>();

/** Chooses a page, in order; may answer a few rows more than the limit. Documents are never decoded. */
export async function selectListings(sql: Queryable, query: ListingQuery): Promise<ListingRow[]> {
  const { text, params } = listingStatement(query);
  if (!prepared.has(text) && prepared.size < MOST_PREPARED) prepared.add(text);
  const rows = await sql.unsafe(text, params as never[], { prepare: prepared.has(text) }).raw();
  return rows.map(([id, place, doc]) => ({
    id: (id as Buffer).toString('latin1'),
    place: (place as Buffer).toString('latin1'),
    doc: doc as Buffer,
  }));
}

export interface ListingScope {
  test: boolean;
  country: string | null;
  category: string | null;
  paying: boolean;
}

/** One event's document with what decides who may see it. */
export async function findListing(sql: Queryable, id: string): Promise<{ scope: ListingScope; doc: Buffer } | null> {
  const [row] = await sql`
    SELECT doc, test, country, category, paying FROM event_listings WHERE event_id = ${id}`.raw();
  if (!row) return null;
  const [doc, test, country, category, paying] = row as (Buffer | null)[];
  const scope = {
    test: test?.toString() === 't',
    country: country?.toString() ?? null,
    category: category?.toString() ?? null,
    paying: paying?.toString() === 't',
  };
  return { scope, doc: doc as Buffer };
}

export interface MatchedPerformer {
  id: number;
  /** Its upcoming events. */
  upcoming: number;
}

/** Performers whose folded name contains the text, at most `limit` of them. */
export async function findPerformers(sql: Queryable, contains: string, limit: number): Promise<MatchedPerformer[]> {
  // Fewer than three characters make no trigram: reading the names until enough are found is quicker.
  if ([...contains].length < 3) {
    return sql<MatchedPerformer[]>`
      SELECT id, upcoming_events AS upcoming FROM performers WHERE strpos(name_key, ${contains}) > 0 LIMIT ${limit}`;
  }
  return sql<MatchedPerformer[]>`
    SELECT id, upcoming_events AS upcoming FROM performers WHERE name_key LIKE ${likeContains(contains)} LIMIT ${limit}`;
}

/** The last stamp given out: every event that can be read now carries it or an earlier one. UTC with microseconds. */
export async function lastStamp(sql: Queryable): Promise<string> {
  const [row] = await sql<{ stamp: Date }[]>`SELECT last_stamp AS stamp FROM listing_stamp`;
  return (row?.stamp ?? new Date(0)).toISOString();
}
