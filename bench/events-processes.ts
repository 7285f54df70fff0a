import { cpus } from 'node:os';
import { type Load, type LoadGenerator, startLoadGenerator } from './support/load.js';
import { residentMegabytes, startCpuMeter } from './support/process-usage.js';
import { openReadingSite, type ReadingSite } from './support/reading-site.js';
import { median, report } from './support/report.js';

const EVENTS = 250_000;
const PAGES = 4000;
const ROUNDS = 5;
const SECONDS = 5;
const CONNECTIONS = 16;
const COMMAND = 'npm run build && node dist/bench/events-processes.js';

interface Answered {
  rate: number;
  /** Microseconds of processor time a page, of the processes of the API, of Postgres and of the load generators. */
  api: number;
  postgres: number;
  load: number;
}

interface Target {
  origin: string;
  pid: number;
}

/** Sends the load to each process from a generator of its own, and tells what all of them took. */
async function fire(site: ReadingSite, load: Load, targets: readonly Target[], generators: LoadGenerator[]) {
  const connections = CONNECTIONS / targets.length;
  const used = {
    api: startCpuMeter(targets.map(({ pid }) => pid)),
    postgres: startCpuMeter(await site.backends()),
    load: startCpuMeter(generators.map(({ pid }) => pid)),
  };
  const results = await Promise.all(
    targets.map(({ origin }, i) => (generators[i] as LoadGenerator).run({ ...load, origin, connections })),
  );
  const rate = results.reduce((sum, result) => sum + result.rate, 0);
  const pages = rate * load.seconds;
  const micro = (seconds: number) => (seconds / pages) * 1e6;
  return {
    rate,
    api: micro(used.api()),
    postgres: micro(used.postgres()),
    load: micro(used.load()),
  } satisfies Answered;
}

/** How many cores were kept busy, by whom. */
function cores({ rate, api, postgres, load }: Answered): string {
  const [a, p, l] = [api, postgres, load].map((each) => (rate * each) / 1e6) as [number, number, number];
  return `${(a + p + l).toFixed(2)} cores (API ${a.toFixed(2)}, Postgres ${p.toFixed(2)}, load generator ${l.toFixed(2)})`;
}

/** Asks for every event once, so that the memory for documents is full. */
async function fill(site: ReadingSite, generator: LoadGenerator, load: Load): Promise<void> {
  const paths = (await site.distinctPages()).map((cursor) => `/v1/events?cursor=${cursor}`);
  await generator.run({ ...load, paths, once: true });
}

/** One and two processes of the API on the same machine, and the memory of one whose documents fill what it may keep. */
export async function benchEventsProcesses(): Promise<void> {
  const site = await openReadingSite({ events: EVENTS });
  const generators = [startLoadGenerator(), startLoadGenerator()];
  try {
    const load: Load = {
      origin: site.api,
      paths: (await site.cursors(PAGES)).map((cursor) => `/v1/events?cursor=${cursor}`),
      headers: { authorization: `Bearer ${site.keys.server}` },
      connections: CONNECTIONS,
      seconds: SECONDS,
      expect: 200,
    };
    const first = { origin: site.api, pid: site.apiPid };
    const both = [first, await site.startApi()];
    await fire(site, { ...load, seconds: 10 }, both, generators);
    const rounds: { one: Answered; two: Answered }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({ one: await fire(site, load, [first], generators), two: await fire(site, load, both, generators) });
    }
    const last = rounds.at(-1) as { one: Answered; two: Answered };
    report(
      'two processes of the API, of one',
      median(rounds.map(({ one, two }) => two.rate / one.rate)),
      { atLeast: 1.6 },
      `${last.two.rate.toFixed(0)}/s of ${last.one.rate.toFixed(0)}/s`,
    );
    // Where all cores are busy with one process already, its rate cannot tell what a second one adds: processor time does.
    console.log(`  one kept ${cores(last.one)} busy, two ${cores(last.two)}; the machine has ${cpus().length}`);
    report(
      'the same by processor time of the API a page',
      median(rounds.map(({ one, two }) => (2 * one.api) / two.api)),
      { atLeast: 1.6 },
      `a page takes ${last.two.api.toFixed(0)} µs of two, ${last.one.api.toFixed(0)} µs of one`,
    );
    await fill(site, generators[0] as LoadGenerator, load);
    report('memory of a process with its documents full, MB', residentMegabytes(site.apiPid), { atMost: 450 });
    console.log(`again: ${COMMAND}`);
  } finally {
    await Promise.all(generators.map((generator) => generator.close()));
    await site.close();
  }
}

if (require.main === module) {
  benchEventsProcesses().catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
}
