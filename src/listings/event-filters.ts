import { agreementOf, narrowed } from '../core/coverage.js';
import type { CursorFilters } from '../core/cursor.js';
import type { Viewer } from '../core/viewer.js';
import type { Context } from '../platform/context/context.js';
import { type City, lookupCity } from '../platform/places/lookup-city.js';
import { chooseWay, type Narrowing, type NothingFound } from './choose-way.js';
import { type Circle, DEFAULT_RADIUS_KM, distanceKm } from './rules/geo.js';
import { cityKey, searchKey } from './rules/search-key.js';
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
