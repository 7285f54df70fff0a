import { LRUCache } from 'lru-cache';
import { agreementOf, narrowed } from '../core/coverage.js';
import type { CursorFilters } from '../core/cursor.js';
import type { Viewer } from '../core/viewer.js';
import type { Sql } from '../platform/database/database.js';
import { type City, lookupCity } from '../platform/places/lookup-city.js';
import { type Circle, cellsWithin, DEFAULT_RADIUS_KM, distanceKm } from './rules/geo.js';
import { cityKey, searchKey } from './rules/search-key.js';
import { cellShares } from './sql/cell-shares.js';
import type { ArtistMatch, ListingQuery } from './sql/listing-query.js';
import { findPerformers } from './sql/listings.js';
import { type EventFilters, splitNear } from './wire.js';

/**
 * Up to this many upcoming events of the matching performers, all of them are read and sorted; beyond, a walk through
 * the events in order finds a page sooner. The two cost the same near the square root of 12 times all events.
 */
const FEW_EVENTS = 1700;
const MOST_EVENTS = 20_000;
const MAX_PERFORMERS = 1000;

/**
 * A walk through the events of a city, or of changes, ends soon. In a country or a category it may find none for long,
 * so reading the performers' events pays off more there. A walk through all events to those in a circle takes longer, the
 * smaller the circle's share is.
 */
function fewEvents(
  narrowing: Pick<ListingQuery, 'order' | 'countries' | 'categories' | 'cityKey' | 'circles' | 'cells'>,
  share: number,
): number {
  if (narrowing.order === 'changed' || narrowing.cityKey !== undefined) return 1000;
  const narrowed = narrowing.countries || narrowing.categories;
  if (narrowing.circles.length > 0) {
    return narrowing.cells || narrowed ? 5000 : Math.min(MOST_EVENTS, Math.round(FEW_EVENTS / Math.sqrt(share)));
  }
  return narrowed ? 8000 : FEW_EVENTS;
}

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

export type Narrowing = Omit<ListingQuery, 'after' | 'until' | 'limit'>;

/** The query for the filters and the viewer's rights; `empty` when no event can match. */
export async function toListingQuery(
  sql: Sql,
  viewer: Viewer,
  filters: EventFilters,
): Promise<Narrowing | { empty: true; notice?: string }> {
  const agreement = agreementOf(viewer);
  const countries = narrowed(agreement.countries, filters.country);
  const categories = narrowed(agreement.categories, filters.category);
  if (countries?.length === 0 || categories?.length === 0) return { empty: true };
  const circles = circlesOf(filters);
  if (circles === null) return { empty: true, notice: UNKNOWN_PLACE };
  if (areApart(circles)) return { empty: true };
  const squares = await squaresOf(sql, circles);
  const narrowing: Narrowing = {
    test: viewer.mode === 'test',
    order: filters.changed_since === undefined ? 'soonest' : 'changed',
    since: filters.changed_since,
    countries,
    categories,
    cityKey: filters.city === undefined ? undefined : cityKey(filters.city),
    from: filters.from,
    to: filters.to,
    paying: agreement.payingOnly || filters.commissioned === true,
    minimumEarnings: filters.minimum_earnings,
    circles,
    cells: squares?.worthwhile ? squares.cells : null,
  };
  if (filters.artist === undefined) return narrowing;
  const artist = await matchArtist(sql, filters.artist, narrowing, squares?.share ?? 1);
  return artist === null ? { empty: true } : { ...narrowing, artist };
}

/** Cached, because looking up a city takes longer than reading a page of its events. */
const places = new LRUCache<string, { place: City | null }>({ max: 2000 });

function placeOf(city: string, country: string): City | null {
  const key = `${country} ${searchKey(city)}`;
  let known = places.get(key);
  if (!known) {
    known = { place: lookupCity(city, country) ?? null };
    places.set(key, known);
  }
  return known.place;
}

/** Null: the place that `near` names is not known. */
function circlesOf(filters: EventFilters): Circle[] | null {
  const radiusKm = filters.radius ?? DEFAULT_RADIUS_KM;
  const circles: Circle[] = [];
  if (filters.near !== undefined) {
    const near = splitNear(filters.near);
    const place = near ? placeOf(near.city, near.country) : null;
    if (!place) return null;
    circles.push({ lat: place.lat, lng: place.lng, radiusKm });
  }
  if (filters.lat !== undefined && filters.lng !== undefined) {
    circles.push({ lat: filters.lat, lng: filters.lng, radiusKm });
  }
  return circles;
}

/**
 * Looking into a square costs about as much as skipping fifteen events, so many squares with a large share of all
 * events are not worth it.
 */
const SQUARES_TIMES_SHARE = 1.5;

/** The one-degree squares that the smallest circle touches. */
interface Squares {
  cells: number[];
  /** Of all events. */
  share: number;
  /** To look in one by one; otherwise a walk through all events in order finds a page in the circle sooner. */
  worthwhile: boolean;
}

async function squaresOf(sql: Sql, circles: readonly Circle[]): Promise<Squares | null> {
  const [smallest] = [...circles].sort((a, b) => a.radiusKm - b.radiusKm);
  if (!smallest) return null;
  const cells = cellsWithin(smallest);
  const shares = await cellShares(sql);
  const share = cells.reduce((sum, cell) => sum + (shares.get(cell) ?? 0), 0);
  return { cells, share, worthwhile: share * cells.length < SQUARES_TIMES_SHARE };
}

function areApart([a, b]: readonly Circle[]): boolean {
  return a !== undefined && b !== undefined && distanceKm(a, b) > a.radiusKm + b.radiusKm;
}

/** Null: no performer's name contains the text. */
async function matchArtist(sql: Sql, artist: string, narrowing: Narrowing, share: number): Promise<ArtistMatch | null> {
  const contains = searchKey(artist);
  if (narrowing.test) return { contains };
  const performers = await findPerformers(sql, contains, {
    performers: MAX_PERFORMERS,
    events: fewEvents(narrowing, share),
  });
  if (performers === null) return { contains };
  return performers.length === 0 ? null : { performers };
}
