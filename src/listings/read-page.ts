import type { Context } from '../platform/context/context.js';
import type { Sql } from '../platform/database/database.js';
import { DocumentMemory } from './memory/document-memory.js';
import { copyOf, PageDocuments } from './memory/page-documents.js';
import { type PreparedDocument, preparedLength, prepareInto } from './memory/prepared-document.js';
import type { ListingQuery } from './sql/listing-query.js';
import { type ChosenPage, choosePage, findDocuments } from './sql/listings.js';

export interface ListingPage {
  documents: PageDocuments;
  /** The last event and its place in the order, where more follow it. */
  end: { id: string; at: string } | null;
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
 * or by event where it lacks some. Where a document has changed in between, one statement reads the whole page.
 *
 * @param query.limit one more than are wanted, to see whether others follow.
 */
export async function readPage(ctx: Context, query: ListingQuery): Promise<ListingPage> {
  const sql = isQuick(query) ? ctx.quickReads : ctx.reads;
  const last = query.limit - 1;
  const { memory, origin } = keptOf(ctx);
  if (ctx.config.listingsMemory > 0) {
    const chosen = await choosePage(sql, { query, last, documents: false });
    const end = endOf(chosen, last);
    const documents = await documentsOf({ memory, origin, sql }, chosen, last);
    if (documents) return { documents, end };
  }
  const page = await choosePage(sql, { query, last, documents: true });
  const documents = page.documents.slice(0, last).map((document) => prepare(document, origin));
  return { documents: new PageDocuments(documents), end: endOf(page, last) };
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

function prepare(document: Buffer, origin: Buffer): PreparedDocument {
  return prepareInto(Buffer.allocUnsafe(preparedLength(document, origin)), 0, document, origin);
}

type Source = Kept & { sql: Sql };

/** Null: some were changed since the page was chosen. */
async function documentsOf(source: Source, page: ChosenPage, most: number): Promise<PageDocuments | null> {
  const { memory, sql } = source;
  const { ids, generation } = page;
  if (ids.length === 0) return new PageDocuments([]);
  if (!memory.covers(generation)) await memory.reach(sql, generation);
  if (!memory.covers(generation)) return null;
  const found: (PreparedDocument | null)[] = [];
  let missing = 0;
  for (let row = 0; row < ids.length && row < most; row += 1) {
    const document = memory.find(ids, row, generation.number);
    if (document === null) missing += 1;
    found.push(document);
  }
  return missing === 0 ? new PageDocuments(found as PreparedDocument[], memory.ring) : withMissing(source, page, found);
}

/** Reads by event what was not found. */
async function withMissing(
  { memory, sql, origin }: Source,
  { ids, generation }: ChosenPage,
  found: readonly (PreparedDocument | null)[],
): Promise<PageDocuments | null> {
  const missing = new Map<string, number>();
  const documents = found.map((document, row) => {
    if (document === null) missing.set(ids.text(row), row);
    return document && copyOf(document);
  });
  const fetched = await findDocuments(sql, [...missing.keys()]);
  await memory.reach(sql, fetched.generation);
  // The server may be another by now.
  if (!memory.covers(fetched.generation) || !memory.covers(generation)) return null;
  for (let i = 0; i < fetched.ids.length; i += 1) {
    const document = fetched.documents[i] as Buffer;
    memory.keep(fetched.ids, i, document, fetched.generation.number);
    const id = fetched.ids.text(i);
    if (memory.isUnchangedSince(id, generation.number))
      documents[missing.get(id) as number] = prepare(document, origin);
  }
  return documents.includes(null) ? null : new PageDocuments(documents as PreparedDocument[]);
}
