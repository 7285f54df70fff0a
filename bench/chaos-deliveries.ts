import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createKey } from '../src/access/create-key.js';
import { generateEvents } from '../src/catalogue/generate-events.js';
import { createCompany } from '../src/companies/create-company.js';
import { addWebhook } from '../src/deliveries/add-webhook.js';
import type { Context } from '../src/platform/context/context.js';
import { enqueue } from '../src/platform/outbox/messages.js';
import { type ChaosSite, openChaosSite, PARTS, type Part, pause } from './support/chaos-site.js';

/**
 * Changes events while the worker, the API, the Temporal server and Postgres are killed at random, and checks that every
 * change reached every endpoint: `npm run build && node dist/bench/chaos-deliveries.js [changes] [endpoints]`.
 */
const CHANGES = Number(process.argv[2] ?? 1_000);
const ENDPOINTS = Number(process.argv[3] ?? 20);
const EXPECTED = CHANGES * ENDPOINTS;
/** Parts are killed for so long at most, while anything is left to arrive. */
const CHAOS_MS = 6 * 60_000;
/** How long the rest may take then: five minutes until the sweeper looks, and the way of all that waits. */
const PATIENCE_MS = 40 * 60_000;

interface Seen {
  deliveries: Set<string>;
  bodies: Set<string>;
  times: number;
}

/** What arrived, by endpoint and change. */
const seen = new Map<string, Seen>();

async function startReceiver(): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const pair = `${request.url} ${JSON.parse(body.toString()).id}`;
      const one = seen.get(pair) ?? { deliveries: new Set(), bodies: new Set(), times: 0 };
      one.deliveries.add(String(request.headers['service-delivery-id']));
      one.bodies.add(createHash('sha256').update(body).digest('hex'));
      one.times += 1;
      seen.set(pair, one);
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Changes each event once, in a transaction of its own, until it is known to have been committed. */
async function changeEvents(ctx: Context, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    for (;;) {
      try {
        await ctx.sql.begin(async (tx) => {
          const rows =
            await tx`UPDATE events SET name = 'Changed ' || id WHERE id = ${id} AND name <> 'Changed ' || id RETURNING id`;
          if (rows.length > 0) await enqueue(tx, 'event.touched', [id], ctx.clock.now());
        });
        break;
      } catch {
        await pause(200);
      }
    }
    await pause(30);
  }
}

async function wreak(site: ChaosSite, until: () => boolean): Promise<Record<Part, number>> {
  const kills = { worker: 0, api: 0, temporal: 0, postgres: 0 };
  while (!until()) {
    await pause(2_000 + Math.random() * 8_000);
    const part = PARTS[Math.floor(Math.random() * PARTS.length)] ?? 'worker';
    kills[part] += 1;
    console.log(`  ${new Date().toISOString()} kills ${part}; ${seen.size} of ${EXPECTED} have arrived`);
    await site.crash(part, Math.random() * 2_000);
  }
  return kills;
}

function assertComplete(changeIds: readonly string[]): number {
  let repeats = 0;
  for (let index = 0; index < ENDPOINTS; index += 1) {
    for (const id of changeIds) {
      const one = seen.get(`/${index} ${id}`);
      if (!one) throw new Error(`${id} never reached endpoint ${index}`);
      if (one.deliveries.size !== 1)
        throw new Error(`${id} reached endpoint ${index} as ${[...one.deliveries].join(', ')}`);
      if (one.bodies.size !== 1)
        throw new Error(`${id} reached endpoint ${index} with ${one.bodies.size} different bodies`);
      repeats += one.times - 1;
    }
  }
  if (seen.size !== changeIds.length * ENDPOINTS) throw new Error(`${seen.size} pairs arrived`);
  return repeats;
}

async function run(): Promise<void> {
  const site = await openChaosSite();
  try {
    const { ctx } = site;
    await generateEvents(ctx, { events: CHANGES, seed: 1, organizer: { source: 'chaos' } });
    const receiver = await startReceiver();
    for (let index = 0; index < ENDPOINTS; index += 1) {
      const { id: companyId } = await createCompany(ctx, { name: `Chaos ${index}` });
      const { id: key } = await createKey(ctx, { companyId, kind: 'server' });
      await addWebhook(ctx, { key, url: `${receiver}/${index}` });
    }
    const ids = (await ctx.sql<{ id: string }[]>`SELECT id FROM events ORDER BY id`).map((row) => row.id);
    const from = performance.now();
    const changing = changeEvents(ctx, ids);
    let changed = false;
    void changing.then(() => {
      changed = true;
    });
    const kills = await wreak(
      site,
      () => changed && (seen.size >= EXPECTED * 0.8 || performance.now() > from + CHAOS_MS),
    );
    const limit = performance.now() + PATIENCE_MS;
    await changing;
    // Events also change by themselves: what was recorded counts, and that is each event at least once.
    const recorded = () => ctx.sql<{ id: string; eventId: string }[]>`SELECT id, event_id FROM changes`;
    let changes = await recorded();
    while (seen.size < changes.length * ENDPOINTS && performance.now() < limit) {
      await pause(1_000);
      changes = await recorded();
    }
    const announced = new Set(changes.map((row) => row.eventId)).size;
    if (announced !== CHANGES) throw new Error(`changes of ${announced} events were recorded`);
    const repeats = assertComplete(changes.map((row) => row.id));
    const [told] = await ctx.sql<{ further: number; again: number }[]>`
      SELECT count(*) FILTER (WHERE number > 1) AS further, coalesce(sum(sends - 1), 0)::integer AS again FROM delivery_attempts`;
    if (repeats > (told?.again ?? 0) + (told?.further ?? 0)) {
      throw new Error(
        `${repeats} repeats, of which ${told?.again} were claimed again and ${told?.further} are retries`,
      );
    }
    console.log(
      `${CHANGES} changes to ${ENDPOINTS} endpoints: every one arrived, each with one id and the same bytes; ${repeats} came ` +
        `more than once: ${told?.again} attempts were claimed again after their worker or its database was killed, and ${told?.further} ` +
        `were retries. Killed: ${JSON.stringify(kills)}. ` +
        `${((performance.now() - from) / 1_000).toFixed(0)} s`,
    );
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
