import { Client } from 'undici';
import type { EventFilters } from '../src/listings/wire.js';
import { startLoadGenerator } from './support/load.js';
import { pathOf, type Question, questionsOf } from './support/questions.js';
import { openReadingSite, type ReadingSite } from './support/reading-site.js';
import { median, report } from './support/report.js';

const EVENTS = 250_000;
const TIMES = 60;
const WARM = 8;
/** Questions of each kind that are asked before, by so many callers at once. */
const ASKED_BEFORE = 400;
const CALLERS = 4;
const SHOWN = 8;
const COMMAND = 'npm run build && node dist/bench/filters.js [--events 2500000]';

type Asked = EventFilters & { cursor?: string };

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
  unfiltered: () => { cursor?: string },
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
 * Brings what is asked for into the memory of Postgres, and its documents into that of the process. Unfiltered pages are asked
 * for again and again, and come from there: beside them, filters would tell of the disk.
 */
async function askBefore(site: ReadingSite, questions: readonly (() => Asked)[]): Promise<void> {
  const load = startLoadGenerator();
  try {
    const paths = questions.flatMap((question) => Array.from({ length: ASKED_BEFORE }, () => pathOf(question())));
    const ask = { origin: site.api, paths, headers: callers(site), connections: CALLERS, expect: 200 };
    await load.run({ ...ask, once: true, seconds: 0 });
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

/** Each filter and pair of filters beside the unfiltered page; with `--events`, larger catalogues beside 250,000 too. */
export async function benchFilters(larger?: number): Promise<void> {
  const results = await measure(EVENTS);
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
  if (larger) compareSizes(results, await measure(larger), larger);
  console.log(`again: ${COMMAND}`);
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

if (require.main === module) {
  const at = process.argv.indexOf('--events');
  benchFilters(at === -1 ? undefined : Number(process.argv[at + 1])).catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
}
