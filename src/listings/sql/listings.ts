import type { Queryable } from '../../platform/database/database.js';
import { type ListingQuery, likeContains } from './listing-query.js';
import { listingStatement } from './listing-statement.js';

/** A page, in order; may hold a few rows more than the limit. */
export interface ListingPage {
  /** The stored documents, their marks not yet filled in, never decoded. */
  documents: Buffer[];
  /** The event of a row, and its place in the order as the database writes it. */
  keyOf(row: number): { id: string; at: string };
}

/** Statements kept prepared at most; those of rarer combinations of filters are planned each time. */
const MAX_PREPARED = 400;
const prepared = new Set<string>();

/** Chooses a page. */
export async function selectListings(sql: Queryable, query: ListingQuery): Promise<ListingPage> {
  const { text, params } = listingStatement(query);
  if (!prepared.has(text) && prepared.size < MAX_PREPARED) prepared.add(text);
  const rows: Buffer[][] = await sql.unsafe(text, params as never[], { prepare: prepared.has(text) }).raw();
  return {
    documents: rows.map((row) => row[2] as Buffer),
    keyOf(row) {
      const [id, at] = rows[row] as [Buffer, Buffer, Buffer];
      return { id: id.toString('latin1'), at: at.toString('latin1') };
    },
  };
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
