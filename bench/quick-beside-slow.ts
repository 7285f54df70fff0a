import { type Load, type LoadResult, startLoadGenerator } from './support/load.js';
import { questionsOf } from './support/questions.js';
import { openReadingSite } from './support/reading-site.js';
import { median, report } from './support/report.js';

const EVENTS = 250_000;
const ROUNDS = 8;
const SECONDS = 3;
const QUICK_CONNECTIONS = 1;
/** One of each: more would fill the cores, and wait for those instead of each other. */
const SLOW_CONNECTIONS = 1;
const SLOW = ['radius 500', 'artist', 'artist + radius 500', 'from + radius 500'];
const QUESTIONS = 200;
const COMMAND = 'npm run build && node dist/bench/quick-beside-slow.js';

/** Pages of one index while others ask for wide circles and performers, which take many times as long. */
export async function benchQuickBesideSlow(): Promise<void> {
  const site = await openReadingSite({ events: EVENTS });
  const [quickly, slowly] = [startLoadGenerator(), startLoadGenerator()];
  try {
    const shared = {
      origin: site.api,
      headers: { authorization: `Bearer ${site.keys.server}` },
      seconds: SECONDS,
      expect: 200,
    };
    const cursors = await site.cursors(1000);
    const paths = cursors.map((cursor) => `/v1/events?cursor=${cursor}`);
    const quick: Load = { ...shared, paths, connections: QUICK_CONNECTIONS };
    const questions = (await questionsOf(site.ctx.sql)).filter(([name]) => SLOW.includes(name));
    const slow: Load = {
      ...shared,
      connections: SLOW_CONNECTIONS,
      paths: questions.flatMap(([, question]) =>
        Array.from({ length: QUESTIONS }, () => {
          const filters = Object.entries(question()).map(([name, value]) => [name, String(value)] as [string, string]);
          return `/v1/events?${new URLSearchParams(filters)}`;
        }),
      ),
    };
    await Promise.all([quickly.run({ ...quick, seconds: 5 }), slowly.run({ ...slow, seconds: 5 })]);
    const rounds: { alone: LoadResult; beside: LoadResult; slow: LoadResult }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const alone = await quickly.run(quick);
      const [beside, meanwhile] = await Promise.all([quickly.run(quick), slowly.run(slow)]);
      rounds.push({ alone, beside, slow: meanwhile });
    }
    const of = (side: 'alone' | 'beside' | 'slow', time: 'p50' | 'p99') =>
      `${median(rounds.map((round) => round[side][time])).toFixed(2)} ms`;
    report(
      'p99 of quick pages beside slow ones, of alone',
      median(rounds.map(({ alone, beside }) => beside.p99 / alone.p99)),
      { atMost: 1.3 },
      `p50 ${of('beside', 'p50')} of ${of('alone', 'p50')}, p99 ${of('beside', 'p99')} of ${of('alone', 'p99')}; ` +
        `the slow ones p50 ${of('slow', 'p50')}, p99 ${of('slow', 'p99')}`,
    );
    console.log(`again: ${COMMAND}`);
  } finally {
    await Promise.all([quickly.close(), slowly.close()]);
    await site.close();
  }
}

if (require.main === module) {
  benchQuickBesideSlow().catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
}
