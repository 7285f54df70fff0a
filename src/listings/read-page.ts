import type { Context } from '../platform/context/context.js';
import type { Queryable, Sql } from '../platform/database/database.js';
import { prepareDocument } from './documents.js';
import { EVENT_BYTES, type ListingsMemory, type PageDocument } from './memory.js';
import { type Generation, listingChangesAfter } from './sql/listing-changes.js';
import type { ListingQuery } from './sql/listing-query.js';
import { skipsRows } from './sql/listing-statement.js';
import { type ChosenPage, choosePage, findDocuments, type ReadDocuments } from './sql/listings.js';

export interface ListingPage {
  documents: PageDocument[];
  /** The last event and its place in the order, where more follow it. */
  end: { id: string; at: string } | null;
  /** Of changes the last stamp given out when the page was read: where a walk through them begins. */
  stamp?: string;
}

/**
 * Reads a page as one statement would have: the events from an index, and their documents from the memory of this process, or by
 * event where it lacks some. While it lacks most, or where a document has changed in between, one statement reads the whole page.
 *
 * @param query.limit one more than are wanted, to see whether others follow.
 */
export async function readPage(ctx: Context, query: ListingQuery): Promise<ListingPage> {
  const sql = isQuick(query) ? ctx.quickReads : ctx.reads;
  const last = query.limit - 1;
  const { listings, pageStatements } = ctx.memory;
  const origin = Buffer.from(ctx.config.origin);
  if (listings && !listings.cold) {
    const chosen = await choosePage(sql, pageStatements, query, { documents: false });
    // A thousand changes take long to read: not before everybody's pages.
    await forgetChanged(listings, ctx.reads, chosen.generation);
    const documents = await recall(listings, sql, chosen, { last, origin });
    if (documents) return { documents, end: endOf(chosen, last), stamp: chosen.stamp };
  }
  const page = await choosePage(sql, pageStatements, query, { documents: true });
  if (listings) {
    await forgetChanged(listings, ctx.reads, page.generation);
    listings.cold = isMost(
      page.ids.filter((id) => !listings.documents.has(id)),
      page.ids,
    );
  }
  // The row after the page only tells that others follow.
  const wanted = { ...page, ids: page.ids.slice(0, last), documents: page.documents.slice(0, last) };
  return { documents: keep(listings, wanted, origin), end: endOf(page, last), stamp: page.stamp };
}

/** The documents of a page as they were when it was chosen; null where one may have changed since. */
async function recall(
  memory: ListingsMemory,
  sql: Sql,
  page: ChosenPage,
  { last, origin }: { last: number; origin: Buffer },
): Promise<PageDocument[] | null> {
  if (!isCurrent(memory, page.generation)) return null;
  const ids = page.ids.slice(0, last);
  const known = ids.map((id) => memory.documents.get(id));
  const missing = ids.filter((_, row) => !known[row]);
  memory.cold = isMost(missing, ids);
  if (missing.length === 0) return known as PageDocument[];
  const read = await findDocuments(sql, missing);
  if (!isCurrent(memory, page.generation) || !isCurrent(memory, read.generation)) return null;
  const documents = keep(memory, read, origin);
  const found = new Map(read.ids.map((id, row) => [id, documents[row]]));
  return ids.map((id, row) => (known[row] ?? found.get(id)) as PageDocument);
}

/** Keeps the documents that were read before, where none can have changed since. */
function keep(memory: ListingsMemory | null, read: ReadDocuments, origin: Buffer): PageDocument[] {
  const current = memory && isCurrent(memory, read.generation) ? memory : null;
  return read.documents.map((bytes, row) => {
    const id = read.ids[row] as string;
    const kept = current?.documents.get(id);
    if (kept) return kept;
    if (!current || isFirstSight(current, id)) return { bytes, origin };
    const document = prepareDocument(bytes, origin);
    current.documents.set(id, document);
    return document;
  });
}

/**
 * Keeping a document takes longer than sending it. A partner that reads the whole catalogue once does not wait for that, and
 * displaces nothing that others read again.
 */
function isFirstSight(memory: ListingsMemory, id: string): boolean {
  if (memory.seen.delete(id)) return false;
  noteSeen(memory, id);
  return true;
}

/** Begins anew at about as many as there is memory for: 250,000 ids take 20 MB beside it. */
function noteSeen({ seen, documents }: ListingsMemory, id: string): void {
  if (seen.size >= documents.maxSize / EVENT_BYTES) seen.clear();
  seen.add(id);
}

function isMost(some: readonly string[], all: readonly string[]): boolean {
  return some.length > all.length / 2;
}

function isCurrent(memory: ListingsMemory, { server, number }: Generation): boolean {
  return server === memory.server && number === memory.generation;
}

/**
 * Forgets what changed up to a generation that a statement has reported. No notification is needed, and a process that was cut
 * off is not behind when it is back.
 */
async function forgetChanged(memory: ListingsMemory, sql: Queryable, { server, number }: Generation): Promise<void> {
  if (server !== memory.server) forgetAll(Object.assign(memory, { server, generation: number }));
  while (server === memory.server && number > memory.generation) {
    const known = memory.generation;
    const { changes } = await listingChangesAfter(sql, known);
    // Another page was quicker.
    if (server !== memory.server || known !== memory.generation) continue;
    memory.generation = Math.max(number, changes.at(-1)?.generation ?? 0);
    // Of changes long past nothing is known.
    if (changes.length !== memory.generation - known) forgetAll(memory);
    for (const id of changes.flatMap(({ eventIds }) => eventIds)) {
      // One that was worth keeping is kept again the next time it is read.
      if (memory.documents.delete(id)) noteSeen(memory, id);
    }
  }
}

function forgetAll({ documents, seen }: ListingsMemory): void {
  documents.clear();
  seen.clear();
}

/** The rows of the longest page of `GET /events`, with the one that says whether others follow. */
const QUICK_ROWS = 101;

/**
 * Whether the page is one walk along one index that skips no row: it is then so short that others may wait for it on the shared
 * connection. A page that skips, merges or gathers rows may take milliseconds, as may the long lists of feeds. A walk by change
 * skips what a mass change left in the index.
 */
function isQuick(query: ListingQuery): boolean {
  const { order, circles, artist, countries, categories, limit } = query;
  const merges = [countries, categories].some((values) => values && values.length > 1);
  const gathers = circles.length > 0 || artist !== undefined;
  const skips = order === 'changed' || skipsRows(query);
  return !merges && !gathers && !skips && limit <= QUICK_ROWS;
}

function endOf({ ids, at }: ChosenPage, last: number): ListingPage['end'] {
  const id = ids.length > last ? ids[last - 1] : undefined;
  return id === undefined ? null : { id, at };
}
