import { type Circle, EARTH_RADIUS_KM, longitudesOf, reachOf } from '../rules/geo.js';

/** Which events a page is chosen from, in terms of the read model. */
export interface ListingQuery {
  /** Samples, or real events. */
  test: boolean;
  /** Upcoming events by their start, either way, or by their lowest price; or all events by their last change. */
  order: 'soonest' | 'latest' | 'cheapest' | 'changed';
  /** For `cheapest`: of the prices. */
  currency?: string;
  /** Goes on after this row. */
  after?: { at: string; id: string };
  /** For `changed`: after this instant (UTC, microseconds), and at most this one (milliseconds). */
  since?: string;
  until?: string;
  /** The allowed values; null: any. */
  countries: readonly string[] | null;
  categories: readonly string[] | null;
  cityKey?: string;
  venueId?: string;
  /** Public id. */
  performerId?: string;
  from?: string;
  to?: string;
  /** First and last day on which sales begin, with the days between; at most 31. */
  onSale?: readonly string[];
  /** Pays a reward, at least this much per ticket. */
  paying: boolean;
  minimumEarnings?: number;
  /** Inside all of them. */
  circles: readonly Circle[];
  /** The cells (one-degree squares) to look in, one by one; null: on the way through the others, each is looked at. */
  cells: readonly number[] | null;
  artist?: ArtistMatch;
  /** Finds upcoming events only. */
  search?: ListingSearch;
  /** Rows wanted. */
  limit: number;
}

/**
 * Performers whose events are few: their ids, or a part of their folded names (`named`), looked up within the
 * statement. Else a part of the names on the event.
 */
type ArtistMatch = { performers: readonly number[] } | { named: string } | { contains: string };

/** The words that an event must have. */
export interface ListingSearch {
  /** A `tsquery`. */
  words: string;
  /** The bits (`wordBits`) that every event with these words has. */
  bits: number;
  /** How the index of words finds rare words. Null: the words are frequent. */
  rare: RareWords | null;
}

/** Stands in no word. */
export const PREFIX_MARK = '?';

/** Each `tsquery` finds the events of the search, and may find others. */
export interface RareWords {
  /** A `tsquery` with `PREFIX_MARK` in place of the words that begin with `prefix`, where these are few. */
  expanded: string;
  prefix: string;
  /** The `tsquery` where these are many, or none. */
  otherwise: string;
}

/** The column of each order, its type, and whether pages go down along it. Rows of the same value follow by their ids, in the same direction. */
export const ORDERS = {
  soonest: { at: 'sort_at', type: 'timestamptz', down: false },
  latest: { at: 'sort_at', type: 'timestamptz', down: true },
  cheapest: { at: 'price', type: 'float8', down: false },
  changed: { at: 'updated_at', type: 'timestamptz', down: false },
} as const;

/** Samples or not, upcoming or changed, and where the page begins and ends. */
export function baseConditions(query: ListingQuery, p: Parameters): string[] {
  const conditions = [query.test ? 'l.test' : 'NOT l.test'];
  const { order, after, from, to } = query;
  const { at, type, down } = ORDERS[order];
  if (order !== 'changed') conditions.push('l.upcoming');
  if (order === 'cheapest') conditions.push('l.price IS NOT NULL', `l.currency = ${p.bind(query.currency, 'text')}`);
  if (after) {
    const place = `${p.bind(after.at, 'text')}::${type}`;
    conditions.push(`(l.${at}, l.event_id) ${down ? '<' : '>'} (${place}, ${p.bind(after.id, 'text')})`);
  }
  // A second bound where the page begins, in addition to the cursor's, would let the walk start at the outer one of the two,
  // further back every page.
  const isBegun = after !== undefined;
  if (order === 'changed' && query.since && !isBegun) conditions.push(`l.${at} > ${p.instant(query.since)}`);
  if (order === 'changed' && query.until) conditions.push(`l.${at} <= ${p.instant(query.until)}`);
  const isByStart = at === 'sort_at';
  if (from) {
    const day = p.bind(from, 'date');
    conditions.push(`l.date >= ${day}`);
    // Local midnight comes at most 14 hours before midnight in UTC.
    if (isByStart && (down || !isBegun)) conditions.push(`l.${at} >= ${day} - interval '14 hours'`);
  }
  if (to) {
    const day = p.bind(to, 'date');
    conditions.push(`l.date <= ${day}`);
    if (isByStart && (!down || !isBegun)) conditions.push(`l.${at} < ${day} + interval '60 hours'`);
  }
  return conditions;
}

export type Covered = 'country' | 'category' | 'sale';

/**
 * @param linked `l` is a link of the performer.
 * @param covered the fan has these conditions.
 * @param opened the whole rows are read, and their words compared. Else `wordsMet` does that.
 */
export function filterConditions(
  query: ListingQuery,
  p: Parameters,
  {
    linked = false,
    covered = new Set(),
    opened = false,
  }: { linked?: boolean; covered?: ReadonlySet<Covered>; opened?: boolean },
): string[] {
  const conditions: string[] = [];
  if (query.venueId !== undefined) conditions.push(`l.venue_id = ${p.bind(query.venueId, 'text')}`);
  if (query.cityKey !== undefined) conditions.push(`l.city_key = ${p.bind(query.cityKey, 'text')}`);
  if (query.countries && !covered.has('country')) conditions.push(oneOf('l.country', query.countries, p));
  if (query.categories && !covered.has('category')) conditions.push(oneOf('l.category', query.categories, p));
  if (query.minimumEarnings !== undefined) conditions.push(`l.earns >= ${p.bind(query.minimumEarnings, 'float8')}`);
  else if (query.paying) conditions.push('l.earns IS NOT NULL');
  if (query.onSale && !covered.has('sale')) {
    const opens = (of: string) => `${of}.on_sale = ANY (${saleDays(query.onSale ?? [], p)})`;
    conditions.push(
      linked ? `EXISTS (SELECT FROM event_listings e WHERE e.event_id = l.event_id AND ${opens('e')})` : opens('l'),
    );
  }
  for (const circle of query.circles) conditions.push(inside(circle, p));
  if (query.search && opened) conditions.push(`l.words @@ ${p.bind(query.search.words, 'text')}::tsquery`);
  else if (query.search) {
    const bits = p.bind(query.search.bits, 'bigint');
    conditions.push(`l.word_bits & ${bits} = ${bits}`);
  }
  if (query.artist && 'contains' in query.artist) {
    const pattern = p.bind(likeContains(query.artist.contains), 'text');
    const lookup = performedBy(pattern);
    // Links have no names. Names too long for an index are looked up.
    conditions.push(linked ? lookup : `(l.artists LIKE ${pattern} OR (l.artists IS NULL AND ${lookup}))`);
  }
  return conditions;
}

export function saleDays(days: readonly string[], p: Parameters): string {
  return `${p.bind(`{${days.join(',')}}`, 'text')}::date[]`;
}

/** OFFSET keeps the planner from finding every event of such performers first. */
function performedBy(pattern: string): string {
  return `EXISTS (SELECT FROM listing_performers lp JOIN performers p ON p.id = lp.performer_id WHERE lp.event_id = l.event_id AND p.name_key LIKE ${pattern} OFFSET 0)`;
}

function oneOf(column: string, values: readonly string[], p: Parameters): string {
  if (values.length === 1) return `${column} = ${p.bind(values[0], 'text')}`;
  return `${column} = ANY (${p.bind(values, 'text[]')})`;
}

/**
 * Haversine without its arcsine: compares what distances are made of. Most events are ruled out by their degrees alone, which
 * costs a fifth of it; one expression, so that the planner does not take the two for independent and expect no rows at all.
 */
function inside(circle: Circle, p: Parameters): string {
  const half = Math.PI / 360;
  const reach = reachOf(circle);
  const lat = p.bind(circle.lat, 'float8');
  const lng = p.bind(circle.lng, 'float8');
  const cosine = p.bind(Math.cos((circle.lat * Math.PI) / 180), 'float8');
  const most = p.bind(Math.sin(circle.radiusKm / (2 * EARTH_RADIUS_KM)) ** 2, 'float8');
  // The other way round the Earth may be shorter: 180 less how far the difference is from 180 is the shorter one.
  const far = `abs(l.lat - ${lat}) > ${p.bind(reach.lat, 'float8')} OR abs(abs(l.lng - ${lng}) - 180) < ${p.bind(180 - reach.lng, 'float8')}`;
  const dLat = `power(sin((l.lat - ${lat}) * ${half}), 2)`;
  const dLng = `power(sin((l.lng - ${lng}) * ${half}), 2)`;
  return `CASE WHEN ${far} THEN false ELSE ${dLat} + ${cosine} * cos(l.lat * ${2 * half}) * ${dLng} <= ${most} END`;
}

/** The longitudes of a circle, in the form that an index of performers' events finds. */
export function between(circle: Circle, p: Parameters): string {
  const { west, east } = longitudesOf(circle);
  return `l.lng BETWEEN ${p.bind(west, 'float8')} AND ${p.bind(east, 'float8')}`;
}

/** Whether the events are few enough to look at each: those of a venue, or of a performer of one organizer. */
export function namesVenueOrPerformer({ venueId, performerId }: Partial<ListingQuery>): boolean {
  return venueId !== undefined || performerId !== undefined;
}

/** How performers are found by what their folded names contain; `value` is the condition's parameter. */
export function performersNamed(contains: string): { where: (placeholder: string) => string; value: string } {
  // Fewer than three characters make no trigram: reading the names until enough are found is quicker.
  if ([...contains].length < 3) return { where: (text) => `strpos(name_key, ${text}) > 0`, value: contains };
  return { where: (pattern) => `name_key LIKE ${pattern}`, value: likeContains(contains) };
}

/** Text inside a LIKE pattern, wildcards taken literally. */
function likeContains(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** Collects the parameters of one statement; `bind` answers the placeholder. */
export class Parameters {
  readonly values: unknown[] = [];

  bind(value: unknown, type: string): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }

  /** Instants travel as text: a Date would cut off their microseconds. */
  instant(value: string): string {
    return `${this.bind(value, 'text')}::timestamptz`;
  }
}
