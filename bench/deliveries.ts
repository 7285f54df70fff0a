import { startBareSender } from './peers/bare-sender.js';
import { startBareWorker } from './peers/bare-worker.js';
import { type DeliverySite, delays, openDeliverySite } from './support/delivery-site.js';
import { fillDeliveries } from './support/kept-deliveries.js';
import { questionsOfDeliveries, sumsOfDeliveries } from './support/questions-of-deliveries.js';
import { median, percentile, report, spread } from './support/report.js';
import { pause, runBench } from './support/run.js';
import { compare, measure, openTwoDatabases } from './support/two-databases.js';

const ENDPOINTS = 20;
const CHANGES = 1_000;
const DELIVERIES = ENDPOINTS * CHANGES;
const BARE = 500;
/** About the size of a generated event's body. */
const BODY_BYTES = 1_400;
const HANGING = 5;
const WAITING = 200;
/** A 99th percentile is not one outlier: the third largest of these. */
const BESIDE = 300;
/** Changes before the first that is measured. */
const WARM = 60;
const SETTLE_MS = 20_000;
/** Changes of a healthy endpoint next to slow ones, which have this many deliveries each, some seconds after these began. */
const SLOW_BESIDE = 80;
const SLOW_BACKLOG = 300;
const SLOW_FROM_MS = 15_000;

const pathsOf = (count: number, folder = '') => Array.from({ length: count }, (_, index) => `${folder}/${index}`);

/** Milliseconds from the commit of the changes until every delivery is written down as delivered. */
async function deliver(site: DeliverySite): Promise<number> {
  const committed = await site.changeEvents(CHANGES);
  return (await site.untilDelivered(DELIVERIES)) - committed;
}

/** Deliveries a second, compared with bare workflows and a bare sender. */
async function rate(site: DeliverySite, rounds = 3): Promise<void> {
  const [bareWorker, bareSender] = [
    await startBareWorker(site.environment.TEMPORAL_ADDRESS ?? ''),
    await startBareSender(site.environment),
  ];
  const paths = pathsOf(ENDPOINTS);
  await site.addEndpoints(paths);
  await bareWorker.ask({ start: 200 });
  await deliver(site);
  await site.settle();
  const posts = { count: DELIVERIES, urls: site.urlsOf(paths), bytes: BODY_BYTES };
  const overWorkflows: number[] = [];
  const overSender: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    await pause(1_000);
    const bare = BARE / ((await bareWorker.ask({ start: BARE })) / 1_000);
    await pause(1_000);
    const sender = DELIVERIES / ((await bareSender.ask(posts)) / 1_000);
    await pause(1_000);
    const own = DELIVERIES / ((await deliver(site)) / 1_000);
    overWorkflows.push(own / bare);
    overSender.push(own / sender);
    console.log(
      `  round ${round}: ${own.toFixed(0)} deliveries a second, ${bare.toFixed(0)} bare workflows, ${sender.toFixed(0)} bare sends`,
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
  await Promise.all([bareWorker.close(), bareSender.close()]);
}

/** How soon a single change arrives on an idle system. */
async function latency(site: DeliverySite): Promise<void> {
  await site.addEndpoints(['/single']);
  await delays(site, '/single', 10);
  await site.settle();
  const found = await delays(site, '/single', 100);
  report('a single change on an idle system, median ms', median(found), { atMost: 60 }, spread(found));
}

/** Whether a healthy endpoint notices others that have a backlog or hang. */
async function fairness(site: DeliverySite, backlogged = 50_000): Promise<void> {
  const healthy = pathsOf(ENDPOINTS - HANGING, '/healthy');
  await site.addEndpoints(healthy);
  const measure = () => delays(site, '/healthy/0', BESIDE);
  await delays(site, '/healthy/0', WARM);
  await site.settle();
  /** Alone before and after, since a machine's speed drifts by more than the measured difference. */
  const compare = async (name: string, begin: () => Promise<string[]>, alone: readonly number[]): Promise<number[]> => {
    const others = await begin();
    const found = await measure();
    console.log(`  ${await site.countWaiting()} first attempts of others still wait`);
    await site.removeEndpoints(others);
    await site.untilIdle();
    const after = await measure();
    const around = [...alone, ...after];
    console.log(`  alone before: ${spread(alone)}; after: ${spread(after)}`);
    const p99 = percentile(found, 0.99) / percentile(around, 0.99);
    report(`a healthy endpoint beside ${name}, median`, median(found) / median(around), { atMost: 1.3 }, spread(found));
    report(`a healthy endpoint beside ${name}, p99`, p99, { atMost: 2 });
    return after;
  };
  const backlog = async () => {
    const busy = await site.addEndpoints(['/busy']);
    await site.addBacklog(busy, backlogged);
    return busy;
  };
  const hanging = async () => {
    const hang = await site.addEndpoints(pathsOf(HANGING, '/hang'));
    await site.keepFrom('/healthy/', () => site.changeEvents(WAITING));
    return hang;
  };
  const between = await compare(`a backlog of ${backlogged}`, backlog, await measure());
  await compare(`${HANGING} of ${ENDPOINTS} that hang`, hanging, between);
}

/** A healthy endpoint next to endpoints that take 1 to 4 s, and the claims that those return without an attempt. */
async function slow(site: DeliverySite, count = 40): Promise<void> {
  await site.addEndpoints(['/healthy']);
  const measure = () => delays(site, '/healthy', SLOW_BESIDE);
  await delays(site, '/healthy', 20);
  const alone = await measure();
  const others = await site.addEndpoints(pathsOf(count, '/slow'));
  await site.ctx.sql`UPDATE delivery_endpoints SET subscribes_events = false WHERE id = ANY (${others})`;
  await site.addBacklog(others, SLOW_BACKLOG);
  await pause(SLOW_FROM_MS);
  const [from, before] = [performance.now(), await countClaims(site)];
  const beside = await measure();
  const [seconds, after] = [(performance.now() - from) / 1_000, await countClaims(site)];
  const [ended, released] = [after.ended - before.ended, after.released - before.released];
  console.log(
    `  ${count} slow endpoints: ${(ended / seconds).toFixed(0)} attempts and ${(released / seconds).toFixed(1)} returned claims a second`,
  );
  const detail = `${spread(beside)}; alone: ${spread(alone)}`;
  report('a healthy endpoint beside slow ones, median', median(beside) / median(alone), { atMost: 1.3 }, detail);
}

/** Claims that were returned are claimed again: two more updates each. */
async function countClaims({ ctx }: DeliverySite): Promise<{ ended: number; released: number }> {
  await pause(1_500);
  const [row] = await ctx.sql<{ ended: number; released: number }[]>`
    SELECT ended, (updated - ended) / 2.0::float8 AS released
      FROM (SELECT (count(*) FILTER (WHERE finished_at IS NOT NULL))::integer AS ended FROM delivery_attempts) a,
           (SELECT n_tup_upd::integer AS updated FROM pg_stat_user_tables WHERE relname = 'delivery_attempts') s`;
  if (!row) throw new Error('the counts were not found');
  return row;
}

/** How many shards each worker has at this moment, by its process. */
async function holders(site: DeliverySite): Promise<Map<string, number>> {
  const rows = await site.ctx.sql<{ holder: string; shards: number }[]>`
    SELECT coalesce(holder, 'nobody') AS holder, count(*)::integer AS shards FROM sender_shards GROUP BY 1 ORDER BY 1`;
  return new Map(rows.map(({ holder, shards }) => [holder, shards]));
}

/** The shards once every worker has some. */
async function settled(site: DeliverySite, workers: number): Promise<Map<string, number>> {
  const until = performance.now() + SETTLE_MS;
  for (;;) {
    const found = await holders(site);
    if ((found.size >= workers && !found.has('nobody')) || performance.now() > until) return found;
    await pause(500);
  }
}

const shares = (found: Map<string, number>) => [...found].map(([worker, shards]) => `${worker}: ${shards}`).join(', ');

/** How several workers share the shards of the endpoints, and how soon the others take the shards of a killed one. */
async function workers(site: DeliverySite): Promise<void> {
  await site.addEndpoints(pathsOf(ENDPOINTS));
  await deliver(site);
  for (const count of [1, 2, 4]) {
    while (site.workers.length < count) await site.startWorker();
    const before = await settled(site, count);
    const perSecond = DELIVERIES / ((await deliver(site)) / 1_000);
    console.log(`${count} workers: ${perSecond.toFixed(0)} deliveries a second; ${shares(before)}`);
  }
  await site.killWorker();
  const from = performance.now();
  await site.changeEvents(1);
  await site.untilDelivered(ENDPOINTS);
  const gap = (performance.now() - from) / 1_000;
  const left = shares(await holders(site));
  console.log(`after a kill every endpoint was delivered to again within ${gap.toFixed(1)} s; ${left}`);
}

/** Lists, claims and sweeps over a month's deliveries, compared with the same over very few. */
async function kept(count = 200_000): Promise<void> {
  const both = await openTwoDatabases(`deliveries-${count}`);
  try {
    const found = await fillDeliveries(both, count);
    await compare(both, questionsOfDeliveries(found));
    await measure(both, sumsOfDeliveries(found), 300);
  } finally {
    await both.close();
  }
}

const onSite =
  (part: (site: DeliverySite, size?: number) => Promise<void>) =>
  async (size?: number): Promise<void> => {
    const site = await openDeliverySite({ events: CHANGES });
    try {
      await part(site, size);
    } finally {
      await site.close();
    }
  };

runBench(module, {
  rate: onSite(rate),
  latency: onSite(latency),
  fairness: onSite(fairness),
  slow: onSite(slow),
  workers: onSite(workers),
  kept,
});
