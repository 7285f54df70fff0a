import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpus } from 'node:os';
import { request } from 'undici';
import { startGoPeer } from './peers/go.js';
import { type Load, type LoadGenerator, type LoadResult, startLoadGenerator } from './support/load.js';
import { cpuSeconds, residentMegabytes, startCpuMeter } from './support/process-usage.js';
import { openReadingSite, type ReadingSite, SITE } from './support/reading-site.js';
import { type Goal, median, report } from './support/report.js';
import { pause, runBench } from './support/run.js';
import { inTurns, type Rounds, type Run, rateOf, ratioOf } from './support/turns.js';

const EVENTS = 250_000;
/** Pages asked for again and again; with their events they are a third of the catalogue. */
const HOT_PAGES = 4000;
/** Pages of a round that were not read before. */
const COLD_PAGES = 4000;
const CONNECTIONS = 16;

type LoadGenerators = [LoadGenerator, LoadGenerator];

function compare(name: string, rounds: Rounds<'api' | 'go'>, atLeast: number): void {
  report(name, ratioOf(rounds, 'api', 'go'), { atLeast }, `${rateOf(rounds, 'api')} of ${rateOf(rounds, 'go')}`);
}

/** Runs a load, and adds the processor time that the process took for each call, in microseconds. */
async function runTimed(run: Run, load: Load, pid: number, micro: number[]): Promise<LoadResult> {
  const before = cpuSeconds(pid);
  const result = await run(load);
  micro.push(((cpuSeconds(pid) - before) * 1e6) / (result.rate * load.seconds));
  return result;
}

/** Compared with Fastify that sends the same pages, without key, limits, tag and request log. A busy machine changes the rates by half, so the processor time counts. */
async function besideBytes(site: ReadingSite, run: Run, api: Load): Promise<void> {
  const own = { ...api, seconds: 0.3 };
  const paths = api.paths.map((path) => path.replace('/v1/events', '/bytes'));
  const bytes = { ...own, origin: site.bare, headers: {}, paths };
  // A document is kept the second time it is read.
  await inTurns(run, { api: { load: { ...own, once: true } }, bytes: { load: { ...bytes, once: true } } }, 2);
  const micro = { api: [] as number[], bytes: [] as number[] };
  const measured = (load: Load) =>
    load === own ? runTimed(run, load, site.apiPid, micro.api) : runTimed(run, load, site.barePid, micro.bytes);
  const rounds = await inTurns(measured, { api: { load: own }, bytes: { load: bytes } }, 40);
  const ratio = median(micro.bytes.map((each, round) => each / (micro.api[round] ?? Number.NaN)));
  const times = `${median(micro.api).toFixed(0)} and ${median(micro.bytes).toFixed(0)} µs of the process`;
  const rates = `${rateOf(rounds, 'api')} of ${rateOf(rounds, 'bytes')}`;
  report(
    'GET /events fresh, of the query and bytes alone, by processor time',
    ratio,
    { atLeast: 0.95 },
    `${times}, ${rates}`,
  );
}

/** Compared with a hand-written Go service: pages in memory, pages that were not read before, large pages, pages of a city. */
async function besideGo(site: ReadingSite, run: Run, api: Load): Promise<void> {
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
    // A document is kept the second time it is read.
    await inTurns(run, both({ ...everywhere, once: true }), 2);
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

/** Pages at random places of the catalogue. */
async function pagesOf(site: ReadingSite): Promise<Load> {
  return {
    origin: site.api,
    paths: pathsOf(await site.cursors(HOT_PAGES)),
    headers: { authorization: `Bearer ${site.keys.server}` },
    connections: CONNECTIONS,
    seconds: 5,
    expect: 200,
  };
}

/** Pages at random places, compared with the usual cost of the same page. */
async function fresh(site: ReadingSite, [generator]: LoadGenerators): Promise<void> {
  const api = await pagesOf(site);
  await besideGo(site, generator.ask, api);
  await besideBytes(site, generator.ask, api);
}

/** The same question again within 30 seconds (website keys), and 304, compared with bare Fastify sending the same bytes. */
async function repeated(site: ReadingSite, [generator]: LoadGenerators): Promise<void> {
  const headers = { authorization: `Bearer ${site.keys.website}`, origin: SITE };
  const first = await request(`${site.api}/v1/events`, { headers });
  await first.body.dump();
  const shared = { connections: CONNECTIONS, seconds: 1, poll: true };
  const bare: Load = { ...shared, origin: site.bare, paths: ['/same'], headers: {}, expect: 200 };
  const again: Load = { ...shared, origin: site.api, paths: ['/v1/events'], headers, expect: 200 };
  const tag = String(first.headers.etag);
  const unchanged: Load = { ...again, headers: { ...headers, 'if-none-match': tag }, expect: 304 };
  const sides = { bare: { load: bare }, again: { load: again }, unchanged: { load: unchanged } };
  await inTurns(generator.ask, sides, 1);
  const micro: number[] = [];
  const measured = (load: Load) =>
    load === again ? runTimed(generator.ask, load, site.apiPid, micro) : generator.ask(load);
  const rounds = await inTurns(measured, sides, 15);
  const detail = `${rateOf(rounds, 'again')} of ${rateOf(rounds, 'bare')}, ${median(micro).toFixed(0)} µs of the process`;
  report('the same question within 30 s, of bare Fastify', ratioOf(rounds, 'again', 'bare'), { atLeast: 0.7 }, detail);
  const tagged = ratioOf(rounds, 'unchanged', 'bare');
  report('304, of bare Fastify sending the bytes', tagged, { atLeast: 0.7 }, rateOf(rounds, 'unchanged'));
}

/** One and two processes of the API on the same machine, and the memory of a process whose documents fill its limit. */
async function processes(site: ReadingSite, generators: LoadGenerators): Promise<void> {
  const load = await pagesOf(site);
  const both = [{ origin: site.api, pid: site.apiPid }, await site.startApi()];
  const fire = async (targets: readonly { origin: string; pid: number }[], seconds = 5) => {
    const connections = CONNECTIONS / targets.length;
    const used = {
      API: startCpuMeter(targets.map(({ pid }) => pid)),
      Postgres: startCpuMeter(await site.backends()),
      'load generators': startCpuMeter(generators.map(({ pid }) => pid)),
    };
    const asked = targets.map(({ origin }, n) => generators[n]?.ask({ ...load, origin, connections, seconds }));
    const rate = (await Promise.all(asked)).reduce((sum, result) => sum + (result?.rate ?? 0), 0);
    return { rate, cores: Object.entries(used).map(([who, read]) => `${who} ${(read() / seconds).toFixed(2)}`) };
  };
  await fire(both, 10);
  const ratios: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const [one, two] = [await fire(both.slice(0, 1)), await fire(both)];
    ratios.push(two.rate / one.rate);
    console.log(`  cores busy, of ${cpus().length}: with one process ${one.cores}; with two ${two.cores}`);
  }
  report('two processes of the API, of one', median(ratios), { atLeast: 1.6 });
  const everywhere = pathsOf(await site.distinctPages());
  // A document is kept the second time it is read.
  await generators[0].ask({ ...load, paths: [...everywhere, ...everywhere], once: true });
  report('memory of a process with its documents full, MB', residentMegabytes(site.apiPid), { atMost: 450 });
}

/** A process compared with one with other settings: by rate, and by processor time, which a busy machine changes less. */
async function beside(
  site: ReadingSite,
  generator: LoadGenerator,
  { env, what, goal, flip = false }: { env: Record<string, string>; what: string; goal: Goal; flip?: boolean },
): Promise<void> {
  const other = await site.startApi(env);
  const own = { ...(await pagesOf(site)), seconds: 3 };
  const sides = { own: { load: own }, other: { load: { ...own, origin: other.origin } } };
  const cost = { own: [] as number[], other: [] as number[] };
  const measured = async (load: Load) => {
    const side = load === own ? 'own' : 'other';
    const meter = startCpuMeter([side === 'own' ? site.apiPid : other.pid, ...(await site.backends())]);
    const result = await generator.ask(load);
    // Writes left over from a turn belong to that turn.
    await pause(1_200);
    cost[side].push((meter() * 1e6) / (result.rate * load.seconds));
    return result;
  };
  await inTurns(generator.ask, sides, 1);
  const rounds = await inTurns(measured, sides, 8);
  const [one, two] = flip ? (['other', 'own'] as const) : (['own', 'other'] as const);
  const detail = `${rateOf(rounds, one)} of ${rateOf(rounds, two)}`;
  report(`GET /events fresh ${what}, of without`, ratioOf(rounds, one, two), goal, detail);
  const ratio = median(cost[two].map((each, round) => each / (cost[one][round] ?? Number.NaN)));
  const each = `${median(cost[one]).toFixed(0)} of ${median(cost[two]).toFixed(0)} µs a call`;
  report('… by processor time of the API and Postgres', ratio, goal, each);
}

function logged(site: ReadingSite, [generator]: LoadGenerators): Promise<void> {
  return beside(site, generator, {
    env: { BENCH_UNLOGGED: '1' },
    what: 'with the request log',
    goal: { atLeast: 0.97 },
  });
}

/** With spans exported to a collector that throws them away. */
async function traced(site: ReadingSite, [generator]: LoadGenerators): Promise<void> {
  const collector = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(200).end('{}'));
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as AddressInfo;
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` };
  await beside(site, generator, { env, what: 'with traces exported', goal: { atLeast: 0.6 }, flip: true });
  collector.closeAllConnections();
  collector.close();
}

const onSite =
  (part: (site: ReadingSite, generators: LoadGenerators) => Promise<void>) =>
  async (events = EVENTS) => {
    const site = await openReadingSite({ events });
    const generators: LoadGenerators = [await startLoadGenerator(), await startLoadGenerator()];
    try {
      await part(site, generators);
    } finally {
      await Promise.all(generators.map((generator) => generator.close()));
      await site.close();
    }
  };

runBench(module, {
  fresh: onSite(fresh),
  repeated: onSite(repeated),
  logged: onSite(logged),
  traced: onSite(traced),
  processes: onSite(processes),
});
