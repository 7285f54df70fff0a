import { agreementOf, narrowed } from '../core/coverage.js';
import type { CursorFilters } from '../core/cursor.js';
import type { Viewer } from '../core/viewer.js';
import type { Context } from '../platform/context/context.js';
import { type City, lookupCity } from '../platform/places/lookup-city.js';
import type { FoundPerformers } from './memory.js';
import { type Circle, cellsWithin, DEFAULT_RADIUS_KM, distanceKm } from './rules/geo.js';
import { cityKey, searchKey } from './rules/search-key.js';
import { shareOf } from './sql/cell-shares.js';
import type { ListingQuery } from './sql/listing-query.js';
import { findPerformers } from './sql/listings.js';
import { type EventFilters, splitNear } from './wire.js';

export const UNKNOWN_PLACE = 'unknown_place: we do not know the city in `near`, so nothing was found.';

/** The given filters in canonical form: two requests for the same events are equal. */
export function canonicalFilters(filters: EventFilters): CursorFilters {
  const near = filters.near === undefined ? null : splitNear(filters.near);
  const around = near !== null || filters.lat !== undefined;
  const all = {
    city: filters.city && cityKey(filters.city),
    country: filters.country,
    category: filters.category,
    from: filters.from,
    to: filters.to,
    changed_since: filters.changed_since,
    commissioned: filters.commissioned || undefined,
    minimum_earnings: filters.minimum_earnings,
    near: near ? `${searchKey(near.city)},${near.country}` : undefined,
    artist: filters.artist && searchKey(filters.artist),
    lat: filters.lat,
    lng: filters.lng,
    radius: around ? (filters.radius ?? DEFAULT_RADIUS_KM) : undefined,
  };
  return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** The query for the filters, the viewer's rights; `empty` when no event can match. */
export async function toListingQuery(
  ctx: Context,
  viewer: Viewer,
  filters: EventFilters,
): Promise<Narrowing | NothingFound> {
  const agreement = agreementOf(viewer);
  const countries = narrowed(agreement.countries, filters.country);
  const categories = narrowed(agreement.categories, filters.category);
  if (countries?.length === 0 || categories?.length === 0) return { empty: true };
  const circles = circlesOf(ctx, filters);
  if (circles === null) return { empty: true, notice: UNKNOWN_PLACE };
  if (areApart(circles)) return { empty: true };
  const narrowing = {
    test: viewer.mode === 'test',
    order: filters.changed_since === undefined ? ('soonest' as const) : ('changed' as const),
    since: filters.changed_since,
    countries,
    categories,
    cityKey: filters.city === undefined ? undefined : cityKey(filters.city),
    from: filters.from,
    to: filters.to,
    paying: agreement.payingOnly || filters.commissioned === true,
    minimumEarnings: filters.minimum_earnings,
    circles,
  };
  return chooseWay(ctx, narrowing, filters.artist);
}

function placeOf({ memory }: Context, city: string, country: string): City | null {
  const key = `${country} ${searchKey(city)}`;
  let known = memory.cities.get(key);
  if (!known) {
    known = { place: lookupCity(city, country) ?? null };
    memory.cities.set(key, known);
  }
  return known.place;
}

/** Null: the place that `near` names is not known. */
function circlesOf(ctx: Context, filters: EventFilters): Circle[] | null {
  const radiusKm = filters.radius ?? DEFAULT_RADIUS_KM;
  const circles: Circle[] = [];
  if (filters.near !== undefined) {
    const near = splitNear(filters.near);
    const place = near ? placeOf(ctx, near.city, near.country) : null;
    if (!place) return null;
    circles.push({ lat: place.lat, lng: place.lng, radiusKm });
  }
  if (filters.lat !== undefined && filters.lng !== undefined) {
    circles.push({ lat: filters.lat, lng: filters.lng, radiusKm });
  }
  return circles;
}

function areApart([a, b]: readonly Circle[]): boolean {
  return a !== undefined && b !== undefined && distanceKm(a, b) > a.radiusKm + b.radiusKm;
}

/** Which events are asked for, and how they are found. */
type Narrowing = Omit<ListingQuery, 'after' | 'limit'>;

/** No event can match; what changes after `until` may. */
interface NothingFound {
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
async function chooseWay(
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
