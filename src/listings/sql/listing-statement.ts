import { fragment } from '../../platform/database/fragment.js';
import {
  baseConditions,
  between,
  type Covered,
  filterConditions,
  type ListingQuery,
  namesVenueOrPerformer,
  ORDERS,
  Parameters,
  PREFIX_MARK,
  performersNamed,
  type RareWords,
  saleDays,
} from './listing-query.js';

/** The columns that give the generation of a statement. */
export const GENERATION = '(SELECT generation FROM listing_stamp), pg_postmaster_start_time()';

/**
 * The last stamp given out, UTC in milliseconds. Stamps follow the commits, so a statement sees every change up to it and none
 * after it.
 */
export const LAST_STAMP = fragment`(SELECT to_char(last_stamp AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') FROM listing_stamp)`;

/** More pairs of country and category than this are not looked up one by one. */
const MAX_PAIRS = 200;
/** Each limit is a literal, and there are few: with a parameter as limit the plans change back and forth. */
const LIMITS = [2, 6, 11, 21, 51, 101, 501, 1001, 5001];

/** What separates the documents of a page: a control character, which never stands raw in JSON. */
export const DOCUMENT_SEPARATOR = 0x03;

/** `ORDER BY` for the order of a page. */
function orderBy({ order }: ListingQuery, place: string, id: string): string {
  const direction = ORDERS[order].down ? ' DESC' : '';
  return `ORDER BY ${place}${direction}, ${id}${direction}`;
}

/**
 * One page of the read model as one row: the events, a line each; the generation; the documents, where they are wanted, in
 * the same order; the place in the order of the last row of the page; and, of changes, the last stamp given out. Many
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
  const text = `SELECT string_agg(c.event_id, E'\\n'), ${GENERATION}, ${joined}, ${place}${stamp} FROM (${rows}) c`;
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
  if (query.search?.rare && !query.test && !namesVenueOrPerformer(query)) {
    return { text: rareRows(query, query.search.rare, p, limit), direct: false };
  }
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
    return { text: gathered(query, chosen, p, limit), direct: false };
  }
  const fan = query.test || query.order === 'cheapest' ? null : fanOf(query, p);
  const filters = filterConditions(query, p, { covered: fan?.covers });
  const performed =
    linked && `EXISTS (SELECT FROM listing_performers o WHERE o.event_id = l.event_id AND o.performer_id ${linked})`;
  const conditions = [...(fan?.conditions ?? []), ...base, ...filters, ...(performed ? [performed] : [])];
  if (fan && query.search && query.cells) {
    // Without a limit for each cell, which many cells would reach before the first rows of all are known.
    const inner = `SELECT l.event_id, l.${at} AS place FROM event_listings l WHERE ${conditions.join(' AND ')} OFFSET 0`;
    return { text: gathered(query, ofEach(fan.source, inner), p, limit), direct: false };
  }
  const where = [...conditions, ...wordsMet(query, p, 'l', filters.at(-1))].join(' AND ');
  const order = `${orderBy(query, `l.${at}`, 'l.event_id')} LIMIT ${limit}`;
  const direct = !fan && !skipsRows(query);
  const inner = `SELECT l.event_id, l.${at} AS place${direct ? extra : ''} FROM event_listings l WHERE ${where} ${order}`;
  return fan ? { text: inOrder(query, ofEach(fan.source, inner), limit), direct } : { text: inner, direct };
}

/** Most events of rare words that are opened and sorted. If there are more, the words are frequent, and a walk finds a page sooner. */
const MAX_RARE = 2000;

/** A prefix of more words than this is not expanded. The index finds a word faster than a prefix, and a prefix faster than many words. */
const MAX_EXPANDED = 8;

/** The `tsquery` that finds rare words in the index of words. */
function rareQuery({ expanded, prefix, otherwise }: RareWords, p: Parameters): string {
  const begin = p.bind(prefix, 'text');
  const words = `SELECT word FROM listing_words WHERE word >= ${begin} AND word < ${begin} || U&'\\+10FFFF' LIMIT ${MAX_EXPANDED + 1}`;
  const few = `SELECT string_agg(quote_literal(word), ' | ') FROM (${words}) w HAVING count(*) <= ${MAX_EXPANDED}`;
  return `coalesce(replace(${p.bind(expanded, 'text')}, '${PREFIX_MARK}', (${few})), ${p.bind(otherwise, 'text')})::tsquery`;
}

/** The rows of a search for rare words: the index of words finds their events in no order. */
function rareRows(query: ListingQuery, rare: RareWords, p: Parameters, limit: number): string {
  const hit = [...baseConditions(query, p), ...filterConditions(query, p, { opened: true })].join(' AND ');
  const walk = chosenRows({ ...query, search: query.search && { ...query.search, rare: null } }, p).text;
  // OFFSET keeps the planner from reading all events in their order instead.
  return `WITH found AS MATERIALIZED (
    SELECT l.event_id, l.sort_at AS place, ${hit} AS hit FROM (
      SELECT * FROM event_listings l WHERE l.upcoming AND NOT l.test AND l.words @@ ${rareQuery(rare, p)} OFFSET 0 LIMIT ${MAX_RARE + 1}
    ) l
  ), rare AS MATERIALIZED (SELECT count(*) <= ${MAX_RARE} AS rare FROM found)
  ${inOrder(query, `SELECT event_id, place FROM found WHERE hit AND (SELECT rare FROM rare) UNION ALL SELECT * FROM (${walk}) w WHERE NOT (SELECT rare FROM rare)`, limit)}`;
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

/** The first of the chosen rows whose events have the searched words. Only as many events as the page needs are opened. */
function gathered(query: ListingQuery, chosen: string, p: Parameters, limit: number): string {
  const met = wordsMet(query, p, 'f');
  if (met.length === 0) return inOrder(query, chosen, limit);
  const sorted = `SELECT * FROM (${chosen}) c ${orderBy(query, 'place', 'event_id')}`;
  return `SELECT * FROM (${sorted}) f WHERE ${met.join()} ${orderBy(query, 'f.place', 'f.event_id')} LIMIT ${limit}`;
}

/**
 * Whether an event has the searched words: its bits alone do not say so. OFFSET keeps the planner from finding all such events first.
 *
 * @param after a condition of the row that is compared before its event is opened. Else the planner may choose another order.
 */
function wordsMet({ search }: ListingQuery, p: Parameters, row: string, after = 'true'): string[] {
  if (!search) return [];
  const words = p.bind(search.words, 'text');
  const met = `EXISTS (SELECT FROM event_listings w WHERE w.event_id = ${row}.event_id AND w.words @@ ${words}::tsquery OFFSET 0)`;
  return [`CASE WHEN ${after} THEN ${met} ELSE false END`];
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
  if (query.onSale) {
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
