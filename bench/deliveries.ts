import { type DeliverySite, openDeliverySite } from './support/delivery-site.js';
import { median, percentile, report } from './support/report.js';

const ENDPOINTS = 20;
const CHANGES = 1_000;
const DELIVERIES = ENDPOINTS * CHANGES;
const BARE = 500;
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const HANGING = 5;
const WAITING = 200;
const TRICKLE = 100;
/** A 99th percentile is not one outlier: the third largest of these. */
const BESIDE = 300;
/** Changes before the first that is measured. */
const WARM = 60;
const BACKLOG = Number(process.env.BACKLOG ?? 50_000);
const OUTAGE = Number(process.env.OUTAGE ?? 100_000);
const OUTAGE_MS = Number(process.env.OUTAGE_MS ?? 180_000);
/** By then the receivers count as down, and what is made for each failure has been made. */
const SETTLED_MS = 60_000;
/** Of a moment the median of so many seconds. */
const MOMENT = 10;
const COMMAND = 'npm run build && node dist/bench/deliveries.js [rate] [latency] [fairness] [outage]';

const PARTS = { rate: benchRate, latency: benchLatency, fairness: benchFairness, outage: benchOutage };

/** Milliseconds from the commit of the changes until every delivery is written down as delivered. */
async function deliver(site: DeliverySite): Promise<number> {
  const committed = await site.changeEvents(CHANGES);
  return (await site.untilDelivered(DELIVERIES)) - committed;
}

/** From the commit of a change to its arrival at one endpoint, in milliseconds, for changes one after another. */
export async function delays(site: DeliverySite, path: string, count = TRICKLE): Promise<number[]> {
  const found: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const arrived = site.nextAt(path);
    const committed = await site.changeEvents(1);
    found.push((await arrived) - committed);
    // Else it would be gathered with the one before.
    await pause(150 + Math.random() * 100);
  }
  return found;
}

export const shown = (values: readonly number[]) =>
  `median ${median(values).toFixed(0)} ms, p99 ${percentile(values, 0.99).toFixed(0)} ms`;

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

async function benchRate(site: DeliverySite): Promise<void> {
  const paths = Array.from({ length: ENDPOINTS }, (_, index) => `/${index}`);
  const endpoints = await site.addEndpoints(paths);
  await site.runBare(200);
  await deliver(site);
  await site.settle();
  const overWorkflows: number[] = [];
  const overSender: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    await pause(1_000);
    const bare = BARE / ((await site.runBare(BARE)) / 1_000);
    await pause(1_000);
    const sender = DELIVERIES / ((await site.sendBare(DELIVERIES, paths)) / 1_000);
    await pause(1_000);
    const rate = DELIVERIES / ((await deliver(site)) / 1_000);
    overWorkflows.push(rate / bare);
    overSender.push(rate / sender);
    console.log(
      `  round ${round}: ${rate.toFixed(0)} deliveries a second, ${bare.toFixed(0)} bare workflows, ${sender.toFixed(0)} bare sends`,
    );
  }
  const detail = `${CHANGES} changes to ${ENDPOINTS} endpoints, from the commit to the last outcome written down`;
  report('deliveries over bare one-activity workflows', median(overWorkflows), { atLeast: 20 }, detail);
  report(
    'deliveries over a bare sender',
    median(overSender),
    { atLeast: 0.4 },
    'the same sockets and signatures, no database',
  );
  await site.removeEndpoints(endpoints);
}

async function benchLatency(site: DeliverySite): Promise<void> {
  const endpoints = await site.addEndpoints(['/single']);
  await delays(site, '/single', 10);
  await site.settle();
  const found = await delays(site, '/single');
  report('a single change on an idle system, median ms', median(found), { atMost: 60 }, shown(found));
  await site.removeEndpoints(endpoints);
}

async function benchFairness(site: DeliverySite): Promise<void> {
  const healthy = Array.from({ length: ENDPOINTS - HANGING }, (_, index) => `/healthy/${index}`);
  const endpoints = await site.addEndpoints(healthy);
  const measure = () => delays(site, '/healthy/0', BESIDE);
  await delays(site, '/healthy/0', WARM);
  await site.settle();
  /** Alone before and after, since a machine's speed drifts by more than what is measured. */
  const compare = async (name: string, begin: () => Promise<string[]>, alone: readonly number[]): Promise<number[]> => {
    const others = await begin();
    const found = await measure();
    console.log(`  ${await site.countWaiting()} first attempts of others still wait`);
    await site.removeEndpoints(others);
    await site.untilIdle();
    const after = await measure();
    const around = [...alone, ...after];
    console.log(`  alone before: ${shown(alone)}; after: ${shown(after)}`);
    const p99 = percentile(found, 0.99) / percentile(around, 0.99);
    report(`a healthy endpoint beside ${name}, median`, median(found) / median(around), { atMost: 1.3 }, shown(found));
    report(`a healthy endpoint beside ${name}, p99`, p99, { atMost: 2 });
    return after;
  };
  const backlog = async () => {
    const busy = await site.addEndpoints(['/busy']);
    await site.addBacklog(busy, BACKLOG);
    return busy;
  };
  const hanging = async () => {
    const hang = await site.addEndpoints(Array.from({ length: HANGING }, (_, index) => `/hang/${index}`));
    await site.keepFrom('/healthy/', () => site.changeEvents(WAITING));
    return hang;
  };
  const between = await compare(`a backlog of ${BACKLOG}`, backlog, await measure());
  await compare(`${HANGING} of ${ENDPOINTS} that hang`, hanging, between);
  await site.removeEndpoints(endpoints);
}

/** Every receiver is down while a hundred thousand first attempts wait; then all are back. */
async function benchOutage(site: DeliverySite): Promise<void> {
  const endpoints = await site.addEndpoints(Array.from({ length: ENDPOINTS }, (_, index) => `/down/${index}`));
  const before = site.workerMegabytes();
  site.take(true);
  await site.addBacklog(endpoints, OUTAGE / ENDPOINTS);
  const memory: number[] = [];
  const watch = setInterval(() => memory.push(site.workerMegabytes()), 1_000);
  await pause(OUTAGE_MS);
  const atFirst = median(memory.slice(0, SETTLED_MS / 1_000).slice(-MOMENT));
  const atLast = median(memory.slice(-MOMENT));
  const left = await site.countWaiting();
  console.log(`  down for ${OUTAGE_MS / 1_000} s: ${OUTAGE - left} first attempts failed, ${left} wait`);
  site.take(false);
  const from = performance.now();
  // Each endpoint is tried every five seconds: the rate counts from when most of them are known to be back.
  while ((await site.countWaiting()) > left * 0.9) await pause(100);
  const [back, remaining] = [performance.now(), await site.countWaiting()];
  while ((await site.countWaiting()) > 0) await pause(100);
  clearInterval(watch);
  const rate = remaining / ((performance.now() - back) / 1_000);
  console.log(
    `  back after ${((back - from) / 1_000).toFixed(1)} s, then ${rate.toFixed(0)} deliveries a second; the worker had ` +
      `${before.toFixed(0)} MB before and ${Math.max(...memory).toFixed(0)} MB at most`,
  );
  const detail = `${atFirst.toFixed(0)} MB after a minute, ${atLast.toFixed(0)} after ${OUTAGE_MS / 1_000} s`;
  // A shorter one has no later minute to compare.
  if (OUTAGE_MS >= 2 * SETTLED_MS) {
    report('memory at the end of an outage, of a minute of it', atLast / atFirst, { atMost: 1.2 }, detail);
  }
  await site.removeEndpoints(endpoints);
}

/** Deliveries a second, how soon one arrives, and whether a healthy endpoint notices the others. */
export async function benchDeliveries(parts: readonly string[] = Object.keys(PARTS)): Promise<void> {
  const site = await openDeliverySite({ events: CHANGES });
  try {
    for (const [name, part] of Object.entries(PARTS)) if (parts.includes(name)) await part(site);
    console.log(`again: ${COMMAND}`);
  } finally {
    await site.close();
  }
}

if (require.main === module) {
  const parts = process.argv.slice(2);
  benchDeliveries(parts.length > 0 ? parts : undefined).catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
}
