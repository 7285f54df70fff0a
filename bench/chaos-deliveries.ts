import { createKey } from '../src/access/create-key.js';
import { generateEvents } from '../src/catalogue/generate-events.js';
import { withdrawEvent } from '../src/catalogue/withdraw-event.js';
import { createCompany } from '../src/companies/create-company.js';
import { addWebhook } from '../src/deliveries/add-webhook.js';
import { disableEndpoint, removeEndpoint } from '../src/deliveries/switch-endpoint.js';
import type { Context } from '../src/platform/context/context.js';
import { enqueue } from '../src/platform/outbox/messages.js';
import { type ChaosReceiver, startChaosReceiver } from './support/chaos-receiver.js';
import { type ChaosSite, openChaosSite, PARTS, type Part, pause } from './support/chaos-site.js';
import { checkDeliveries } from './support/check-deliveries.js';

/**
 * Changes and withdraws events while half of the endpoints fail half the time, workers, the API, the Temporal server and
 * Postgres are killed at random, and a worker is stopped and goes on; then checks how every delivery ended: `npm run build
 * && node dist/bench/chaos-deliveries.js [changes] [endpoints] [seconds of kills]`.
 */
const CHANGES = Number(process.argv[2] ?? 1_000);
const ENDPOINTS = Number(process.argv[3] ?? 20);
const CHAOS_MS = Number(process.argv[4] ?? 180) * 1_000;
/** Of so many events, one is withdrawn. */
const WITHDRAWN = 20;
/** A worker that is further from the database's clock than thirty seconds takes no work: these are as far apart as two can be. */
const CLOCKS = { worker: 28_000, second: -28_000 };
const STALL_MS = 20_000;
/** The last may fail for a second time at the end of the chaos: five minutes, and the way of all that waits. */
const PATIENCE_MS = 9 * 60_000;

/** Does something that the database may be away for, until it is done. */
async function surely<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch {
      await pause(200);
    }
  }
}

/** Changes each event once, in a transaction of its own. */
async function changeEvents(ctx: Context, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await surely(() =>
      ctx.sql.begin(async (tx) => {
        const rows =
          await tx`UPDATE events SET name = 'Changed ' || id WHERE id = ${id} AND name NOT LIKE 'Changed %' RETURNING id`;
        if (rows.length > 0) await enqueue(tx, 'event.touched', [id], ctx.clock.now());
      }),
    );
    await pause(30);
  }
}

async function wreak(site: ChaosSite, receiver: ChaosReceiver): Promise<Record<string, number>> {
  const parts: Part[] = [...PARTS, 'second worker'];
  const kills: Record<string, number> = {};
  const until = performance.now() + CHAOS_MS;
  let stalled = false;
  while (performance.now() < until) {
    await pause(2_000 + Math.random() * 8_000);
    if (!stalled && performance.now() > until - CHAOS_MS / 2) {
      stalled = true;
      console.log(`  ${new Date().toISOString()} stops the worker for ${STALL_MS / 1_000} s`);
      await site.stall('worker', STALL_MS);
      continue;
    }
    const part = parts[Math.floor(Math.random() * parts.length)] ?? 'worker';
    kills[part] = (kills[part] ?? 0) + 1;
    console.log(`  ${new Date().toISOString()} kills ${part}; ${receiver.requests.length} requests so far`);
    await site.crash(part, Math.random() * 2_000);
  }
  return kills;
}

/** Until nothing waits, or for as long as retries may take. */
async function untilEnded(ctx: Context): Promise<void> {
  const limit = performance.now() + PATIENCE_MS;
  const waits = async () => {
    const [row] = await ctx.sql<{ waits: boolean }[]>`
      SELECT EXISTS (SELECT FROM deliveries WHERE state = 'pending') OR EXISTS (SELECT FROM changes WHERE fanned_out_at IS NULL)
          OR EXISTS (SELECT FROM outbox WHERE topic IN ('event.touched', 'change.recorded', 'fan_out.begun')) AS waits`;
    return row?.waits ?? true;
  };
  while (performance.now() < limit && (await surely(waits))) await pause(1_000);
}

async function run(): Promise<void> {
  const site = await openChaosSite({}, CLOCKS);
  try {
    const { ctx } = site;
    await generateEvents(ctx, { events: CHANGES, seed: 1, organizer: { source: 'chaos' } });
    const receiver = await startChaosReceiver();
    const endpoints: string[] = [];
    for (let index = 0; index < ENDPOINTS; index += 1) {
      const { id: companyId } = await createCompany(ctx, { name: `Chaos ${index}` });
      const { id: key } = await createKey(ctx, { companyId, kind: 'server' });
      endpoints.push((await addWebhook(ctx, { key, url: `${receiver.url}/${index}` })).id);
    }
    const ids = (await ctx.sql<{ id: string }[]>`SELECT id FROM events ORDER BY id`).map((row) => row.id);
    const from = performance.now();
    const controls = { disabled: { endpoint: 1, at: 0 }, removed: { endpoint: 3, at: 0 } };
    const working = changeEvents(ctx, ids).then(async () => {
      const control = async (of: { endpoint: number; at: number }, call: (id: string) => Promise<unknown>) => {
        await surely(() => call(endpoints[of.endpoint] ?? ''));
        of.at = performance.now();
      };
      await control(controls.disabled, (id) => disableEndpoint(ctx, id));
      await control(controls.removed, (id) => removeEndpoint(ctx, id));
      for (const id of ids.filter((_, index) => index % WITHDRAWN === 0)) {
        await surely(() => withdrawEvent(ctx, id));
        await pause(200);
      }
    });
    const kills = await wreak(site, receiver);
    await working;
    await untilEnded(ctx);
    const found = await checkDeliveries(ctx, { requests: receiver.requests, endpoints, ...controls });
    const seconds = ((performance.now() - from) / 1_000).toFixed(0);
    console.log(`Killed: ${JSON.stringify(kills)}. ${seconds} s`);
    console.log(found.summary);
    if (found.faults.length > 0) {
      throw new Error(`${found.faults.length} deliveries are wrong:\n${found.faults.slice(0, 20).join('\n')}`);
    }
  } finally {
    await site.close();
  }
}

run().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
