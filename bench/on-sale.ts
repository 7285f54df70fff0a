import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { Pool } from 'undici';
import { generateEvents } from '../src/catalogue/generate-events.js';
import { addWebhook } from '../src/endpoints/add-endpoint.js';
import { enqueue } from '../src/platform/outbox/messages.js';
import { residentMegabytes } from './support/process-usage.js';
import { median, percentile, report } from './support/report.js';
import { pause, runBench } from './support/run.js';
import { onTicketSite, openTicketShop, type TicketShop, type TicketSite } from './support/ticket-site.js';

const WITHIN_MS = 30_000;
/** Of the contract's 32 minutes: long enough for all workflows to start before the first hold ends. */
const HOLD_SECONDS = 90;
const CALLERS = 64;
/** Orders of another event, evenly over the whole run: half of them are paid, a quarter each is cancelled and left. */
const ORDINARY = 20;
/** As many before it, to compare with. */
const QUIET = 8;
/** A Temporal server of yours, in a namespace of its own, instead of the one that `npm start` runs. */
const { TEMPORAL_ADDRESS } = process.env;
/** A change of the other partner's events. */
const CHANGE_EVERY_MS = 1_000;
/** How long the last holds may take after their end. */
const PATIENCE_MS = 10 * 60_000;

const FATES = ['paid', 'cancelled', 'paid', 'left'] as const;
/** So late may an ordinary hold end. */
const LATE_S = 15;

const orderOf = (shop: TicketShop, buyer: string) => ({
  headers: { authorization: `Bearer ${shop.key}`, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
  body: JSON.stringify({
    event_id: shop.eventId,
    ticket_type_id: shop.ticketTypeId,
    quantity: 1,
    buyer_email: buyer,
    buyer_name: 'Ada Lovelace',
  }),
});

/** What one run measures, in milliseconds and megabytes. */
class Watch {
  readonly webhooks: number[] = [];
  readonly mails: number[] = [];
  memory = 0;
  private readonly changedAt = new Map<string, number>();
  private readonly paidAt = new Map<string, number>();
  private readonly bought = new Map<string, (typeof FATES)[number]>();
  private mailsSeen = 0;
  private isOver = false;

  constructor(private readonly on: TicketSite) {}

  /** Receives the other partner's webhooks. */
  async receive(): Promise<string> {
    const server = createServer(async (request, response) => {
      const { data } = (await json(request)) as { data?: { event?: { id?: string } } };
      const id = data?.event?.id ?? '';
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

  /** An ordinary order: bought, and paid at once, cancelled, or left alone. */
  async buy(shop: TicketShop, n: number, calls: number[]): Promise<void> {
    const { origin } = this.on.site;
    const buyer = `ordinary-${n}@buyers.example`;
    const post = async (path: string, init: RequestInit, expected: number) => {
      const at = performance.now();
      const answer = await fetch(`${origin}${path}`, { method: 'POST', ...init, redirect: 'manual' });
      if (answer.status !== expected) throw new Error(`an ordinary POST ${path} answered ${answer.status}`);
      calls.push(performance.now() - at);
      return answer;
    };
    const answer = await post('/v1/orders', orderOf(shop, buyer), 200);
    const order = (await answer.json()) as { id: string; checkout_url: string };
    const fate = FATES[n % FATES.length] ?? 'left';
    this.bought.set(order.id, fate);
    if (fate === 'cancelled') {
      await post(`/v1/orders/${order.id}/cancel`, { ...orderOf(shop, buyer), body: '{}' }, 200);
    }
    if (fate !== 'paid') return;
    this.paidAt.set(buyer, performance.now());
    await post(`${new URL(order.checkout_url).pathname}/pay`, {}, 303);
  }

  /** How many ordinary orders were paid. */
  get paid(): number {
    return [...this.bought.values()].filter((fate) => fate === 'paid').length;
  }

  /** Ordinary orders that did not end as they should, or of which a buyer had no mail or two. */
  async wrong(): Promise<string[]> {
    const { site, sink } = this.on;
    const rows = await site.ctx.sql<{ id: string; status: string; lateS: number | null }[]>`
      SELECT id, status, extract(epoch FROM closed_at - hold_until)::float8 AS late_s FROM orders WHERE id IN ${site.ctx.sql([...this.bought.keys()])}`;
    const faults = rows.flatMap(({ id, status, lateS }) => {
      const fate = this.bought.get(id);
      if (status !== (fate === 'left' ? 'expired' : fate)) return [`${id} was ${fate}, and is ${status}`];
      return fate === 'left' && (lateS ?? 0) > LATE_S ? [`${id} ended ${lateS} s late`] : [];
    });
    const mails = sink.received.filter(({ to }) => to.startsWith('ordinary-'));
    if (new Set(mails.map(({ to }) => to)).size < mails.length) faults.push('somebody was mailed twice');
    return faults;
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

/** Places the orders at a constant rate, as far as they are taken. */
async function placeOrders({ site, shop }: TicketSite, orders: number): Promise<void> {
  const pool = new Pool(site.origin, { connections: CALLERS, pipelining: 1 });
  const [times, from]: [number[], number] = [[], performance.now()];
  let next = 0;
  const caller = async () => {
    for (let n = next++; n < orders; n = next++) {
      await pause(Math.max(0, from + (n * WITHIN_MS) / orders - performance.now()));
      const at = performance.now();
      const order = orderOf(shop, 'ada@buyers.example');
      const { statusCode, body } = await pool.request({ method: 'POST', path: '/v1/orders', ...order });
      if (statusCode !== 200) throw new Error(`POST /orders answered ${statusCode}: ${await body.text()}`);
      await body.dump();
      times.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  await pool.close();
  const seconds = ((performance.now() - from) / 1_000).toFixed(0);
  console.log(`  ${orders} orders taken in ${seconds} s, ${tail(times, 0.99)}`);
}

/** Another partner with events of its own and a webhook for them, and an event with tickets. */
async function openOther({ site: { ctx }, shop }: TicketSite, receiver: string) {
  await generateEvents(ctx, { events: 2_000, seed: 1, organizer: { source: 'generated' } });
  const generated = await ctx.sql<{ id: string }[]>`SELECT id FROM events WHERE id <> ${shop.eventId} ORDER BY id`;
  const other = await openTicketShop(ctx, 'other');
  await addWebhook(ctx, { key: other.keyId, url: receiver });
  return { other, ids: generated.map(({ id }) => id) };
}

/** Waits until no hold of the shop is left; milliseconds that each ended late, by the database's clock. */
async function untilEnded({ site: { ctx }, shop }: TicketSite, sold = 0): Promise<number[]> {
  const limit = performance.now() + HOLD_SECONDS * 1_000 + PATIENCE_MS;
  for (;;) {
    const [row] = await ctx.sql<{ open: number }[]>`
      SELECT count(*)::int AS open FROM orders WHERE status = 'awaiting_payment' AND ticket_type_id = ${shop.ticketTypeId}`;
    if (row?.open === 0) break;
    if (performance.now() > limit) throw new Error(`${row?.open} holds have not ended`);
    await pause(1_000);
  }
  const [stock] = await ctx.sql`SELECT held, sold FROM ticket_types WHERE id = ${shop.ticketTypeId}`;
  if (stock?.held !== 0 || stock?.sold !== sold) throw new Error(`held ${stock?.held}, sold ${stock?.sold}`);
  const rows = await ctx.sql<{ late: number }[]>`
    SELECT extract(epoch FROM closed_at - hold_until)::float8 * 1000 AS late FROM orders
    WHERE status = 'expired' AND ticket_type_id = ${shop.ticketTypeId}`;
  return rows.map(({ late }) => late);
}

const tail = (values: number[], share = 0.95) => `p${100 * share} ${(percentile(values, share) / 1_000).toFixed(2)} s`;

function inSeconds(name: string, ms: number, atMost: number, detail: string): void {
  report(`${name} (s)`, ms / 1_000, { atMost }, detail);
}

/**
 * Orders for one event within half a minute, whose holds then end together, nearly all unpaid; meanwhile the webhooks of
 * another partner, and ordinary orders of another event.
 */
async function onSale(on: TicketSite, orders: number): Promise<void> {
  const watch = new Watch(on);
  const { other, ids } = await openOther(on, await watch.receive());
  const looking = watch.look();
  const [alone, beside]: [number[], number[]] = [[], []];
  for (let n = 0; n < QUIET; n += 1) await watch.buy(other, n, alone).then(() => pause(500));
  const changing = watch.change(ids);
  const spanMs = WITHIN_MS + HOLD_SECONDS * 1_000;
  const ordinary = (async () => {
    for (let n = 0; n < ORDINARY; n += 1) {
      await watch.buy(other, QUIET + n, beside);
      await pause(spanMs / ORDINARY);
    }
  })();
  await placeOrders(on, orders);
  const [late] = await Promise.all([untilEnded(on), ordinary]);
  await untilEnded({ ...on, shop: other }, watch.paid);
  await pause(10_000);
  const wrong = await watch.wrong();
  for (const fault of wrong) console.log(`  ${fault}`);
  const missing = watch.stop();
  await Promise.all([looking, changing]);
  inSeconds('held past the end, most', Math.max(...late), 30, tail(late, 0.99));
  const webhooks = `${watch.webhooks.length}, ${missing.webhooks} missing, ${tail(watch.webhooks)}`;
  inSeconds("another partner's webhooks, median", median(watch.webhooks), 5, webhooks);
  const mails = `${watch.mails.length}, ${missing.mails} missing, ${tail(watch.mails)}`;
  inSeconds('mails of ordinary orders, median', median(watch.mails), 5, mails);
  const calls = `${tail(beside)}; alone ${median(alone).toFixed(0)} ms, ${tail(alone)}`;
  inSeconds('calls for ordinary orders, median', median(beside), 1, calls);
  report('ordinary orders that ended otherwise', wrong.length, { atMost: 0 }, `of ${QUIET + ORDINARY}`);
  report('worker, most memory (MB)', watch.memory, { atMost: 600 });
}

const temporal = TEMPORAL_ADDRESS && { TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE: `on-sale-${Date.now()}` };
const settings = { HOLD_FOR: `${HOLD_SECONDS}s`, ...temporal };
runBench(module, { orders: (count = 30_000) => onTicketSite((site) => onSale(site, count), settings) });
