import type { Context } from '../platform/context/context.js';
import type { Sql } from '../platform/database/database.js';
import { DocumentMemory } from './memory/document-memory.js';
import type { Generation } from './sql/listing-changes.js';
import type { ListingQuery } from './sql/listing-query.js';
import { type ChosenPage, choosePage, findDocuments } from './sql/listings.js';

/** A page of stored documents, their marks not yet filled in. */
export interface ListingPage {
  documents: Buffer[];
  /** The last event and its place in the order, where more follow it. */
  end: { id: string; at: string } | null;
}

const memories = new WeakMap<Sql, DocumentMemory>();

/** The documents that this process keeps of a database. */
function memoryOf({ reads, config }: Context): DocumentMemory {
  let memory = memories.get(reads);
  if (!memory) {
    memory = new DocumentMemory(config.listingsMemory);
    memories.set(reads, memory);
  }
  return memory;
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
  const memory = memoryOf(ctx);
  if (ctx.config.listingsMemory > 0) {
    const chosen = await choosePage(sql, { query, last, documents: false });
    const documents = await documentsOf(memory, sql, chosen, last);
    if (documents) return { documents, end: endOf(chosen, last) };
  }
  const page = await choosePage(sql, { query, last, documents: true });
  return { documents: page.documents.slice(0, last), end: endOf(page, last) };
}

/** Circles and performers may take milliseconds; everything else reads a page of one index. */
function isQuick({ circles, artist }: ListingQuery): boolean {
  return circles.length === 0 && artist === undefined;
}

function endOf({ ids, at }: ChosenPage, last: number): ListingPage['end'] {
  return ids.length > last ? { id: ids[last - 1] as string, at } : null;
}

/** Null: some were changed since the page was chosen. */
async function documentsOf(
  memory: DocumentMemory,
  sql: Sql,
  { ids, generation }: ChosenPage,
  most: number,
): Promise<Buffer[] | null> {
  if (ids.length === 0) return [];
  await memory.reach(sql, generation);
  if (!memory.covers(generation)) return null;
  const wanted = ids.length > most ? ids.slice(0, most) : ids;
  const documents = new Map<string, Buffer>();
  const missing: string[] = [];
  for (const id of wanted) {
    const found = memory.find(id, generation.number);
    // A copy: what is kept may be moved before this page is sent.
    if (found) documents.set(id, Buffer.from(found.bytes.subarray(found.at, found.at + found.length)));
    else missing.push(id);
  }
  if (missing.length > 0 && !(await fetchInto(documents, memory, sql, missing, generation))) return null;
  return wanted.map((id) => documents.get(id) as Buffer);
}

/** Reads the documents that memory lacks. False: one is not what it was when the page was chosen. */
async function fetchInto(
  documents: Map<string, Buffer>,
  memory: DocumentMemory,
  sql: Sql,
  missing: readonly string[],
  chosen: Generation,
): Promise<boolean> {
  const fetched = await findDocuments(sql, missing);
  if (fetched.ids.length < missing.length) return false;
  await memory.reach(sql, fetched.generation);
  if (!memory.covers(fetched.generation) || !memory.covers(chosen)) return false;
  return fetched.ids.every((id, i) => {
    const document = fetched.documents[i] as Buffer;
    documents.set(id, document);
    memory.keep(id, document, fetched.generation.number);
    return memory.isUnchangedSince(id, chosen.number);
  });
}
