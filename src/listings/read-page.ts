import type { Agreement } from '../core/viewer.js';
import type { Context } from '../platform/context/context.js';
import type { Sql } from '../platform/database/database.js';
import type { PageDocument } from './documents.js';
import type { ListingQuery } from './sql/listing-query.js';
import { skipsRows } from './sql/listing-statement.js';
import { type ChosenEvents, type ChosenPage, chooseListed, choosePage } from './sql/listings.js';

export interface ListingPage {
  documents: PageDocument[];
  /** The last event and its place in the order, where more follow it. */
  end: { id: string; at: string } | null;
  /** The last stamp of changes when the page was read: a walk through changes begins there. */
  stamp?: string;
}

/**
 * Reads a page as one statement would have: the events from an index, and their documents from the memory of this process. While the
 * memory is cold, or if a document has changed in between, one statement reads both.
 *
 * @param query.limit one more than are wanted, to see whether others follow.
 */
export async function readPage(ctx: Context, query: ListingQuery): Promise<ListingPage> {
  const sql = isQuick(query) ? ctx.quickReads : ctx.reads;
  const last = query.limit - 1;
  const choose = (how: { documents: boolean }) => choosePage(sql, ctx.memory.pageStatements, query, how);
  const { chosen, documents } = await readChosen(ctx, sql, choose, (page) => firstOf(page, last));
  return { documents, end: endOf(chosen, last), stamp: chosen.stamp };
}

/** Events by their ids, in that order, as of one snapshot. Leaves out events that the agreement does not cover. */
export async function readListed(
  ctx: Context,
  events: { ids: readonly string[]; test: boolean; agreement: Agreement },
): Promise<{ ids: string[]; documents: PageDocument[] }> {
  const choose = (how: { documents: boolean }) => chooseListed(ctx.reads, events, how);
  const { chosen, documents } = await readChosen(ctx, ctx.reads, choose, (all) => all);
  return { ids: chosen.ids, documents };
}

/** @param shown the events whose documents are wanted. */
async function readChosen<Chosen extends ChosenEvents>(
  ctx: Context,
  sql: Sql,
  choose: (how: { documents: boolean }) => Promise<Chosen>,
  shown: (chosen: Chosen) => ChosenEvents,
): Promise<{ chosen: Chosen; documents: PageDocument[] }> {
  const { documentCache } = ctx.memory;
  for (let isWhole = documentCache.isCold; ; isWhole = true) {
    const chosen = await choose({ documents: isWhole });
    const documents = await documentCache.get(shown(chosen), sql, ctx.reads);
    if (documents) return { chosen, documents };
  }
}

function firstOf(page: ChosenPage, count: number): ChosenPage {
  return { ...page, ids: page.ids.slice(0, count), documents: page.documents?.slice(0, count) ?? null };
}

/** The rows of the longest page of `GET /events`, with one more row, which shows whether others follow. */
const QUICK_ROWS = 101;

/**
 * Whether the page is one walk along one index that skips no row: it is then so short that others may wait for it on
 * the shared connection. A page that skips, merges or gathers rows may take milliseconds, as may the long lists of
 * feeds. A walk by change skips rows that a mass change left in the index.
 */
function isQuick(query: ListingQuery): boolean {
  const { order, circles, artist, performerId, search, countries, categories, limit } = query;
  const merges = [countries, categories].some((values) => values && values.length > 1);
  const gathers = circles.length > 0 || [artist, performerId, search].some((filter) => filter !== undefined);
  const skips = order === 'changed' || skipsRows(query);
  return !merges && !gathers && !skips && limit <= QUICK_ROWS;
}

function endOf({ ids, at }: ChosenPage, last: number): ListingPage['end'] {
  const id = ids.length > last ? ids[last - 1] : undefined;
  return id === undefined ? null : { id, at };
}
