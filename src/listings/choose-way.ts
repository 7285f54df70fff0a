import { LRUCache } from 'lru-cache';
import type { Sql } from '../platform/database/database.js';
import { BUSIEST, cheapestWay, type Known } from './rules/cheapest-way.js';
import { cellsWithin, longitudesOf } from './rules/geo.js';
import { searchKey } from './rules/search-key.js';
import { cellShares } from './sql/cell-shares.js';
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

/**
 * Up to this many upcoming events of the matching performers, all of them are read and sorted; beyond, a walk through
 * the events in order finds a page sooner. The two cost the same near the square root of 12 times all events.
 */
const FEW_EVENTS = 1700;
/** A walk through the events of a city, or of changes, ends soon. */
const FEW_BESIDE_SHORT_WALKS = 1000;
/** In a country or a category it may find none for long. */
const FEW_BESIDE_LONG_WALKS = 8000;
/** Beside a circle the ways are compared ({@link cheapestWay}); performers with more upcoming events are never gathered. */
const MOST_EVENTS = 20_000;
const MAX_PERFORMERS = 1000;

/**
 * Completes a query with the way to its page: which squares to look into, and whose events to gather. Where performers were
 * looked up for a walk through changes, the walk ends at what was known then (`until`).
 *
 * @param more.artist what performers' names contain.
 * @param more.limit rows wanted.
 */
export async function chooseWay(
  sql: Sql,
  asked: Omit<Narrowing, 'cells' | 'busiest' | 'artist' | 'until'>,
  more: { artist?: string; limit: number },
): Promise<Narrowing | NothingFound> {
  const area = await areaOf(sql, asked, more.limit);
  const narrowing = { ...asked, ...squaresOf(area) };
  return more.artist === undefined ? narrowing : withArtist(sql, searchKey(more.artist), narrowing, area);
}

/** The smallest circle. */
interface Area {
  /** The one-degree squares that it touches, the {@link BUSIEST} of them first. */
  cells: number[];
  known: Known;
}

async function areaOf(
  sql: Sql,
  { circles, order, countries, categories, from, to, paying, minimumEarnings }: Omit<Narrowing, 'cells'>,
  limit: number,
): Promise<Area | null> {
  const [smallest] = [...circles].sort((a, b) => a.radiusKm - b.radiusKm);
  if (!smallest) return null;
  const cells = cellsWithin(smallest);
  const { events, shares } = await cellShares(sql);
  const each = cells.map((cell) => shares.get(cell) ?? 0);
  const share = each.reduce((sum, one) => sum + one, 0);
  let busiest = 0;
  for (let place = 0; place < Math.min(BUSIEST, cells.length); place += 1) {
    busiest += bringForward(cells, each, place);
  }
  const known: Known = {
    order,
    events: events[order],
    wanted: limit,
    walks: (countries?.length ?? 1) * (categories?.length ?? 1),
    squares: cells.length,
    share,
    busiest,
    around: longitudesOf(smallest).around,
    opens: Boolean(countries || categories || from || to || paying || minimumEarnings !== undefined),
  };
  return { cells, known };
}

/** Exchanges the square at `place` for the busiest of those from there on; returns its share. */
function bringForward(cells: number[], shares: number[], place: number): number {
  let most = place;
  for (let i = place + 1; i < shares.length; i += 1) if ((shares[i] as number) > (shares[most] as number)) most = i;
  for (const list of [cells, shares]) [list[place], list[most]] = [list[most] as number, list[place] as number];
  return shares[place] as number;
}

/** How frequent the performers of a text are. */
interface Performed {
  /** Their upcoming events, as far as they were counted. */
  events: number;
  /** They could not all be counted. */
  tooMany: boolean;
}

/**
 * What was found within the last minute. It tells only which way is cheaper, and saves a query to find out; performers that
 * came since are gathered too, however many.
 */
const performed = new LRUCache<string, Performed>({ max: 5000, ttl: 60_000 });

/** Adds the performers, and chooses the way again: with performers that are rare a walk takes longer. */
async function withArtist(
  sql: Sql,
  contains: string,
  narrowing: Narrowing,
  area: Area | null,
): Promise<Narrowing | NothingFound> {
  if (narrowing.test) return { ...narrowing, artist: { contains } };
  const isGathered = ({ events, tooMany }: Performed) => !tooMany && isWorthGathering(events, narrowing, area);
  const alongTheWay = ({ events }: Performed) => {
    return { ...narrowing, ...squaresOf(area, events), artist: { contains } };
  };
  const before = performed.get(contains);
  if (before) return isGathered(before) ? { ...narrowing, artist: { named: contains } } : alongTheWay(before);
  const { ids, events, stamp } = await findPerformers(sql, contains, {
    performers: MAX_PERFORMERS,
    events: MOST_EVENTS,
  });
  const found = { events, tooMany: ids === null };
  performed.set(contains, found);
  if (ids === null || !isGathered(found)) return alongTheWay(found);
  // Events of a performer who is known only after this must not be skipped by the last stamp of the page.
  const until = narrowing.order === 'changed' ? stamp : undefined;
  return ids.length === 0 ? { empty: true, until } : { ...narrowing, until, artist: { performers: ids } };
}

function squaresOf(area: Area | null, events?: number): Pick<Narrowing, 'cells' | 'busiest'> {
  if (!area) return { cells: null };
  const { squares, busiestFirst } = cheapestWay({ ...area.known, performed: events });
  return squares ? { cells: area.cells, busiest: busiestFirst ? BUSIEST : undefined } : { cells: null };
}

function isWorthGathering(events: number, narrowing: Narrowing, area: Area | null): boolean {
  const { order, countries, categories, cityKey } = narrowing;
  if (area && cityKey === undefined) return cheapestWay({ ...area.known, performed: events }).gather;
  if (order === 'changed' || cityKey !== undefined) return events <= FEW_BESIDE_SHORT_WALKS;
  return events <= (countries || categories ? FEW_BESIDE_LONG_WALKS : FEW_EVENTS);
}
