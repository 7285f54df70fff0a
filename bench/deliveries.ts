import { type DeliverySite, openDeliverySite } from './support/delivery-site.js';

const ENDPOINTS = 20;
const CHANGES = 50;
const DELIVERIES = ENDPOINTS * CHANGES;
const ROUNDS = 3;
const RATE_GOAL = 0.6;
const WAITING = 200;
const TRICKLE = 40;
const DELAY_GOAL = 1.5;
const COMMAND = 'npm run build && node dist/bench/deliveries.js';

/** Deliveries a second, from the commit of the changes to the last one received. */
async function deliver(site: DeliverySite): Promise<number> {
  let left = DELIVERIES;
  const last = new Promise<number>((resolve) => {
    site.onReceive((_path, at) => {
      left -= 1;
      if (left === 0) resolve(at);
    });
  });
  const committed = await site.changeEvents(CHANGES);
  return DELIVERIES / (((await last) - committed) / 1_000);
}

/** From the commit of a change to its arrival at one healthy endpoint, the median of several in milliseconds. */
async function healthyDelay(site: DeliverySite, healthy: string): Promise<number> {
  const delays: number[] = [];
  for (let index = 0; index < TRICKLE; index += 1) {
    const arrived = new Promise<number>((resolve) => {
      site.onReceive((path, at) => {
        if (path === healthy) resolve(at);
      });
    });
    const committed = await site.changeEvents(1);
    delays.push((await arrived) - committed);
  }
  return median(delays);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

async function pause(milliseconds: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
}

async function benchRate(site: DeliverySite): Promise<void> {
  const endpoints = await site.addEndpoints(Array.from({ length: ENDPOINTS }, (_, index) => `/${index}`));
  await site.runBare(200);
  await deliver(site);
  const ratios: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    await pause(1_000);
    const bare = DELIVERIES / ((await site.runBare(DELIVERIES)) / 1_000);
    await pause(1_000);
    const rate = await deliver(site);
    ratios.push(rate / bare);
    console.log(`  round ${round}: ${rate.toFixed(0)} deliveries a second, bare workflows ${bare.toFixed(0)} a second`);
  }
  console.log(
    `deliveries end to end: ${median(ratios).toFixed(2)} of bare one-activity workflows (goal ≥ ${RATE_GOAL}); ` +
      `${CHANGES} changes to ${ENDPOINTS} endpoints, from the commit to the last 2xx`,
  );
  await site.removeEndpoints(endpoints);
}

async function benchFairness(site: DeliverySite): Promise<void> {
  await site.addEndpoints(['/healthy']);
  await healthyDelay(site, '/healthy');
  const alone = await healthyDelay(site, '/healthy');
  await site.addEndpoints(['/hang']);
  await site.keepFrom('/healthy', () => site.changeEvents(WAITING));
  const beside = await healthyDelay(site, '/healthy');
  const [row] = await site.ctx.sql<{ waiting: number }[]>`
      SELECT count(*) AS waiting FROM deliveries d JOIN delivery_endpoints e ON e.id = d.endpoint_id
       WHERE e.url LIKE '%/hang' AND d.state = 'pending'`;
  console.log(
    `a healthy endpoint beside one that hangs with ${row?.waiting} deliveries waiting: median delay ` +
      `${beside.toFixed(0)} ms, alone ${alone.toFixed(0)} ms, ${(beside / alone).toFixed(2)}× (goal ≤ ${DELAY_GOAL}×)`,
  );
}

/** Deliveries a second beside bare workflows on the same server, and a healthy endpoint's delay beside a dead one. */
export async function benchDeliveries(): Promise<void> {
  const site = await openDeliverySite({ events: 500 });
  try {
    await benchRate(site);
    await benchFairness(site);
    console.log(`again: ${COMMAND}`);
  } finally {
    await site.close();
  }
}

if (require.main === module) {
  benchDeliveries().catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
}
