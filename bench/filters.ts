import { Client } from 'undici';
import type { EventFilters } from '../src/listings/wire.js';
import type { Sql } from '../src/platform/database/database.js';
import { type Load, type LoadResult, startLoadGenerator } from './support/load.js';
import { startCpuMeter } from './support/process-usage.js';
import { openReadingSite, type ReadingSite } from './support/reading-site.js';
import { median, report } from './support/report.js';
import { runBench } from './support/run.js';

const EVENTS = 250_000;
const TIMES = 60;
const WARM = 8;
/** How many questions of each kind are asked before, and by how many callers at once. */
const ASKED_BEFORE = 400;
const CALLERS = 4;
const SHOWN = 8;
/** Filters whose pages take many times as long as a page of one index. */
const SLOW = ['radius 500', 'artist', 'artist + radius 500', 'from + radius 500'];

interface Found {
  city: string;
  country: string;
  category: string;
  date: string;
  lat: number;
  lng: number;
  earns: number | null;
  currency: string | null;
  updatedAt: Date;
  venueId: string;
  performer: string | null;
  performerId: string | null;
  name: string;
}

/** Filters that a random event meets; a new event each time. */
type Question = () => Asked;

const FILTERS: Record<string, (event: Found) => EventFilters> = {
  city: ({ city }) => ({ city }),
  country: ({ country }) => ({ country }),
  category: ({ category }) => ({ category }),
  from: ({ date }) => ({ from: date }),
  to: ({ date }) => ({ to: date }),
  changed_since: ({ updatedAt }) => ({ changed_since: new Date(updatedAt.getTime() - 1).toISOString() }),
  commissioned: () => ({ commissioned: true }),
  minimum_earnings: ({ earns }) => ({ minimum_earnings: earns ?? 1 }),
  near: ({ city, country }) => ({ near: `${city},${country}` }),
  artist: ({ performer }) => ({ artist: performer?.split(' ')[0] ?? 'band' }),
  q: ({ name }) => ({ q: name.split(' ').at(-1)?.slice(0, 5) ?? 'live' }),
  'q, two words': ({ name, city }) => ({ q: `${name.split(' ')[0]} ${city.slice(0, 4)}` }),
  'q, a whole name': ({ name }) => ({ q: name }),
  'q, a rare word': ({ city }) => ({ q: city }),
  'q, one letter': ({ name }) => ({ q: name.slice(0, 1) }),
  'q, two letters': ({ name }) => ({ q: name.split(' ').at(-1)?.slice(0, 2) ?? 'li' }),
  'q, two fifths have it': () => ({ q: 'the' }),
  'q, nothing has it': () => ({ q: 'zzzz' }),
  venue_id: ({ venueId }) => ({ venue_id: venueId }),
  performer_id: ({ performerId }) => ({ performer_id: performerId ?? 'none' }),
  'sort -starts_at': () => ({ sort: '-starts_at' }),
  'sort price, city': ({ city, currency }) => ({ sort: 'price', city, currency: currency ?? 'EUR' }),
  'sort price, country and category': ({ country, category, currency }) => ({
    ...{ sort: 'price', country, category, currency: currency ?? 'EUR' },
  }),
  'radius 50': ({ lat, lng }) => ({ lat, lng, radius: 50 }),
  'radius 500': ({ lat, lng }) => ({ lat, lng, radius: 500 }),
};

/** Pairs with the same filter twice, pairs that are refused, and pairs with an order. */
const EXCLUDED = /^radius \d+ \+ radius|^q.* \+ q|^changed_since \+ q|^sort.* \+|\+ sort/;

type Asked = EventFilters & { cursor?: string; limit?: number; ids?: string; locale?: string };

/** Milliseconds of GET /events over HTTP, one call at a time. */
async function time(client: Client, site: ReadingSite, filters: Asked): Promise<number> {
  const path = pathOf(filters);
  const from = performance.now();
  const answer = await client.request({ method: 'GET', path, headers: callers(site) });
  const text = answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}: ${await text}`);
  await text;
  return performance.now() - from;
}

function callers(site: ReadingSite): Record<string, string> {
  return { authorization: `Bearer ${site.keys.server}` };
}

/** Unfiltered pages, at random places of the list, between the others, so that both meet the same moments of the machine. */
async function compare(
  client: Client,
  site: ReadingSite,
  unfiltered: () => Asked,
  question: Question,
): Promise<{ plain: number; filtered: number }> {
  const plain: number[] = [];
  const filtered: number[] = [];
  for (let i = 0; i < WARM + TIMES; i += 1) {
    const [a, b] = [await time(client, site, unfiltered()), await time(client, site, question())];
    if (i < WARM) continue;
    plain.push(a);
    filtered.push(b);
  }
  return { plain: median(plain), filtered: median(filtered) };
}

/**
 * Brings the rows of the questions into the memory of Postgres, and their documents into the process. Unfiltered pages
 * are read again and again, and come from memory: without this, filters would measure the disk.
 */
async function askBefore(site: ReadingSite, questions: readonly (() => Asked)[]): Promise<void> {
  const load = await startLoadGenerator();
  try {
    const paths = questions.flatMap((question) => Array.from({ length: ASKED_BEFORE }, () => pathOf(question())));
    // A document is kept the second time it is read.
    const ask = {
      origin: site.api,
      paths: [...paths, ...paths],
      headers: callers(site),
      connections: CALLERS,
      expect: 200,
    };
    await load.ask({ ...ask, once: true, seconds: 0 });
  } finally {
    await load.close();
  }
}

async function measure(events: number): Promise<Map<string, { plain: number; filtered: number }>> {
  const site = await openReadingSite({ events });
  const client = new Client(site.api);
  try {
    const results = new Map<string, { plain: number; filtered: number }>();
    const cursors = await site.cursors(1000);
    const plain = () => ({ cursor: cursors[Math.floor(Math.random() * cursors.length)] });
    const questions = await questionsOf(site.ctx.sql);
    await askBefore(site, [plain, ...questions.map(([, question]) => question)]);
    for (const [name, question] of questions) {
      results.set(name, await compare(client, site, plain, question));
    }
    return results;
  } finally {
    await client.close();
    await site.close();
  }
}

/** Each filter and pair of filters compared with the unfiltered page; with `larger`, also with a catalogue of that size. */
async function filters(events = EVENTS, larger = 0): Promise<void> {
  const results = await measure(events);
  const ratios = [...results].map(([name, { plain, filtered }]) => ({
    name,
    ratio: filtered / plain,
    filtered,
    plain,
  }));
  ratios.sort((a, b) => b.ratio - a.ratio);
  const unfiltered = median(ratios.map(({ plain }) => plain));
  console.log(`unfiltered page: ${unfiltered.toFixed(2)} ms; the dearest ${SHOWN} of ${ratios.length} questions:`);
  for (const { name, ratio, filtered } of ratios.slice(0, SHOWN)) {
    report(`  ${name}`, ratio, { atMost: 3 }, `${filtered.toFixed(2)} ms`);
  }
  const misses = ratios.filter(({ ratio }) => ratio > 3).length;
  report(
    'filters, the dearest of all, of the unfiltered page',
    ratios[0]?.ratio ?? Number.NaN,
    { atMost: 3 },
    `${misses} missed`,
  );
  if (larger > 0) compareSizes(results, await measure(larger), larger);
}

/** 100 events by their ids, anywhere in the catalogue, compared with pages of 100 events that follow each other. */
async function ids(events = EVENTS): Promise<void> {
  await compareOne(events, '100 events by their ids, of a page of 100', 2, async (site) => {
    const rows = await site.ctx.sql<{ id: string }[]>`
      SELECT event_id AS id FROM event_listings WHERE NOT test ORDER BY md5(event_id) LIMIT 20000`;
    const cursors = await site.cursors(200);
    const page = () => ({ cursor: pick(cursors), limit: 100 });
    return [page, () => ({ ids: Array.from({ length: 100 }, () => pick(rows).id).join(',') })];
  });
}

/** Pages in German, whose documents are decoded and written again, compared with the stored ones. */
async function locale(events = EVENTS): Promise<void> {
  for (const limit of [20, 100]) {
    await compareOne(events, `${limit} events in German, of ${limit} in English`, 2, async (site) => {
      const cursors = await site.cursors(200);
      const page = () => ({ cursor: pick(cursors), limit });
      return [page, () => ({ ...page(), locale: 'de' })];
    });
  }
}

const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)] as T;

/** One kind of question compared with plain pages. */
async function compareOne(
  events: number,
  name: string,
  atMost: number,
  questions: (site: ReadingSite) => Promise<[plain: Question, other: Question]>,
): Promise<void> {
  const site = await openReadingSite({ events });
  const client = new Client(site.api);
  try {
    const [page, other] = await questions(site);
    await askBefore(site, [page, other]);
    const { plain, filtered } = await compare(client, site, page, other);
    report(name, filtered / plain, { atMost }, `${filtered.toFixed(2)} of ${plain.toFixed(2)} ms`);
  } finally {
    await client.close();
    await site.close();
  }
}

type Results = Awaited<ReturnType<typeof measure>>;

function compareSizes(small: Results, large: Results, events: number): void {
  const growth = [...large].map(([name, { filtered }]) => ({
    name,
    ratio: filtered / (small.get(name)?.filtered ?? Number.NaN),
  }));
  const unfiltered =
    median([...large.values()].map(({ plain }) => plain)) / median([...small.values()].map(({ plain }) => plain));
  report(`${events} events, unfiltered, of ${EVENTS}`, unfiltered, { atMost: 1.5 });
  const wide = growth.filter(({ name }) => name.includes('radius 500'));
  const rest = growth.filter(({ name }) => !name.includes('radius 500'));
  report(`${events} events, median of the filters, of ${EVENTS}`, median(rest.map(({ ratio }) => ratio)), {
    atMost: 1.5,
  });
  for (const { name, ratio } of rest.sort((a, b) => b.ratio - a.ratio).slice(0, SHOWN))
    report(`  ${name}`, ratio, { atMost: 1.5 });
  report(`${events} events, radius 500, of ${EVENTS}`, Math.max(...wide.map(({ ratio }) => ratio)), { atMost: 4 });
}

/** Pages of one index while others ask for wide circles and performers, which take many times as long. */
async function besideSlow(events = EVENTS): Promise<void> {
  const site = await openReadingSite({ events });
  const [quickly, slowly] = [await startLoadGenerator(), await startLoadGenerator()];
  try {
    const shared = { origin: site.api, headers: callers(site), connections: 1, seconds: 3, expect: 200 };
    const questions = (await questionsOf(site.ctx.sql)).filter(([name]) => SLOW.includes(name));
    const slowPaths = questions.flatMap(([, question]) => Array.from({ length: 200 }, () => pathOf(question())));
    const quick: Load = { ...shared, paths: (await site.cursors(1000)).map((cursor) => pathOf({ cursor })) };
    const slow: Load = { ...shared, paths: slowPaths };
    await Promise.all([quickly.ask({ ...quick, seconds: 5 }), slowly.ask({ ...slow, seconds: 5 })]);
    const turn = async (other?: Load) => {
      const used = startCpuMeter([site.apiPid, slowly.pid, ...(await site.backends())]);
      const [result] = await Promise.all([quickly.ask(quick), other && slowly.ask(other)]);
      return { ...result, cores: used() / quick.seconds };
    };
    type Beside = 'nothing' | 'slow' | 'quick';
    const rounds: Record<Beside, LoadResult & { cores: number }>[] = [];
    for (let round = 0; round < 8; round += 1) {
      rounds.push({ nothing: await turn(), slow: await turn(slow), quick: await turn(quick) });
    }
    const of = (beside: Beside) => median(rounds.map((round) => round.slow.p99 / round[beside].p99));
    const times = (beside: Beside) => {
      const [p50, p99, cores] = (['p50', 'p99', 'cores'] as const).map((what) =>
        median(rounds.map((round) => round[beside][what])).toFixed(2),
      );
      return `p50 ${p50} ms, p99 ${p99} ms, ${cores} cores busy`;
    };
    const detail = `${times('slow')}; alone ${times('nothing')}`;
    report('p99 of quick pages beside slow ones, of alone', of('nothing'), { atMost: 1.3 }, detail);
    // Who calls the same process waits for it, whatever the others ask for.
    report('… of beside one more caller of quick ones', of('quick'), { atMost: 1.3 }, times('quick'));
  } finally {
    await Promise.all([quickly.close(), slowly.close()]);
    await site.close();
  }
}

/** The path of `GET /events` with these filters. */
function pathOf(filters: Asked): string {
  const query = Object.entries(filters).map(([name, value]): [string, string] => [name, String(value)]);
  return `/v1/events?${new URLSearchParams(query)}`;
}

/** Each filter and pair of filters, asked with the values of random events, so that frequent values come most often. */
async function questionsOf(sql: Sql): Promise<[string, Question][]> {
  const events = await sql<Found[]>`
    SELECT l.city, l.country, l.category, l.date, l.lat, l.lng, l.earns, l.currency, l.updated_at, l.venue_id,
      p.name_key AS performer, p.public_id AS performer_id, translate(doc, chr(1) || chr(2), '')::jsonb ->> 'name' AS name
    FROM event_listings l TABLESAMPLE SYSTEM (5) REPEATABLE (1)
    LEFT JOIN LATERAL (
      SELECT p.name_key, p.public_id FROM listing_performers lp JOIN performers p ON p.id = lp.performer_id
      WHERE lp.event_id = l.event_id LIMIT 1) p ON true
    WHERE upcoming AND NOT test AND city IS NOT NULL AND country IS NOT NULL AND category IS NOT NULL AND lat IS NOT NULL
    ORDER BY md5(l.event_id) LIMIT 1000`;
  const about =
    (...filters: ((event: Found) => EventFilters)[]): Question =>
    () => {
      const event = events[Math.floor(Math.random() * events.length)] as Found;
      return Object.assign({}, ...filters.map((filter) => filter(event)));
    };
  const named = Object.entries(FILTERS);
  const single = named.map(([name, filter]): [string, Question] => [name, about(filter)]);
  const pairs = named.flatMap(([a, first], i) =>
    named.slice(i + 1).map(([b, second]): [string, Question] => [`${a} + ${b}`, about(first, second)]),
  );
  return [...single, ...pairs.filter(([name]) => !EXCLUDED.test(name))];
}

runBench(module, { filters, ids, locale, slow: besideSlow });
