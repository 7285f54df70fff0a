import { type Circle, EARTH_RADIUS_KM, longitudesOf, reachOf } from '../rules/geo.js';
import { GENERATION, LAST_STAMP } from './listing-changes.js';
import type { ListingQuery, SearchTerms } from './listing-query.js';
import { filterWords, searchedSql } from './search-query.js';

/** More pairs of country and category than this are not looked up one by one. */
const MAX_PAIRS = 200;
/** Each limit is a literal, and there are few: with a parameter as limit the plans change back and forth. */
const LIMITS = [2, 6, 11, 21, 51, 101, 501, 1001, 5001];

/** What separates the documents of a page: a control character, which never stands raw in JSON. */
export const DOCUMENT_SEPARATOR = 0x03;

/** The column of each order, its type, and whether pages go down along it. Rows of the same value follow by their ids, in the same direction. */
const ORDERS = {
  soonest: { at: 'sort_at', type: 'timestamptz', down: false },
  latest: { at: 'sort_at', type: 'timestamptz', down: true },
  cheapest: { at: 'price', type: 'float8', down: false },
  changed: { at: 'updated_at', type: 'timestamptz', down: false },
} as const;

/** `ORDER BY` for the order of a page. */
function orderBy({ order }: ListingQuery, place: string, id: string): string {
  const direction = ORDERS[order].down ? ' DESC' : '';
  return `ORDER BY ${place}${direction}, ${id}${direction}`;
}

/**
 * One page of the read model as one row: the events, a line each; the place in the order of the last row of the page; the generation; the
 * documents, where they are wanted, in the same order; and, of changes, the last stamp given out. Many
 * small values would take longer to send and to read.
 *
 * The statement is chosen so that the walk goes along an index in the order of the page and ends with it:
 * - equality on country, category and city leads, as one index has them;
 * - several values (countries and categories of an agreement, cells of a circle) fan out, each giving at most a page, and
 *   the pages are merged; the events of a few performers are gathered and sorted;
 * - what remains (days, reward, distance) is read in the index, and documents are fetched for the page alone.
 *
 * @param query.limit one more than the page has.
 * @param documents else the events alone, which the index holds.
 */
export function listingStatement(query: ListingQuery, documents: boolean): { text: string; params: unknown[] } {
  const p = new Parameters();
  const rows = documents ? rowsWithDocuments(query, p) : chosenRows(query, p).text;
  const place = `(array_agg(c.place))[${p.bind(query.limit - 1, 'int')}]`;
  const joined = documents ? `string_agg(c.doc, E'\\x03')` : 'NULL';
  const stamp = query.order === 'changed' ? `, ${LAST_STAMP}` : '';
  const text = `SELECT string_agg(c.event_id, E'\\n'), ${place}, ${GENERATION}, ${joined}${stamp} FROM (${rows}) c`;
  return { text, params: p.values };
}

function rowsWithDocuments(query: ListingQuery, p: Parameters): string {
  const { text, direct } = chosenRows(query, p, ', l.doc');
  if (direct) return text;
  return `SELECT o.event_id, o.place, d.doc FROM (${text}) o JOIN event_listings d USING (event_id) ${orderBy(query, 'o.place', 'o.event_id')}`;
}

/**
 * The rows of the page in their order.
 *
 * @param extra columns of the listings, given only where the rows come straight from them: `direct`.
 */
function chosenRows(query: ListingQuery, p: Parameters, extra = ''): { text: string; direct: boolean } {
  const limit = LIMITS.find((most) => most >= query.limit) ?? query.limit;
  if (query.search && !namesVenueOrPerformer(query))
    return { text: searchRows(query, query.search, p, limit), direct: false };
  const { at } = ORDERS[query.order];
  const base = baseConditions(query, p);
  const linked = linkedPerformers(query, p);
  // Links do not repeat the price.
  if (linked !== undefined && query.order !== 'cheapest') {
    const where = [
      `l.performer_id ${linked}`,
      ...base,
      ...query.circles.map((circle) => between(circle, p)),
      ...filterConditions(query, p, { linked: true }),
    ].join(' AND ');
    // One performer has each event once: its index is walked in order.
    const distinct = query.performerId === undefined ? 'DISTINCT ' : '';
    const chosen = `SELECT ${distinct}l.event_id, l.${at} AS place FROM listing_performers l WHERE ${where}`;
    return { text: inOrder(query, chosen, limit), direct: false };
  }
  const fan = query.test || query.order === 'cheapest' ? null : fanOf(query, p);
  const rest = [...base, ...filterConditions(query, p, { covered: fan?.covers })].join(' AND ');
  const performed =
    linked && `EXISTS (SELECT FROM listing_performers o WHERE o.event_id = l.event_id AND o.performer_id ${linked})`;
  const where = [...(fan?.conditions ?? []), rest, ...(performed ? [performed] : [])].join(' AND ');
  const order = `${orderBy(query, `l.${at}`, 'l.event_id')} LIMIT ${limit}`;
  const direct = !fan && !skipsRows(query);
  const inner = `SELECT l.event_id, l.${at} AS place${direct ? extra : ''} FROM event_listings l WHERE ${where} ${order}`;
  return fan ? { text: inOrder(query, ofEach(fan.source, inner), limit), direct } : { text: inner, direct };
}

/** Rows that a search walks before it looks into the index of words: enough for words that a tenth of the events have. */
const WALKED = 200;

/**
 * Where a search looks in the index of words, after the walk's last event: a bucket of two days, two of 32 days, and the rest. Numbers
 * of buckets follow `bucket_of`; `start` keeps a window from giving events of the windows before it. More windows would cost
 * more than they save: the index reads the rarest words of a search whole each time.
 */
const WINDOWS = `(VALUES
  (1, '~' || e.bucket, '-infinity'::timestamptz),
  (2, '^' || e.month, to_timestamp((e.bucket + 1) * 172800.0)),
  (3, '^' || e.month + 1, to_timestamp((e.bucket + 1) * 172800.0)),
  (4, NULL, to_timestamp((e.month + 2) * 16 * 172800.0)))`;

/**
 * The rows of a search. Frequent words are found by a walk through the first events in the order of the page. Else the index of words
 * finds them, window by window: its rows have no order, so all rows of a window are opened. The rarer the words, the
 * larger the window that fills the page.
 */
function searchRows(query: ListingQuery, search: SearchTerms, p: Parameters, limit: number): string {
  const searched = searchedSql(search, (value) => p.bind(value, 'text'));
  const base = baseConditions(query, p).join(' AND ');
  const rest = filterConditions(query, p, {});
  const hit = ['l.words @@ ANY (ARRAY(SELECT words FROM searched))', ...rest].join(' AND ');
  const order = 'ORDER BY l.sort_at, l.event_id';
  const all = `WITH searched AS MATERIALIZED (${searched})`;
  // Samples are few.
  if (query.test) {
    return `${all} SELECT l.event_id, l.sort_at AS place FROM event_listings l WHERE ${base} AND ${hit} ${order} LIMIT ${limit}`;
  }
  const equal = [
    ...(query.cityKey === undefined ? [] : [oneOf('l.city_key', [query.cityKey], p)]),
    ...(query.countries?.length === 1 ? [oneOf('l.country', query.countries, p)] : []),
    ...(query.categories?.length === 1 ? [oneOf('l.category', query.categories, p)] : []),
  ];
  // Whatever a condition may name.
  const columns =
    'event_id, sort_at, updated_at, test, upcoming, date, on_sale, country, city_key, category, earns, lat, lng, artists, words';
  const walked = `SELECT ${columns} FROM event_listings l WHERE ${[base, ...equal].join(' AND ')} ${order} LIMIT ${WALKED}`;
  const filters = filterWords(query);
  const words = filters.length > 0 ? `s.words && ${p.bind(filters.join(' & '), 'text')}::tsquery` : 's.words';
  // OFFSET keeps the planner from walking through all events in their order instead.
  return `${all}, walk AS MATERIALIZED (
    SELECT l.event_id, l.sort_at AS place, ${hit} AS hit FROM (${walked}) l
  ), walk_end AS MATERIALIZED (
    SELECT place, event_id, bucket_of(place) AS bucket, floor(bucket_of(place) / 16.0)::int AS month FROM (SELECT place, event_id FROM walk ORDER BY place DESC, event_id DESC LIMIT 1) last
    WHERE (SELECT count(*) = ${WALKED} AND count(*) FILTER (WHERE hit) < ${limit} FROM walk)
  ), found AS MATERIALIZED (
    SELECT r.event_id, r.place FROM walk_end e CROSS JOIN LATERAL ${WINDOWS} AS w (number, bucket, start) CROSS JOIN LATERAL (
      SELECT DISTINCT l.sort_at AS place, l.event_id FROM searched s CROSS JOIN LATERAL (
        SELECT ${columns} FROM event_listings l WHERE l.upcoming AND NOT l.test
          AND l.words @@ (CASE WHEN w.bucket IS NULL THEN ${words} ELSE ${words} && w.bucket::tsquery END) OFFSET 0
      ) l WHERE ${[base, ...rest].join(' AND ')} AND (l.sort_at, l.event_id) > (e.place, e.event_id) AND l.sort_at >= w.start
      ORDER BY place, event_id LIMIT ${limit}
    ) r LIMIT ${limit}
  ) ${inOrder(query, 'SELECT event_id, place FROM walk WHERE hit UNION ALL SELECT * FROM found', limit)}`;
}

/** The condition for the performers whose links are read in place of the listings; undefined: the listings are read. */
function linkedPerformers({ performerId, artist }: ListingQuery, p: Parameters): string | undefined {
  if (performerId !== undefined)
    return `= (SELECT id FROM performers WHERE public_id = ${p.bind(performerId, 'text')})`;
  if (artist === undefined || 'contains' in artist) return undefined;
  if ('performers' in artist) return `= ANY (${p.bind(artist.performers, 'bigint[]')})`;
  const { where, value } = performersNamed(artist.named);
  return `= ANY (ARRAY(SELECT id FROM performers WHERE ${where(p.bind(value, 'text'))}))`;
}

/** The rows that a lookup finds for each row of `source`. */
function ofEach(source: string, lookup: string): string {
  return `SELECT r.event_id, r.place FROM ${source} CROSS JOIN LATERAL (${lookup}) r`;
}

function inOrder(query: ListingQuery, chosen: string, limit: number): string {
  return `SELECT * FROM (${chosen}) f ${orderBy(query, 'f.place', 'f.event_id')} LIMIT ${limit}`;
}

/** Samples or not, upcoming or changed, and where the page begins and ends. */
function baseConditions(query: ListingQuery, p: Parameters): string[] {
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

type Covered = 'country' | 'category' | 'sale';

/**
 * @param linked `l` is a link of the performer.
 * @param covered the fan has these conditions.
 */
function filterConditions(
  query: ListingQuery,
  p: Parameters,
  { linked = false, covered = new Set() }: { linked?: boolean; covered?: ReadonlySet<Covered> },
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
  if (query.search && namesVenueOrPerformer(query)) {
    const searched = searchedSql(query.search, (value) => p.bind(value, 'text'));
    const meets = (of: string) => `${of}.words @@ ANY (ARRAY(SELECT words FROM (${searched}) searched))`;
    conditions.push(
      linked ? `EXISTS (SELECT FROM event_listings e WHERE e.event_id = l.event_id AND ${meets('e')})` : meets('l'),
    );
  }
  if (query.artist && 'contains' in query.artist) {
    const pattern = p.bind(likeContains(query.artist.contains), 'text');
    const lookup = performedBy(pattern);
    // Links have no names. Names too long for an index are looked up.
    conditions.push(linked ? lookup : `(l.artists LIKE ${pattern} OR (l.artists IS NULL AND ${lookup}))`);
  }
  return conditions;
}

function saleDays(days: readonly string[], p: Parameters): string {
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
function between(circle: Circle, p: Parameters): string {
  const { west, east } = longitudesOf(circle);
  return `l.lng BETWEEN ${p.bind(west, 'float8')} AND ${p.bind(east, 'float8')}`;
}

interface Fan {
  /** The outer rows, with one lookup for each. */
  source: string;
  conditions: string[];
  covers: ReadonlySet<Covered>;
}

function fanOf(query: ListingQuery, p: Parameters): Fan | null {
  // A city or venue has fewer events than a circle has corners or a month has starts of sales; its index leads.
  if (query.cityKey !== undefined || query.venueId !== undefined) return null;
  if (query.onSale && !query.search) {
    const source = `unnest(${saleDays(query.onSale, p)}) AS fan (day)`;
    return { source, conditions: ['l.on_sale = fan.day'], covers: new Set(['sale']) };
  }
  if (query.cells) {
    // As text: the client takes longer to write an array of a hundred numbers than Postgres to look into them all.
    const cells = `${p.bind(`{${query.cells.join(',')}}`, 'text')}::int[]`;
    return { source: `unnest(${cells}) AS fan (cell)`, conditions: ['l.cell = fan.cell'], covers: new Set() };
  }
  return agreementFan(query, p);
}

/** Several countries, categories, or pairs of both. */
function agreementFan({ countries, categories }: ListingQuery, p: Parameters): Fan | null {
  const [some, kinds] = [countries ?? [], categories ?? []];
  if (some.length > 1 && kinds.length > 1) {
    if (some.length * kinds.length > MAX_PAIRS) return null;
    const pairs = some.flatMap((country) => kinds.map((category) => ({ country, category })));
    const column = (of: 'country' | 'category') =>
      p.bind(
        pairs.map((pair) => pair[of]),
        'text[]',
      );
    return {
      source: `unnest(${column('country')}, ${column('category')}) AS fan (country, category)`,
      conditions: ['l.country = fan.country', 'l.category = fan.category'],
      covers: new Set(['country', 'category']),
    };
  }
  const [column, values] = some.length > 1 ? (['country', some] as const) : (['category', kinds] as const);
  if (values.length < 2 || values.length > MAX_PAIRS) return null;
  const source = `unnest(${p.bind(values, 'text[]')}) AS fan (value)`;
  return { source, conditions: [`l.${column} = fan.value`], covers: new Set([column]) };
}

/**
 * Whether conditions remain on further columns of an index, so that rows are skipped without being opened. If the index
 * lacks some of them, the rows are opened, which costs a second look at the chosen rows.
 */
export function skipsRows(query: ListingQuery): boolean {
  if (query.test) return false;
  const { cityKey, venueId, countries, categories } = query;
  const besideCity = cityKey !== undefined && countries !== null;
  const besideVenue = venueId !== undefined && Boolean(cityKey !== undefined || countries || categories);
  return Boolean(
    query.from ||
      query.to ||
      query.paying ||
      query.minimumEarnings !== undefined ||
      query.artist ||
      query.performerId !== undefined ||
      query.search ||
      besideCity ||
      besideVenue ||
      query.order === 'cheapest' ||
      query.circles.length > 0,
  );
}

/** Whether the events are few enough to look at each: those of a venue, or of a performer of one organizer. */
export function namesVenueOrPerformer({
  venueId,
  performerId,
}: Pick<ListingQuery, 'venueId' | 'performerId'>): boolean {
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
class Parameters {
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
