import { type Load, type LoadGenerator, type LoadResult, startLoadGenerator } from './support/load.js';
import { startCpuMeter } from './support/process-usage.js';
import { type ProcessorLoad, startProcessorLoad } from './support/processor-load.js';
import { pathOf, questionsOf } from './support/questions.js';
import { openReadingSite, type ReadingSite } from './support/reading-site.js';
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

/** What a side's turn gave, and the cores that everything but the quick pages' load generator kept busy. */
interface Turn {
  quick: LoadResult;
  cores: number;
}

interface Round {
  alone: Turn;
  beside: Turn;
  /** Beside one more caller of quick pages: whoever calls the same process waits for it. */
  more: Turn;
  /** Beside work that takes as much of the processors and holds nothing. */
  work: Turn;
  slow: LoadResult;
}

interface Sides {
  site: ReadingSite;
  quickly: LoadGenerator;
  slowly: LoadGenerator;
  worker: ProcessorLoad;
}

/** Pages of one index while others ask for wide circles and performers, which take many times as long. */
export async function benchQuickBesideSlow(): Promise<void> {
  const site = await openReadingSite({ events: EVENTS });
  const [quickly, slowly, worker] = [startLoadGenerator(), startLoadGenerator(), startProcessorLoad()];
  try {
    const { quick, slow } = await loads(site);
    await Promise.all([quickly.run({ ...quick, seconds: 5 }), slowly.run({ ...slow, seconds: 5 })]);
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push(await oneRound({ site, quickly, slowly, worker }, quick, slow));
    }
    tell(rounds);
    console.log(`again: ${COMMAND}`);
  } finally {
    await Promise.all([quickly.close(), slowly.close(), worker.close()]);
    await site.close();
  }
}

async function loads(site: ReadingSite): Promise<{ quick: Load; slow: Load }> {
  const shared = {
    origin: site.api,
    headers: { authorization: `Bearer ${site.keys.server}` },
    seconds: SECONDS,
    expect: 200,
  };
  const cursors = await site.cursors(1000);
  const questions = (await questionsOf(site.ctx.sql)).filter(([name]) => SLOW.includes(name));
  const slow = questions.flatMap(([, question]) => Array.from({ length: QUESTIONS }, () => pathOf(question())));
  const quick = cursors.map((cursor) => pathOf({ cursor }));
  return {
    quick: { ...shared, paths: quick, connections: QUICK_CONNECTIONS },
    slow: { ...shared, paths: slow, connections: SLOW_CONNECTIONS, each: true },
  };
}

async function oneRound({ site, quickly, slowly, worker }: Sides, quick: Load, slow: Load): Promise<Round> {
  const backends = await site.backends();
  const pids = [site.apiPid, slowly.pid, worker.pid, ...backends];
  const turn = async <T>(other: () => Promise<T>): Promise<[Turn, T]> => {
    const used = startCpuMeter(pids);
    const [result, meanwhile] = await Promise.all([quickly.run(quick), other()]);
    return [{ quick: result, cores: used() / SECONDS }, meanwhile];
  };
  const [alone] = await turn(async () => {});
  const [beside, answered] = await turn(() => slowly.run(slow));
  // A slow page keeps one process busy for as long as it takes longer than a quick one.
  const pause = alone.quick.p50;
  const bursts = (answered.times ?? []).map((time) => Math.max(0, time - pause));
  const [more] = await turn(() => slowly.run(quick));
  const [work] = await turn(() => worker.run({ bursts, pause, seconds: SECONDS }));
  return { alone, beside, more, work, slow: answered };
}

function tell(rounds: readonly Round[]): void {
  type Side = 'alone' | 'beside' | 'more' | 'work';
  const ratio = (a: Side, b: Side) => median(rounds.map((round) => round[a].quick.p99 / round[b].quick.p99));
  const middle = (of: (round: Round) => number) => median(rounds.map(of)).toFixed(2);
  const times = (side: Side) =>
    `p50 ${middle((round) => round[side].quick.p50)} ms, p99 ${middle((round) => round[side].quick.p99)} ms`;
  const slow = `the slow ones p50 ${middle((round) => round.slow.p50)} ms, p99 ${middle((round) => round.slow.p99)} ms`;
  const beside = `${times('beside')}; alone ${times('alone')}; ${slow}`;
  report('p99 of quick pages beside slow ones, of alone', ratio('beside', 'alone'), { atMost: 1.3 }, beside);
  report(
    'p99 of quick pages beside slow ones, of beside one more caller of quick ones',
    ratio('beside', 'more'),
    { atMost: 1.3 },
    `${times('more')}, ${ratio('more', 'alone').toFixed(2)} of alone`,
  );
  // Whoever shares two cores waits for them: what the slow statements hold up beyond that is the difference to such work.
  report(
    'p99 of quick pages beside slow ones, of beside bare work',
    ratio('beside', 'work'),
    { atMost: 1.3 },
    `${times('work')}, ${ratio('work', 'alone').toFixed(2)} of alone`,
  );
  const cores = (side: Side) => middle((round) => round[side].cores);
  console.log(
    `  cores busy: ${cores('alone')} alone, ${cores('beside')} beside slow pages, ${cores('more')} beside quick ones, ${cores('work')} beside bare work`,
  );
}

if (require.main === module) {
  benchQuickBesideSlow().catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
}
