import type { Scope } from '../../core/coverage.js';
import type { Agreement } from '../../core/viewer.js';
import type { Queryable, Sql } from '../../platform/database/database.js';
import { fragment } from '../../platform/database/fragment.js';
import { coveredText, scopeOfRow } from './event-expressions.js';
import { type ListingQuery, performersNamed } from './listing-query.js';
import { DOCUMENT_SEPARATOR, GENERATION, LAST_STAMP, listingStatement } from './listing-statement.js';

/** Where a statement stands among the changes of documents. */
export interface Generation {
  /** Identifies a run of the database server: a restored server may use the same numbers again. */
  server: string;
  /** The statement saw every change up to this one and none after it. */
  number: number;
}

/** Events in the order of an answer. */
export interface ChosenEvents {
  ids: string[];
  generation: Generation;
  /** Stored documents, their marks not yet filled in; null: they were not requested. */
  documents: Buffer[] | null;
}

/** A page, in order; may hold a few rows more than the limit. */
export interface ChosenPage extends ChosenEvents {
  /** The place in the order of the last row of the page, as the database writes it; empty when there is none. */
  at: string;
  /** The last stamp of a page of changes: the page has every change up to it. UTC, milliseconds. */
  stamp?: string;
}

/** The most prepared statements. Rarer combinations of filters are planned each time. */
const MAX_PREPARED = 400;

/**
 * Selects a page.
 *
 * @param prepared the texts of the statements that are kept prepared; grows.
 * @param query.limit one more than the page has.
 */
export async function choosePage(
  sql: Queryable,
  prepared: Set<string>,
  query: ListingQuery,
  { documents }: { documents: boolean },
): Promise<ChosenPage> {
  const { text, params } = listingStatement(query, documents);
  if (!prepared.has(text) && prepared.size < MAX_PREPARED) prepared.add(text);
  return readChosen(sql, text, params, { documents, prepare: prepared.has(text) });
}

const DOCUMENTS = `SELECT string_agg(event_id, E'\\n'), ${GENERATION}, string_agg(doc, E'\\x03') FROM event_listings WHERE event_id = ANY (string_to_array($1::text, E'\\n'))`;

/** The documents of these events, in any order; removed events are missing. */
export function findDocuments(sql: Queryable, ids: readonly string[]): Promise<ChosenEvents> {
  return readChosen(sql, DOCUMENTS, [ids.join('\n')], { documents: true });
}

const AGREEMENT = {
  countries: fragment`$3::text[]`,
  categories: fragment`$4::text[]`,
  payingOnly: fragment`$5::boolean`,
};
const listedWith = (documents: string) => `
  SELECT string_agg(l.event_id, E'\\n' ORDER BY w.position), ${GENERATION}, ${documents}
    FROM unnest(string_to_array($1::text, E'\\n')) WITH ORDINALITY AS w (event_id, position)
    JOIN event_listings l USING (event_id)
    WHERE l.test = $2::boolean AND ${coveredText(AGREEMENT, scopeOfRow('l'))}`;
const LISTED = listedWith('NULL');
const LISTED_WITH_DOCUMENTS = listedWith(`string_agg(l.doc, E'\\x03' ORDER BY w.position)`);

/**
 * Selects events by their ids, in the order of the ids. Events that the agreement does not cover, and those of the other mode, are left out.
 *
 * @param ids each once.
 */
export function chooseListed(
  sql: Queryable,
  { ids, test, agreement }: { ids: readonly string[]; test: boolean; agreement: Agreement },
  { documents }: { documents: boolean },
): Promise<ChosenEvents> {
  const { countries, categories, payingOnly } = agreement;
  const params = [ids.join('\n'), test, countries, categories, payingOnly];
  return readChosen(sql, documents ? LISTED_WITH_DOCUMENTS : LISTED, params, { documents });
}

type Row = (Buffer | null)[];

/** Runs a statement with one row: ids, a line each; the generation; documents, if requested; and of a page, its place and stamp. */
async function readChosen(
  sql: Queryable,
  text: string,
  params: readonly unknown[],
  { documents: withDocuments, prepare = true }: { documents: boolean; prepare?: boolean },
): Promise<ChosenPage> {
  const [row = []]: Row[] = await sql.unsafe(text, params as never[], { prepare }).raw();
  const [ids, number, server, documents, at, stamp] = row;
  return {
    ids: ids ? ids.toString().split('\n') : [],
    generation: { number: Number(number?.toString()), server: server?.toString() ?? '' },
    documents: withDocuments ? documentsIn(documents) : null,
    at: at?.toString() ?? '',
    stamp: stamp?.toString(),
  };
}

function documentsIn(joined: Row[number] | undefined): Buffer[] {
  const documents: Buffer[] = [];
  if (!joined) return documents;
  let start = 0;
  for (let end = joined.indexOf(DOCUMENT_SEPARATOR); end !== -1; end = joined.indexOf(DOCUMENT_SEPARATOR, start)) {
    documents.push(joined.subarray(start, end));
    start = end + 1;
  }
  documents.push(joined.subarray(start));
  return documents;
}

/** The documents that changed after a generation, oldest change first; of changes long past nothing is known. */
export async function listingChangesAfter(
  sql: Queryable,
  generation: number,
): Promise<{ generation: number; eventIds: string[] }[]> {
  const rows = await sql<{ generation: number; ids: string }[]>`
    SELECT generation, array_to_string(event_ids, E'\\n') AS ids
    FROM listing_changes WHERE generation > ${generation} ORDER BY generation`;
  return rows.map(({ generation, ids }) => ({ generation, eventIds: ids.split('\n') }));
}

/** One event's document with what decides who may see it. */
export async function findListing(sql: Queryable, id: string): Promise<{ scope: Scope; doc: Buffer } | null> {
  const [row] = await sql`SELECT doc, country, category, paying FROM event_listings WHERE event_id = ${id}`.raw();
  if (!row) return null;
  const [doc, country, category, paying] = row as Row;
  const scope = {
    country: country?.toString() ?? null,
    category: category?.toString() ?? null,
    paying: paying?.toString() === 't',
  };
  return { scope, doc: doc as Buffer };
}

export interface FoundPerformers {
  /** Null: too many, or too many events. */
  ids: number[] | null;
  /** Their upcoming events, of the first `most.performers` and one at most. */
  events: number;
  /**
   * The last stamp at that time: later changes of performers that were added later are not found. UTC, milliseconds.
   */
  stamp: string;
}

/**
 * The performers whose folded name contains the text; no ids when these are more, or have more upcoming events, than `most`
 * says. Postgres adds up: a thousand rows would keep everybody else in this process waiting.
 */
export async function findPerformers(
  sql: Sql,
  contains: string,
  most: { performers: number; events: number },
): Promise<FoundPerformers> {
  const { where, value } = performersNamed(contains);
  const params = [value, most.performers, most.events];
  const [row]: FoundPerformers[] = await sql.unsafe(performersWhere(where('$1::text')), params, { prepare: true });
  return row as FoundPerformers;
}

function performersWhere(named: string): string {
  return `
    SELECT ${LAST_STAMP} AS stamp, events, CASE WHEN performers <= $2::int AND events <= $3::int THEN ids END AS ids
      FROM (SELECT count(*) AS performers, coalesce(sum(upcoming_events), 0)::int AS events, coalesce(array_agg(id), '{}') AS ids
              FROM (SELECT id, upcoming_events FROM performers WHERE ${named} LIMIT $2::int + 1) found) counted`;
}

/** The last stamp given out: every event that can be read now carries it or an earlier one. UTC, milliseconds. */
export async function lastStamp(sql: Queryable): Promise<string> {
  const [row] = await sql<{ stamp: string }[]>`SELECT ${LAST_STAMP} AS stamp`;
  return row?.stamp ?? '';
}
