import { type CursorFilters, givenFilters } from '../core/cursor.js';
import { cityKey } from '../platform/places/city-names.js';
import { DEFAULT_RADIUS_KM } from './rules/geo.js';
import { searchKey } from './rules/search-key.js';
import { canonicalSearch } from './rules/search-words.js';
import type { EventFilters } from './wire.js';

/** The given filters in canonical form: two requests for the same events are equal. */
export function canonicalFilters(filters: EventFilters): CursorFilters {
  const around = filters.near !== undefined || filters.lat !== undefined;
  return givenFilters({
    city: filters.city && cityKey(filters.city),
    country: filters.country,
    category: filters.category,
    from: filters.from,
    to: filters.to,
    changed_since: filters.changed_since,
    commissioned: filters.commissioned || undefined,
    minimum_earnings: filters.minimum_earnings,
    near: filters.near && nearKey(filters.near),
    on_sale_from: filters.on_sale_from,
    on_sale_to: filters.on_sale_to,
    artist: filters.artist && searchKey(filters.artist),
    q: filters.q && canonicalSearch(filters.q),
    venue_id: filters.venue_id,
    performer_id: filters.performer_id,
    lat: filters.lat,
    lng: filters.lng,
    sort: filters.sort,
    currency: filters.currency,
    radius: around ? (filters.radius ?? DEFAULT_RADIUS_KM) : undefined,
  });
}

/** The order of a list without `sort`. */
export const usualOrder = ({ changed_since: since }: EventFilters): CursorFilters => ({
  sort: since === undefined ? 'starts_at' : 'updated_at',
});

/** `Helsinki, fi` → `helsinki,FI`. */
function nearKey(near: string): string {
  const { city, country } = splitNear(near);
  return `${searchKey(city)},${country.trim().toUpperCase()}`;
}

/** The parts of `near`, which ends in a country. */
export function splitNear(near: string): { city: string; country: string } {
  const comma = near.lastIndexOf(',');
  return { city: near.slice(0, comma), country: near.slice(comma + 1) };
}
