import type { Context } from '../platform/context/context.js';
import type { Sql } from '../platform/database/database.js';
import { DocumentMemory } from './memory/document-memory.js';
import { PageDocuments } from './memory/page-documents.js';
import { prepare } from './memory/prepared-document.js';
import type { ListingQuery } from './sql/listing-query.js';
import { type ChosenPage, choosePage, findDocuments } from './sql/listings.js';

export interface ListingPage {
  documents: PageDocuments;
  /** The last event and its place in the order, where more follow it. */
  end: { id: string; at: string } | null;
  /** Where a walk through changes begins: the last stamp given out when the page was read. */
  stamp?: string;
}

/** What this process keeps of a database. */
interface Kept {
  memory: DocumentMemory;
  origin: Buffer;
}

const kept = new WeakMap<Sql, Kept>();

function keptOf({ reads, config }: Context): Kept {
  let found = kept.get(reads);
  if (!found) {
    const origin = Buffer.from(config.origin);
    found = { memory: new DocumentMemory(config.listingsMemory, origin), origin };
    kept.set(reads, found);
  }
  return found;
}

/**
 * Reads a page as one statement would have: the events from an index, and their documents from the memory of this process,
 * or by event where it lacks some. While it lacks most, or where a document has changed in between, one statement reads the
 * whole page.
 *
 * @param query.limit one more than are wanted, to see whether others follow.
 */
export async function readPage(ctx: Context, query: ListingQuery): Promise<ListingPage> {
  const sql = isQuick(query) ? ctx.quickReads : ctx.reads;
  const last = query.limit - 1;
  const { memory, origin } = keptOf(ctx);
  const remembers = ctx.config.listingsMemory > 0;
  if (remembers && memory.isLikely) {
    const chosen = await choosePage(sql, { query, last, documents: false });
    const end = endOf(chosen, last);
    const documents = await documentsOf(memory, sql, chosen, last);
    if (documents) return { documents, end, stamp: chosen.stamp };
  }
  const page = await choosePage(sql, { query, last, documents: true });
  const documents = remembers ? await keepPage(memory, sql, page, last) : null;
  return { documents: documents ?? preparedHere(page, last, origin), end: endOf(page, last), stamp: page.stamp };
}

/** Keeps a page that was read whole; returns its documents, unless some cannot be kept. */
async function keepPage(
  memory: DocumentMemory,
  sql: Sql,
  page: ChosenPage,
  most: number,
): Promise<PageDocuments | null> {
  const { ids, generation } = page;
  if (!memory.covers(generation)) await memory.reach(sql, generation);
  return memory.keepPage(page, Math.min(ids.length, most));
}

/** The documents of a page that memory does not hold. */
function preparedHere({ documents }: ChosenPage, most: number, origin: Buffer): PageDocuments {
  const rows = Math.min(documents.length, most);
  return new PageDocuments(Array.from({ length: rows }, (_, row) => prepare(documents.part(row), origin)));
}

/** The rows of the longest page of `GET /events`, with the one that says whether others follow. */
const QUICK_ROWS = 101;

/** Circles, performers and the long lists of feeds may take milliseconds; everything else reads a page of one index. */
function isQuick({ circles, artist, limit }: ListingQuery): boolean {
  return circles.length === 0 && artist === undefined && limit <= QUICK_ROWS;
}

function endOf({ ids, at }: ChosenPage, last: number): ListingPage['end'] {
  return ids.length > last ? { id: ids.text(last - 1), at } : null;
}

/** Null: some were changed since the page was chosen, or cannot be kept. */
async function documentsOf(
  memory: DocumentMemory,
  sql: Sql,
  page: ChosenPage,
  most: number,
): Promise<PageDocuments | null> {
  const { ids, generation } = page;
  const rows = Math.min(ids.length, most);
  if (!memory.covers(generation)) await memory.reach(sql, generation);
  const { documents, missing } = memory.findAll(ids, rows, generation);
  memory.noteMissing(missing.length, rows);
  if (documents) return documents;
  const fetched = await findDocuments(sql, missing);
  if (!memory.covers(fetched.generation)) await memory.reach(sql, fetched.generation);
  memory.keepAll(fetched);
  return memory.findAll(ids, rows, generation).documents;
}
