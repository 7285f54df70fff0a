import { type DeliverySite, openDeliverySite } from './support/delivery-site.js';

/**
 * How several workers share the shards of the endpoints: the rate of one, two and four, how the shards lie among them,
 * and how long a shard waits after its worker was killed: `npm run build && node dist/bench/delivery-workers.js`; `CHANGES`
 * chooses how many events change for each rate.
 */
const ENDPOINTS = 20;
const CHANGES = Number(process.env.CHANGES ?? 1_000);
const SETTLE_MS = 20_000;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

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

const spread = (found: Map<string, number>) => [...found].map(([worker, shards]) => `${worker}: ${shards}`).join(', ');

async function rate(site: DeliverySite): Promise<number> {
  const committed = await site.changeEvents(CHANGES);
  await site.untilDelivered(CHANGES * ENDPOINTS);
  return (CHANGES * ENDPOINTS) / ((performance.now() - committed) / 1_000);
}

async function main(): Promise<void> {
  const site = await openDeliverySite({ events: CHANGES });
  try {
    await site.addEndpoints(Array.from({ length: ENDPOINTS }, (_, index) => `/${index}`));
    await rate(site);
    for (const workers of [1, 2, 4]) {
      while (site.workers.length < workers) await site.startWorker();
      const before = await settled(site, workers);
      console.log(`${workers} workers: ${(await rate(site)).toFixed(0)} deliveries a second; ${spread(before)}`);
    }
    // Each endpoint is delivered to again after the kill; how long the last of them waits is the gap.
    await site.killWorker(site.workers[0]);
    const from = performance.now();
    await site.changeEvents(1);
    await site.untilDelivered(ENDPOINTS);
    const gap = (performance.now() - from) / 1_000;
    console.log(
      `after a kill every endpoint was delivered to again within ${gap.toFixed(1)} s; ${spread(await holders(site))}`,
    );
  } finally {
    await site.close();
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
