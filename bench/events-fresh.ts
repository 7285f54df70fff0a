import { type Load, type LoadResult, startLoadGenerator } from './support/load.js';
import { openReadingSite } from './support/reading-site.js';
import { median, report } from './support/report.js';

const EVENTS = 250_000;
const PAGES = 1000;
const ROUNDS = 15;
const SECONDS = 1;
const CONNECTIONS = 16;
const COMMAND = 'npm run build && node dist/bench/events-fresh.js';

type Kind = 'api' | 'same' | 'bytes' | 'rows';

/** GET /events of pages at random places, none asked for before, beside what the same page costs otherwise. */
export async function benchEventsFresh(): Promise<void> {
  const site = await openReadingSite({ events: EVENTS });
  const load = startLoadGenerator();
  try {
    const cursors = await site.cursors(PAGES);
    const key = { authorization: `Bearer ${site.keys.server}` };
    const to = (origin: string, path: string, headers: Record<string, string>): Load => ({
      origin,
      paths: cursors.map((cursor) => `${path}?cursor=${cursor}`),
      headers,
      connections: CONNECTIONS,
      seconds: SECONDS,
      expect: 200,
    });
    const loads: Record<Kind, Load> = {
      api: to(site.api, '/v1/events', key),
      same: to(site.bare, '/same', {}),
      bytes: to(site.bare, '/bytes', {}),
      rows: to(site.api, '/v1/bench/rows', key),
    };
    const kinds = Object.keys(loads) as Kind[];
    for (const kind of kinds) await load.run({ ...loads[kind], seconds: 1 });
    const rounds: Record<Kind, LoadResult>[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const results = {} as Record<Kind, LoadResult>;
      for (const kind of kinds) results[kind] = await load.run(loads[kind]);
      rounds.push(results);
    }
    const rate = (kind: Kind) => `${median(rounds.map((results) => results[kind].rate)).toFixed(0)}/s`;
    const ratio = (kind: Kind) => median(rounds.map((results) => results.api.rate / results[kind].rate));
    report(
      'GET /events fresh, of bare Fastify sending the bytes',
      ratio('same'),
      { atLeast: 0.1 },
      `${rate('api')} of ${rate('same')}`,
    );
    report('GET /events fresh, of rows and JSON.stringify', ratio('rows'), { atLeast: 3 }, `rows ${rate('rows')}`);
    report(
      'GET /events fresh, of the query and bytes alone',
      ratio('bytes'),
      { atLeast: 0.95 },
      `bytes ${rate('bytes')}`,
    );
    const spread = (key: 'p50' | 'p99') => median(rounds.map((results) => results.api[key])).toFixed(1);
    const alone = await load.run({ ...loads.api, connections: 1 });
    console.log(
      `GET /events at ${EVENTS} events: p50 ${alone.p50.toFixed(2)} ms, p99 ${alone.p99.toFixed(2)} ms one at a time; ` +
        `p50 ${spread('p50')} ms, p99 ${spread('p99')} ms with ${CONNECTIONS} at once`,
    );
    console.log(`again: ${COMMAND}`);
  } finally {
    await load.close();
    await site.close();
  }
}

if (require.main === module) {
  benchEventsFresh().catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
}
