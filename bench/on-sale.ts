import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Pool } from 'undici';
import { createKey } from '../src/access/create-key.js';
import { generateEvents } from '../src/catalogue/generate-events.js';
import { createCompany } from '../src/companies/create-company.js';
import { addWebhook } from '../src/deliveries/add-webhook.js';
import { enqueue } from '../src/platform/outbox/messages.js';
import { pause } from './support/chaos-site.js';
import { residentMegabytes } from './support/process-usage.js';
import { median, percentile, report } from './support/report.js';
import { onTicketSite, type TicketShop, type TicketSite } from './support/ticket-site.js';

/**
 * One on-sale: orders for one event within half a minute, whose holds then end together, nearly all unpaid; meanwhile the
 * webhooks of another partner, and orders that are paid and mailed. On what `npm start` runs, embedded Temporal included:
 * `npm run build && node dist/bench/on-sale.js [orders]`.
 */
const ORDERS = Number(process.argv[2] ?? 30_000);
const WITHIN_MS = 30_000;
/** Of the contract's 32 minutes: long enough for all workflows to start before the first hold ends. */
const HOLD_SECONDS = 90;
const CALLERS = 64;
/** Orders of another event that are paid, evenly over the whole run. */
const ORDINARY = 20;
/** A change of the other partner's events. */
const CHANGE_EVERY_MS = 1_000;
/** How long the last holds may take after their end. */
const PATIENCE_MS = 10 * 60_000;

const bodyOf = (shop: TicketShop, buyer: string) =>
  JSON.stringify({
    event_id: shop.eventId,
    ticket_type_id: shop.ticketTypeId,
    quantity: 1,
    buyer_email: buyer,
    buyer_name: 'Ada Lovelace',
  });

/** What one run measures, in milliseconds and megabytes. */
class Watch {
  readonly webhooks: number[] = [];
  readonly mails: number[] = [];
  memory = 0;
  private readonly changedAt = new Map<string, number>();
  private readonly paidAt = new Map<string, number>();
  private mailsSeen = 0;
  private isOver = false;

  constructor(private readonly on: TicketSite) {}

  /** Receives the other partner's webhooks. */
  async receive(): Promise<string> {
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const { data } = JSON.parse(Buffer.concat(chunks).toString());
      const id: string = data?.event?.id ?? '';
      const changed = this.changedAt.get(id);
      if (changed !== undefined) this.webhooks.push(performance.now() - changed);
      this.changedAt.delete(id);
      response.writeHead(204).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    server.unref();
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  async change(ids: readonly string[]): Promise<void> {
    const { ctx } = this.on.site;
    for (const id of ids) {
      if (this.isOver) return;
      this.changedAt.set(id, performance.now());
      await ctx.sql.begin(async (tx) => {
        await tx`UPDATE events SET name = 'Changed ' || id WHERE id = ${id}`;
        await enqueue(tx, 'event.touched', [id], ctx.clock.now());
      });
      await pause(CHANGE_EVERY_MS);
    }
  }

  /** An ordinary order: bought, and paid at once. */
  async buy(shop: TicketShop, n: number): Promise<void> {
    const { origin } = this.on.site;
    const buyer = `ordinary-${n}@buyers.example`;
    const headers = {
      authorization: `Bearer ${shop.key}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    };
    const answer = await fetch(`${origin}/v1/orders`, { method: 'POST', headers, body: bodyOf(shop, buyer) });
    const order = (await answer.json()) as { checkout_url?: string };
    if (!order.checkout_url) throw new Error(`an ordinary order answered ${answer.status}`);
    this.paidAt.set(buyer, performance.now());
    const page = `${origin}${new URL(order.checkout_url).pathname}/pay`;
    const paid = await fetch(page, { method: 'POST', redirect: 'manual' });
    if (paid.status !== 303) throw new Error(`an ordinary payment answered ${paid.status}`);
  }

  /** Until {@link stop}: memory, and which mails came. */
  async look(): Promise<void> {
    const { site, sink } = this.on;
    for (let n = 0; !this.isOver; n += 1) {
      for (const { to } of sink.received.slice(this.mailsSeen)) {
        const paid = this.paidAt.get(to);
        if (paid !== undefined) this.mails.push(performance.now() - paid);
        this.paidAt.delete(to);
      }
      this.mailsSeen = sink.received.length;
      if (n % 20 === 0) this.memory = Math.max(this.memory, residentMegabytes(site.pidOf('worker')));
      await pause(50);
    }
  }

  /** What never came counts as late. */
  stop(): { webhooks: number; mails: number } {
    this.isOver = true;
    return { webhooks: this.changedAt.size, mails: this.paidAt.size };
  }
}

/** Places the orders at a constant rate, as far as they are taken; milliseconds of each. */
async function onSale({ site, shop }: TicketSite): Promise<number[]> {
  const pool = new Pool(site.origin, { connections: CALLERS, pipelining: 1 });
  const times: number[] = [];
  const from = performance.now();
  let next = 0;
  const caller = async () => {
    for (let n = next++; n < ORDERS; n = next++) {
      await pause(Math.max(0, from + (n * WITHIN_MS) / ORDERS - performance.now()));
      const at = performance.now();
      const { statusCode, body } = await pool.request({
        method: 'POST',
        path: '/v1/orders',
        headers: {
          authorization: `Bearer ${shop.key}`,
          'content-type': 'application/json',
          'idempotency-key': randomUUID(),
        },
        body: bodyOf(shop, 'ada@buyers.example'),
      });
      if (statusCode !== 200) throw new Error(`POST /orders answered ${statusCode}: ${await body.text()}`);
      await body.dump();
      times.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  await pool.close();
  console.log(`  ${ORDERS} orders taken in ${((performance.now() - from) / 1_000).toFixed(0)} s`);
  return times;
}

/** Another partner with events of its own and a webhook for them, and an event with tickets. */
async function openOther({ site, shop }: TicketSite, receiver: string): Promise<{ other: TicketShop; ids: string[] }> {
  const { ctx } = site;
  await generateEvents(ctx, { events: 2_000, seed: 1, organizer: { source: 'other' } });
  const { id: companyId } = await createCompany(ctx, { name: 'Other' });
  const key = await createKey(ctx, { companyId, kind: 'server', capabilities: ['EMBEDDED_CHECKOUT'] });
  await addWebhook(ctx, { key: key.id, url: receiver });
  const [eventId, ticketTypeId] = ['evt_other', 'tkt_other'];
  await ctx.sql`
    INSERT INTO events SELECT (jsonb_populate_record(e, jsonb_build_object('id', ${eventId}::text, 'external_id', 'other'))).* FROM events e WHERE id = ${shop.eventId}`;
  await ctx.sql`
    INSERT INTO ticket_types SELECT (jsonb_populate_record(t, jsonb_build_object('id', ${ticketTypeId}::text, 'event_id', ${eventId}::text))).* FROM ticket_types t WHERE id = ${shop.ticketTypeId}`;
  const rows = await ctx.sql<{ id: string }[]>`
    SELECT id FROM events WHERE id NOT IN (${eventId}, ${shop.eventId}) ORDER BY id`;
  return {
    other: { ...shop, companyId, keyId: key.id, key: key.key, eventId, ticketTypeId },
    ids: rows.map(({ id }) => id),
  };
}

/** Waits until no hold is left; milliseconds that each ended late, by the database's clock. */
async function untilEnded({ site: { ctx }, shop }: TicketSite): Promise<number[]> {
  const limit = performance.now() + HOLD_SECONDS * 1_000 + PATIENCE_MS;
  for (;;) {
    const [row] = await ctx.sql<{ open: number }[]>`
      SELECT count(*)::int AS open FROM orders WHERE status = 'awaiting_payment' AND ticket_type_id = ${shop.ticketTypeId}`;
    if (row?.open === 0) break;
    if (performance.now() > limit) throw new Error(`${row?.open} holds have not ended`);
    await pause(1_000);
  }
  const [stock] = await ctx.sql<{ held: number; sold: number }[]>`
    SELECT held, sold FROM ticket_types WHERE id = ${shop.ticketTypeId}`;
  if (stock?.held !== 0 || stock.sold !== 0) throw new Error(`held ${stock?.held}, sold ${stock?.sold}`);
  const rows = await ctx.sql<{ late: number }[]>`
    SELECT extract(epoch FROM closed_at - hold_until)::float8 * 1000 AS late FROM orders
    WHERE status = 'expired' AND ticket_type_id = ${shop.ticketTypeId}`;
  return rows.map(({ late }) => late);
}

async function run(on: TicketSite): Promise<void> {
  const watch = new Watch(on);
  const { other, ids } = await openOther(on, await watch.receive());
  const looking = watch.look();
  const changing = watch.change(ids);
  const spanMs = WITHIN_MS + HOLD_SECONDS * 1_000;
  const ordinary = (async () => {
    for (let n = 0; n < ORDINARY; n += 1) {
      await watch.buy(other, n);
      await pause(spanMs / ORDINARY);
    }
  })();
  const times = await onSale(on);
  const [late] = await Promise.all([untilEnded(on), ordinary]);
  await pause(10_000);
  const missing = watch.stop();
  await Promise.all([looking, changing]);
  const log = readFileSync(join(on.site.folder, 'temporal.log'), 'utf8').split('\n');
  const errors = log.filter((line) => /"level":"error"|deadline exceeded/i.test(line)).length;
  const [workflows] = await on.site.ctx.sql<{ shared: number }[]>`
    SELECT count(DISTINCT hold_batch)::int AS shared FROM orders`;
  const seconds = (ms: number) => ms / 1_000;
  const median95 = (values: number[]) => `p95 ${seconds(percentile(values, 0.95)).toFixed(2)} s`;
  report(
    'held past the end, most (s)',
    seconds(Math.max(...late)),
    { atMost: 30 },
    `p99 ${seconds(percentile(late, 0.99)).toFixed(2)} s`,
  );
  report(
    "another partner's webhooks, median (s)",
    seconds(median(watch.webhooks)),
    { atMost: 5 },
    `${watch.webhooks.length}, ${missing.webhooks} missing, ${median95(watch.webhooks)}`,
  );
  report(
    'mails of ordinary orders, median (s)',
    seconds(median(watch.mails)),
    { atMost: 5 },
    `${watch.mails.length} of ${ORDINARY}, ${median95(watch.mails)}`,
  );
  report('worker, most memory (MB)', watch.memory, { atMost: 600 });
  report(
    "errors in Temporal's log",
    errors,
    { atMost: 100 },
    `${workflows?.shared} shared workflows; POST /orders p99 ${percentile(times, 0.99).toFixed(0)} ms`,
  );
  console.log(`again: npm run build && node dist/bench/on-sale.js ${ORDERS}`);
}

void onTicketSite(run, { HOLD_FOR: `${HOLD_SECONDS}s` });
