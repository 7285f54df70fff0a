import { agreementOf, narrowed } from '../core/coverage.js';
import { DAY, dayOf } from '../core/time.js';
import type { Viewer } from '../core/viewer.js';
import type { Context } from '../platform/context/context.js';
import { type City, lookupCity } from '../platform/places/lookup-city.js';
import type { FoundPerformers } from './memory.js';
import { type PlannedSearch, planSearch } from './plan-search.js';
import { type Circle, cellsWithin, DEFAULT_RADIUS_KM, distanceKm } from './rules/geo.js';
import { type ListingQuery, namesVenueOrPerformer } from './sql/listing-query.js';
import { findPerformers } from './sql/listings.js';
import { type ListingStatistics, NO_STATISTICS, readStatistics, shareOf } from './sql/statistics.js';
import type { EventFilters } from './wire.js';

const UNKNOWN_PLACE = 'unknown_place: we do not know the city in `near`, so nothing was found.';

/** Up to this number of cells (one-degree squares) are read one by one. */
const FEW_CELLS = 16;
/** From this share of all events on, a walk through the events in order fills a page sooner than many cells do. */
const LARGE_SHARE = 0.01;

/**
 * Up to this many upcoming events of the matching performers, all of them are read and sorted; beyond, a walk through
 * the events in order finds a page sooner. The two cost the same near the square root of 12 times all events.
 */
const FEW_EVENTS = 1700;
/** A walk through the events of a city, or of changes, ends soon. */
const FEW_BESIDE_SHORT_WALKS = 1000;
/** In a country, a category, a circle or a search it may find none for long. */
const FEW_BESIDE_LONG_WALKS = 8000;
const MAX_PERFORMERS = 1000;

/** Which events are wanted, and how they are found. */
type PageQuery = Omit<ListingQuery, 'after' | 'limit'>;

/** No event can match; what changes after `until` may. */
interface NothingFound {
  empty: true;
  notice?: string;
  until?: string;
}

/**
 * The query for the filters and the viewer's rights, with the way to its page: which cells to look into, and whose events to
 * gather. Every way finds the same page.
 *
 * @param filters in canonical form.
 */
export async function planPage(ctx: Context, viewer: Viewer, filters: EventFilters): Promise<PageQuery | NothingFound> {
  const agreement = agreementOf(viewer);
  const countries = narrowed(agreement.countries, filters.country);
  const categories = narrowed(agreement.categories, filters.category);
  if (countries?.length === 0 || categories?.length === 0) return { empty: true };
  const circles = findCircles(ctx, filters);
  if (circles === null) return { empty: true, notice: UNKNOWN_PLACE };
  if (areApart(circles) || filters.q === '' || filters.artist === '') return { empty: true };
  const cells = cellsAround(circles);
  // Other pages have one way.
  const statistics = filters.q === undefined && !cells ? NO_STATISTICS : await readStatistics(ctx);
  const search =
    filters.q === undefined
      ? undefined
      : planSearch(
          statistics,
          filters.q,
          walkedShare(statistics, { countries, categories, city: filters.city, cells }),
        );
  const query: PageQuery = {
    test: viewer.mode === 'test',
    order: orderOf(filters),
    currency: filters.currency,
    onSale: saleDays(filters),
    since: filters.changed_since,
    countries,
    categories,
    cityKey: filters.city,
    from: filters.from,
    to: filters.to,
    venueId: filters.venue_id,
    performerId: filters.performer_id,
    paying: agreement.payingOnly || filters.commissioned === true,
    minimumEarnings: filters.minimum_earnings,
    circles,
    // The days on which sales begin choose fewer events than cells do.
    cells: cells && filters.on_sale_from === undefined && isQuicker(cells, statistics, search) ? cells : null,
    search,
  };
  return filters.artist === undefined ? query : withArtist(ctx, filters.artist, query);
}

function orderOf({ changed_since: since, sort }: EventFilters): ListingQuery['order'] {
  if (since !== undefined) return 'changed';
  if (sort === 'price') return 'cheapest';
  return sort === '-starts_at' ? 'latest' : 'soonest';
}

function saleDays({ on_sale_from: from, on_sale_to: to }: EventFilters): string[] | undefined {
  if (from === undefined || to === undefined) return undefined;
  const first = Date.parse(from);
  return Array.from({ length: (Date.parse(to) - first) / DAY + 1 }, (_, day) => dayOf(new Date(first + day * DAY)));
}

/** Null: the place that `near` names is not known. */
function findCircles(ctx: Context, filters: EventFilters): Circle[] | null {
  const radiusKm = filters.radius ?? DEFAULT_RADIUS_KM;
  const circles: Circle[] = [];
  if (filters.near !== undefined) {
    const place = findPlace(ctx, filters.near);
    if (!place) return null;
    circles.push({ lat: place.lat, lng: place.lng, radiusKm });
  }
  if (filters.lat !== undefined && filters.lng !== undefined) {
    circles.push({ lat: filters.lat, lng: filters.lng, radiusKm });
  }
  return circles;
}

function findPlace({ memory }: Context, near: string): City | null {
  let known = memory.cities.get(near);
  if (!known) {
    const { city, country } = splitNear(near);
    known = { place: lookupCity(city, country) ?? null };
    memory.cities.set(near, known);
  }
  return known.place;
}

/** The parts of `near`, which ends in a country. */
export function splitNear(near: string): { city: string; country: string } {
  const comma = near.lastIndexOf(',');
  return { city: near.slice(0, comma), country: near.slice(comma + 1) };
}

function areApart([a, b]: readonly Circle[]): boolean {
  return a !== undefined && b !== undefined && distanceKm(a, b) > a.radiusKm + b.radiusKm;
}

/** The cells that the smallest circle touches. */
function cellsAround(circles: readonly Circle[]): number[] | null {
  const [smallest] = [...circles].sort((a, b) => a.radiusKm - b.radiusKm);
  return smallest ? cellsWithin(smallest) : null;
}

interface Narrowed {
  countries: readonly string[] | null | undefined;
  categories: readonly string[] | null | undefined;
  city: string | undefined;
  cells: readonly number[] | null;
}

/** The share of all listings that a walk reads at most: the events of the rarest filter. */
function walkedShare(statistics: ListingStatistics, { countries, categories, city, cells }: Narrowed): number {
  return Math.min(
    countries ? shareOf(statistics.country, countries) : 1,
    categories ? shareOf(statistics.category, categories) : 1,
    city === undefined ? 1 : shareOf(statistics.cityKey, [city]),
    cells ? shareOf(statistics.cell, cells) : 1,
  );
}

/** Whether looking into each of these cells is quicker than a walk. For a search, all of their events are read. */
function isQuicker(cells: readonly number[], { cell }: ListingStatistics, search?: PlannedSearch): boolean {
  const within = shareOf(cell, cells);
  if (search) return within < LARGE_SHARE / Math.sqrt(search.share);
  return cells.length <= FEW_CELLS || within < LARGE_SHARE;
}

/**
 * The query narrowed to performers whose names contain this. For a walk through changes, the walk ends at the time of
 * this lookup (`until`).
 */
async function withArtist(ctx: Context, contains: string, query: PageQuery): Promise<PageQuery | NothingFound> {
  if (query.test || namesVenueOrPerformer(query) || query.search?.rare) return { ...query, artist: { contains } };
  const isGathered = ({ events, tooMany }: FoundPerformers) => !tooMany && events <= fewBeside(query);
  const { performers } = ctx.memory;
  const before = performers.get(contains);
  if (before) return { ...query, artist: isGathered(before) ? { named: contains } : { contains } };
  const { ids, events, stamp } = await findPerformers(ctx.reads, contains, {
    performers: MAX_PERFORMERS,
    events: FEW_BESIDE_LONG_WALKS,
  });
  const found = { events, tooMany: ids === null };
  performers.set(contains, found);
  if (ids === null || !isGathered(found)) return { ...query, artist: { contains } };
  // Events of a performer who is known only after this must not be skipped by the last stamp of the page.
  const until = query.order === 'changed' ? stamp : undefined;
  return ids.length === 0 ? { empty: true, until } : { ...query, until, artist: { performers: ids } };
}

function fewBeside({ order, countries, categories, circles, cityKey, search }: PageQuery): number {
  if (order === 'changed' || cityKey !== undefined) return FEW_BESIDE_SHORT_WALKS;
  return countries || categories || circles.length > 0 || search ? FEW_BESIDE_LONG_WALKS : FEW_EVENTS;
}
