import { type ChaosSite, openChaosSite, PARTS, type Part } from '../../bench/support/chaos-site.js';
import { pause } from '../../bench/support/run.js';
import { createKey } from '../../src/access/create-key.js';
import { generateEvents } from '../../src/catalogue/generate-events.js';
import { withdrawEvent } from '../../src/catalogue/withdraw-event.js';
import { createCompany } from '../../src/companies/create-company.js';
import { ProblemError } from '../../src/core/problems.js';
import { addWebhook } from '../../src/deliveries/endpoints/add-endpoint.js';
import { disableEndpoint, removeEndpoint } from '../../src/deliveries/endpoints/switch-endpoint.js';
import { shardOf } from '../../src/deliveries/sender/leases.js';
import type { Context } from '../../src/platform/context/context.js';
import { enqueue } from '../../src/platform/outbox/messages.js';
import { type ChaosReceiver, startChaosReceiver } from './support/chaos-receiver.js';
import { judgeDeliveries, type Switched } from './support/judge-deliveries.js';
import { readDeliveries } from './support/read-deliveries.js';

/**
 * Changes and withdraws events while half of the endpoints fail half the time, workers, the API, the Temporal server and
 * Postgres are killed in turn, and a worker is stopped and goes on; then checks how every delivery ended: `npm run
 * trial -- chaos-deliveries [changes] [endpoints] [seconds of kills]`.
 */
const CHANGES = Number(process.argv[2] ?? 1_000);
const ENDPOINTS = Number(process.argv[3] ?? 20);
const CHAOS_MS = Number(process.argv[4] ?? 180) * 1_000;
/** One event in this many is withdrawn as soon as it has changed, and one at the end. */
const WITHDRAWN = 20;
/** The share of the time of kills that is for changes. */
const CHANGING = 0.6;
/** A worker that is further from the database's clock than thirty seconds takes no work: these are as far apart as two can be. */
const CLOCKS = { worker: 28_000, second: -28_000, wrong: 90_000 };
const STALL_MS = 20_000;
/** The last may fail for a second time at the end of the chaos: five minutes, and the way of all that waits. */
const MAX_WAIT_MS = 9 * 60_000;

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

/** A removal that Postgres took before it was killed is not found a second time. */
function unlessUnknown(error: unknown): void {
  if (!(error instanceof ProblemError)) throw error;
}

/** Changes each event once, in a transaction of its own, and withdraws some. */
async function changeEvents(ctx: Context, ids: readonly string[]): Promise<void> {
  for (const [index, id] of ids.entries()) {
    await surely(() =>
      ctx.sql.begin(async (tx) => {
        const rows =
          await tx`UPDATE events SET name = 'Changed ' || id WHERE id = ${id} AND name NOT LIKE 'Changed %' RETURNING id`;
        if (rows.length > 0) await enqueue(tx, 'event.touched', [id], ctx.clock.now());
      }),
    );
    await pause((CHAOS_MS * CHANGING) / CHANGES);
    if (index % WITHDRAWN === WITHDRAWN / 2) await surely(() => withdrawEvent(ctx, id));
  }
}

/** Switches endpoints, and remembers when the calls had answered. */
class Switches {
  readonly all: Switched[] = [];

  constructor(
    private readonly ctx: Context,
    private readonly endpoints: readonly string[],
  ) {}

  async switch(what: Switched['what'], endpoint: number | undefined): Promise<void> {
    if (endpoint === undefined) return;
    const id = this.endpoints[endpoint] ?? '';
    const call = () => (what === 'disabled' ? disableEndpoint(this.ctx, id) : removeEndpoint(this.ctx, id));
    await surely<unknown>(() => call().catch(unlessUnknown));
    this.all.push({ what, endpoint, at: Date.now() });
  }

  /** The numbers of failing endpoints that a worker holds and that were not switched. */
  async heldBy(pid: number): Promise<number[]> {
    const rows = await surely(
      () => this.ctx.sql<{ shard: number }[]>`SELECT shard FROM sender_shards WHERE holder LIKE ${`%/${pid}/%`}`,
    );
    const shards = new Set(rows.map(({ shard }) => shard));
    const isFree = (index: number) => index % 2 === 1 && index > 3 && !this.all.some((stop) => stop.endpoint === index);
    return this.endpoints.flatMap((id, index) => (isFree(index) && shards.has(shardOf(id)) ? [index] : []));
  }
}

/**
 * Kills a part after the other; a stopped worker does not know of endpoints that are disabled and removed in that time.
 */
async function wreak(site: ChaosSite, receiver: ChaosReceiver, switches: Switches): Promise<Record<string, number>> {
  const parts: Part[] = [...PARTS, 'second worker'];
  const kills: Record<string, number> = {};
  const until = performance.now() + CHAOS_MS;
  let stalled = false;
  for (let turn = 0; performance.now() < until; ) {
    await pause(2_000 + Math.random() * 8_000);
    if (!stalled && performance.now() > until - CHAOS_MS * (1 - CHANGING / 2)) {
      stalled = true;
      const [disabled, removed] = await switches.heldBy(site.pidOf('worker'));
      console.log(`  ${new Date().toISOString()} stops the worker for ${STALL_MS / 1_000} s`);
      const stall = site.stall('worker', STALL_MS);
      await switches.switch('disabled', disabled);
      await switches.switch('removed', removed);
      await stall;
      continue;
    }
    const part = parts[turn++ % parts.length] ?? 'worker';
    kills[part] = (kills[part] ?? 0) + 1;
    console.log(`  ${new Date().toISOString()} kills ${part}; ${receiver.requests.length} requests so far`);
    await site.crash(part, Math.random() * 2_000);
  }
  return kills;
}

/** Whether the worker whose clock is wrong ever counted as a sender. */
function watchWrong({ ctx, pidOf }: ChaosSite): { tookWork: boolean; stop(): void } {
  const watch = { tookWork: false, stop: () => clearInterval(timer) };
  const timer = setInterval(() => {
    const holder = `%/${pidOf('wrong worker')}/%`;
    ctx.sql`SELECT FROM senders WHERE holder LIKE ${holder}`.then(
      (rows) => {
        watch.tookWork ||= rows.length > 0;
      },
      () => {},
    );
  }, 500);
  return watch;
}

/** Until nothing waits, or for as long as retries may take. */
async function untilEnded(ctx: Context): Promise<void> {
  const limit = performance.now() + MAX_WAIT_MS;
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
    const wrong = watchWrong(site);
    const switches = new Switches(ctx, endpoints);
    const working = changeEvents(ctx, ids).then(async () => {
      await switches.switch('disabled', 1);
      await switches.switch('removed', 3);
      for (const id of ids.filter((_, index) => index % WITHDRAWN === 0)) {
        await surely(() => withdrawEvent(ctx, id));
        await pause(200);
      }
    });
    const kills = await wreak(site, receiver, switches);
    await working;
    await untilEnded(ctx);
    wrong.stop();
    const recorded = await readDeliveries(ctx);
    const found = judgeDeliveries({ ...recorded, requests: receiver.requests, endpoints, switched: switches.all });
    if (wrong.tookWork) found.faults.push('a worker took work although its clock is 90 s ahead');
    console.log(`Switched: ${JSON.stringify(switches.all)}`);
    const seconds = ((performance.now() - from) / 1_000).toFixed(0);
    console.log(`Killed: ${JSON.stringify(kills)}. ${seconds} s`);
    console.log(found.summary);
    if (found.faults.length > 0) {
      throw new Error(`${found.faults.length} faults:\n${found.faults.slice(0, 20).join('\n')}`);
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
