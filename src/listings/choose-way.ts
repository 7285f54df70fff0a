import type { Context } from '../platform/context/context.js';
import type { FoundPerformers } from './memory.js';
import { type Circle, cellsWithin } from './rules/geo.js';
import { searchKey } from './rules/search-key.js';
import { shareOf } from './sql/cell-shares.js';
import type { ListingQuery } from './sql/listing-query.js';
import { findPerformers } from './sql/listings.js';

/** Which events are asked for, and how they are found. */
export type Narrowing = Omit<ListingQuery, 'after' | 'limit'>;

/** No event can match; what changes after `until` may. */
export interface NothingFound {
  empty: true;
  notice?: string;
  until?: string;
}

/** So many one-degree squares are read one by one, whatever they hold. */
const FEW_SQUARES = 16;
/** From this share of all events on, a walk through the events in order fills a page sooner than many squares do. */
const LARGE_SHARE = 0.01;

/**
 * Up to this many upcoming events of the matching performers, all of them are read and sorted; beyond, a walk through
 * the events in order finds a page sooner. The two cost the same near the square root of 12 times all events.
 */
const FEW_EVENTS = 1700;
/** A walk through the events of a city, or of changes, ends soon. */
const FEW_BESIDE_SHORT_WALKS = 1000;
/** In a country, a category or a circle it may find none for long. */
const FEW_BESIDE_LONG_WALKS = 8000;
const MAX_PERFORMERS = 1000;

/**
 * Completes a query with the way to its page: which squares to look into, and whose events to gather; every way finds the same
 * one. Where performers were looked up for a walk through changes, the walk ends at what was known then (`until`).
 *
 * @param contains what performers' names contain.
 */
export async function chooseWay(
  ctx: Context,
  asked: Omit<Narrowing, 'cells' | 'artist' | 'until'>,
  contains: string | undefined,
): Promise<Narrowing | NothingFound> {
  const narrowing = { ...asked, cells: await squaresOf(ctx, asked.circles) };
  return contains === undefined ? narrowing : withArtist(ctx, searchKey(contains), narrowing);
}

/** The one-degree squares that the smallest circle touches, where looking into each of them is quicker than a walk. */
async function squaresOf(ctx: Context, circles: readonly Circle[]): Promise<number[] | null> {
  const [smallest] = [...circles].sort((a, b) => a.radiusKm - b.radiusKm);
  if (!smallest) return null;
  const cells = cellsWithin(smallest);
  return cells.length <= FEW_SQUARES || (await shareOf(ctx, cells)) < LARGE_SHARE ? cells : null;
}

async function withArtist(ctx: Context, contains: string, narrowing: Narrowing): Promise<Narrowing | NothingFound> {
  if (narrowing.test) return { ...narrowing, artist: { contains } };
  const isGathered = ({ events, tooMany }: FoundPerformers) => !tooMany && events <= fewBeside(narrowing);
  const { performers } = ctx.memory;
  const before = performers.get(contains);
  if (before) return { ...narrowing, artist: isGathered(before) ? { named: contains } : { contains } };
  const { ids, events, stamp } = await findPerformers(ctx.reads, contains, {
    performers: MAX_PERFORMERS,
    events: FEW_BESIDE_LONG_WALKS,
  });
  const found = { events, tooMany: ids === null };
  performers.set(contains, found);
  if (ids === null || !isGathered(found)) return { ...narrowing, artist: { contains } };
  // Events of a performer who is known only after this must not be skipped by the last stamp of the page.
  const until = narrowing.order === 'changed' ? stamp : undefined;
  return ids.length === 0 ? { empty: true, until } : { ...narrowing, until, artist: { performers: ids } };
}

function fewBeside({ order, countries, categories, circles, cityKey }: Narrowing): number {
  if (order === 'changed' || cityKey !== undefined) return FEW_BESIDE_SHORT_WALKS;
  return countries || categories || circles.length > 0 ? FEW_BESIDE_LONG_WALKS : FEW_EVENTS;
}
