import { startGoPeer } from './support/go-peer.js';
import { type Load, type LoadResult, startLoadGenerator } from './support/load.js';
import { openReadingSite, type ReadingSite } from './support/reading-site.js';
import { median, report } from './support/report.js';

const EVENTS = 250_000;
/** Pages asked for again and again; with their events they are a third of the catalogue. */
const HOT_PAGES = 4000;
/** Pages of a round that nobody asked for before. */
const COLD_PAGES = 4000;
const ROUNDS = 6;
const CONNECTIONS = 16;
const COMMAND = 'npm run build && node dist/bench/events-fresh.js';

interface Side {
  load: Load;
  /** Run before each of its turns. */
  before?: () => Promise<void>;
}

/** Turns about, so that all meet the same moments of the machine; the rates and times of each round. */
async function inTurns<K extends string>(
  run: (load: Load) => Promise<LoadResult>,
  sides: Record<K, Side>,
  rounds = ROUNDS,
): Promise<Record<K, LoadResult>[]> {
  const names = Object.keys(sides) as K[];
  const results: Record<K, LoadResult>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const result = {} as Record<K, LoadResult>;
    for (const name of names) {
      await sides[name].before?.();
      result[name] = await run(sides[name].load);
    }
    results.push(result);
  }
  return results;
}

type Rounds<K extends string> = Record<K, LoadResult>[];

const ratioOf = <K extends string>(rounds: Rounds<K>, a: K, b: K) =>
  median(rounds.map((round) => round[a].rate / round[b].rate));
const rateOf = <K extends string>(rounds: Rounds<K>, a: K) =>
  `${median(rounds.map((round) => round[a].rate)).toFixed(0)}/s`;

function compare(name: string, rounds: Rounds<'api' | 'go'>, atLeast: number): void {
  report(name, ratioOf(rounds, 'api', 'go'), { atLeast }, `${rateOf(rounds, 'api')} of ${rateOf(rounds, 'go')}`);
}

/** Beside Fastify sending fixed bytes, the same page without key, limit and tag, and rows turned into JSON. */
async function besideOwn(site: ReadingSite, run: (load: Load) => Promise<LoadResult>, api: Load): Promise<void> {
  const cursors = api.paths.map((path) => path.split('?')[1]);
  const bare = (path: string, seconds: number): Side => ({
    load: { ...api, origin: site.bare, headers: {}, paths: cursors.map((query) => `${path}?${query}`), seconds },
  });
  const rows = { ...api, paths: cursors.map((query) => `/v1/bench/rows?${query}`), seconds: 2 };
  const sides = {
    api: { load: { ...api, seconds: 2 } },
    same: bare('/same', 1),
    bytes: bare('/bytes', 2),
    rows: { load: rows },
  };
  await inTurns(run, sides, 1);
  const rounds = await inTurns(run, sides, 3);
  const same = `${rateOf(rounds, 'api')} of ${rateOf(rounds, 'same')}`;
  report(
    'GET /events fresh, of bare Fastify sending the bytes',
    ratioOf(rounds, 'api', 'same'),
    { atLeast: 0.1 },
    same,
  );
  const made = `rows ${rateOf(rounds, 'rows')}`;
  report('GET /events fresh, of rows and JSON.stringify', ratioOf(rounds, 'api', 'rows'), { atLeast: 3 }, made);
  const bytes = `bytes ${rateOf(rounds, 'bytes')}`;
  report('GET /events fresh, of the query and bytes alone', ratioOf(rounds, 'api', 'bytes'), { atLeast: 0.95 }, bytes);
}

/** Beside a hand-written Go service: pages in memory, pages that nobody asked for before, large ones, those of a city. */
async function besideGo(site: ReadingSite, run: (load: Load) => Promise<LoadResult>, api: Load): Promise<void> {
  const go = await startGoPeer(site);
  if (!go) return;
  try {
    const both = (load: Load, before?: () => Promise<void>) => ({
      api: { load, before },
      go: { load: { ...load, origin: go.origin } },
    });
    await assertSame(api, go.origin);
    await inTurns(run, both({ ...api, seconds: 6 }), 1);
    const hot = await inTurns(run, both({ ...api, seconds: 5 }));
    compare('20 a page, in memory, of Go', hot, 1);
    const spread = (side: 'api' | 'go') =>
      `p50 ${median(hot.map((round) => round[side].p50)).toFixed(1)} ms, p99 ${median(hot.map((round) => round[side].p99)).toFixed(1)} ms`;
    console.log(`  ${CONNECTIONS} at once: ${spread('api')}; Go ${spread('go')}`);

    const pages = await site.distinctPages();
    const cold = await inTurns(
      run,
      both({ ...api, paths: pathsOf(pages.slice(0, COLD_PAGES)), once: true }, site.forgetDocuments),
    );
    compare('20 a page, never seen before, of Go', cold, 0.6);

    const everywhere = { ...api, paths: pathsOf(pages), seconds: 5 };
    await inTurns(run, both({ ...everywhere, once: true }), 1);
    compare('20 a page, evenly over the catalogue, of Go', await inTurns(run, both(everywhere), 3), 0.65);

    const hundred = { ...api, paths: api.paths.slice(0, 1000).map((path) => `${path}&limit=100`), seconds: 5 };
    await inTurns(run, both({ ...hundred, seconds: 2 }), 1);
    compare('100 a page, in memory, of Go', await inTurns(run, both(hundred), 3), 1.3);

    const city = await site.largestCity();
    const inCity = { ...api, paths: pathsOf(await site.cursors(1000, city)), seconds: 5 };
    await inTurns(run, both({ ...inCity, seconds: 2 }), 1);
    compare(`a city (${city}), in memory, of Go`, await inTurns(run, both(inCity), 3), 1);
  } finally {
    await go.close();
  }
}

/** @throws {Error} when both do not send the same bytes. */
async function assertSame({ origin, paths, headers }: Load, go: string): Promise<void> {
  const page = async (of: string) => (await fetch(`${of}${paths[0]}`, { headers })).text();
  const [own = '', other = ''] = await Promise.all([page(origin), page(go)]);
  const differ = [...own].findIndex((letter, at) => letter !== other[at]);
  if (own === other) return;
  const both = [own, other].map((text) => text.slice(Math.max(0, differ - 60), differ + 60));
  throw new Error(`the Go service does not send the same page: ${both.join('\n instead of ')}`);
}

const pathsOf = (cursors: readonly string[]) => cursors.map((cursor) => `/v1/events?cursor=${cursor}`);

/** GET /events of pages at random places, beside what the same page costs otherwise. */
export async function benchEventsFresh(): Promise<void> {
  const site = await openReadingSite({ events: EVENTS });
  const generator = startLoadGenerator();
  try {
    const api: Load = {
      origin: site.api,
      paths: pathsOf(await site.cursors(HOT_PAGES)),
      headers: { authorization: `Bearer ${site.keys.server}` },
      connections: CONNECTIONS,
      seconds: 5,
      expect: 200,
    };
    const run = (load: Load) => generator.run(load);
    await besideGo(site, run, api);
    await besideOwn(site, run, api);
    const alone = await run({ ...api, connections: 1 });
    console.log(
      `GET /events at ${EVENTS} events, one at a time: p50 ${alone.p50.toFixed(2)} ms, p99 ${alone.p99.toFixed(2)} ms`,
    );
    console.log(`again: ${COMMAND}`);
  } finally {
    await generator.close();
    await site.close();
  }
}

if (require.main === module) {
  benchEventsFresh().catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
}
