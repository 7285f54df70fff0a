import { randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent } from 'undici';
import { createKey } from '../src/access/create-key.js';
import { generateEvents } from '../src/catalogue/generate-events.js';
import { projectChanges } from '../src/catalogue/project-changes.js';
import { createCompany } from '../src/companies/create-company.js';
import { addWebhook } from '../src/deliveries/endpoints/add-endpoint.js';
import type { Context } from '../src/platform/context/context.js';
import { enqueue } from '../src/platform/outbox/messages.js';
import type { ChaosSite } from './support/chaos-site.js';
import { treeSeconds } from './support/process-usage.js';
import { pause, runBench } from './support/run.js';
import { onTicketSite, type TicketSite } from './support/ticket-site.js';

const PARTS = ['api', 'worker', 'postgres', 'temporal'] as const;
const IDLE_SECONDS = 20;
const CALLERS = 8;
const ENDPOINTS = 10;
const agent = new Agent({ connections: CALLERS });

const usage = (site: ChaosSite) => PARTS.map((part) => treeSeconds(site.pidOf(part)));

/** Prints the milliseconds of processor time that each part takes for one of `count`, beyond its idle use. */
async function cost(
  site: ChaosSite,
  idle: readonly number[],
  name: string,
  count: number,
  work: () => Promise<unknown>,
) {
  const [from, before] = [performance.now(), usage(site)];
  await work();
  // Workflows end, and batches are written, a little later.
  await pause(5_000);
  const seconds = (performance.now() - from) / 1_000;
  const each = usage(site).map((at, n) => (1_000 * (at - (before[n] ?? 0) - seconds * (idle[n] ?? 0))) / count);
  const sum = each.reduce((all, seconds) => all + seconds, 0);
  console.log(
    [name.padEnd(42), ...each.map((seconds) => seconds.toFixed(2).padStart(8)), sum.toFixed(2).padStart(8)].join(' | '),
  );
}

/** Does `work` this many times, by eight callers. */
async function times(count: number, work: (n: number) => Promise<void>): Promise<void> {
  let next = 0;
  const caller = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
}

async function call(
  origin: string,
  path: string,
  options: { key?: string; body?: object; method?: 'GET' | 'POST' } = {},
) {
  const { key, body, method = 'GET' } = options;
  const headers = {
    ...(key && { authorization: `Bearer ${key}` }),
    ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
  };
  const answer = await agent.request({ origin, path, method, headers, body: body && JSON.stringify(body) });
  const text = await answer.body.text();
  if (answer.statusCode >= 400) throw new Error(`${path} answered ${answer.statusCode}: ${text}`);
  return text;
}

const untilEmpty = async ({ sql }: Context) => {
  const waits = () => sql`
    SELECT WHERE EXISTS (SELECT FROM outbox) OR EXISTS (SELECT FROM changes WHERE fanned_out_at IS NULL)
              OR EXISTS (SELECT FROM deliveries WHERE state = 'pending')`;
  do await pause(100);
  while ((await waits()).length > 0);
};

async function changeEvents(ctx: Context, count: number): Promise<void> {
  await ctx.sql.begin(async (tx) => {
    const rows = await tx<{ id: string }[]>`
      UPDATE events SET name = 'Changed ' || ${randomBytes(4).toString('hex')}
       WHERE id IN (SELECT id FROM events WHERE NOT test AND shared ORDER BY id LIMIT ${count}) RETURNING id`;
    await enqueue(
      tx,
      'event.touched',
      rows.map(({ id }) => id),
      ctx.clock.now(),
    );
  });
  await projectChanges(ctx);
  await untilEmpty(ctx);
}

/** The processor time of a read, an order, a payment with its mail, and a delivery, by process. */
async function measure({ site, sink, shop }: TicketSite, { events, reads, orders, changes }: Record<string, number>) {
  const { ctx, origin } = site;
  await generateEvents(ctx, { events: events ?? 0, seed: 1, organizer: { source: 'capacity' } });
  await ctx.sql`ANALYZE`;
  const read = (n: number) => {
    const day = new Date(ctx.clock.now().getTime() + (n % 300) * 86_400_000).toISOString().slice(0, 10);
    return call(origin, `/v1/events?limit=20&from=${day}&country=${['DE', 'FR', 'PL', 'GB'][n % 4]}`, {
      key: shop.key,
    });
  };
  // Until the compilers of V8 have seen it.
  await times(500, async (n) => void (await read(n)));
  await untilEmpty(ctx);
  await pause(10_000);
  const begun = usage(site);
  await pause(IDLE_SECONDS * 1_000);
  const idle = usage(site).map((at, n) => (at - (begun[n] ?? 0)) / IDLE_SECONDS);
  console.log(
    ['ms of processor time for'.padEnd(42), ...PARTS.map((part) => part.padStart(8)), '     sum'].join(' | '),
  );
  console.log(
    ['a second of doing nothing'.padEnd(42), ...idle.map((seconds) => (1_000 * seconds).toFixed(2).padStart(8))].join(
      ' | ',
    ),
  );
  const took = (name: string, count: number, work: () => Promise<unknown>) => cost(site, idle, name, count, work);

  await took('a page of 20 events', reads ?? 0, () => times(reads ?? 0, async (n) => void (await read(n))));
  const urls: string[] = [];
  const body = { event_id: shop.eventId, ticket_type_id: shop.ticketTypeId, quantity: 2, buyer_name: 'Ada Lovelace' };
  await took('an order placed, its tickets held', orders ?? 0, async () => {
    await times(orders ?? 0, async (n) => {
      const answer = await call(origin, '/v1/orders', {
        ...{ key: shop.key, method: 'POST', body: { ...body, buyer_email: `${n}@buyers.example` } },
      });
      urls.push(JSON.parse(answer).checkout_url);
    });
    await untilEmpty(ctx);
  });
  const mailed = () => new Set(sink.received.map(({ to }) => to)).size;
  await took('a payment, with the mail of two tickets', urls.length, async () => {
    await times(urls.length, async (n) => {
      await call(origin, `${new URL(urls[n] ?? '').pathname}/pay`, { method: 'POST' });
    });
    while (mailed() < urls.length) await pause(200);
    await untilEmpty(ctx);
  });

  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(204).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  for (let n = 0; n < ENDPOINTS; n += 1) {
    const { id: companyId } = await createCompany(ctx, { name: `Capacity ${n}` });
    const { id: key } = await createKey(ctx, { companyId, kind: 'server' });
    await addWebhook(ctx, { key, url: `http://127.0.0.1:${port}/${n}` });
  }
  await changeEvents(ctx, 100);
  const deliveries = (changes ?? 0) * ENDPOINTS;
  await took('a webhook delivered, one of 10 for a change', deliveries, () => changeEvents(ctx, changes ?? 0));
  const [kept] = await ctx.sql<{ bytes: number }[]>`
    SELECT (sum(pg_total_relation_size(name::regclass)) / (SELECT count(*) FROM deliveries))::int AS bytes
      FROM unnest(ARRAY['deliveries', 'delivery_attempts', 'changes']) name`;
  console.log(`a delivery takes ${kept?.bytes} bytes while it is kept, with its attempt and its share of the change`);
  server.closeAllConnections();
  server.close();
}

runBench(module, {
  costs: (events = 20_000, reads = 8_000, orders = 1_500, changes = 1_000) =>
    onTicketSite((site) => measure(site, { events, reads, orders, changes })),
});
