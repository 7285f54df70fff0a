import { Pool } from 'undici';
import { generateEvents } from '../../src/catalogue/generate-events.js';
import { addWebhook } from '../../src/deliveries/endpoints/add-endpoint.js';
import type { Context } from '../../src/platform/context/context.js';
import { median, percentile, report } from './report.js';
import { pause } from './run.js';
import { type SaleSite, SaleWatch } from './sale-watch.js';
import { openTicketShop, orderOf, type TicketShop } from './ticket-site.js';

export interface SaleTerms {
  orders: number;
  /** The time for placing them, if they are accepted that fast. */
  withinMs: number;
  /** How many are under way at once. */
  callers: number;
  /** `HOLD_FOR` of the site: long enough for all workflows to start before the first hold ends. */
  holdMs: number;
  /** Called when half of the time to place them is over. */
  halfway?(): Promise<void>;
}

/** Orders of another event, evenly over the whole run: half of them are paid, a quarter each is cancelled and left. */
const ORDINARY = 20;
/** As many before it, to compare with. */
const QUIET = 8;
/** How long the last holds may take after their end. */
const MAX_WAIT_MS = 10 * 60_000;
/** Before an order that failed is sent again, with its Idempotency-Key. */
const AGAIN_MS = 500;

/**
 * Orders for one event within a short time, whose holds then end together, nearly all unpaid; at the same time webhooks
 * of another partner, and ordinary orders of another event.
 *
 * @returns whether every bound was kept.
 */
export async function runSale(site: SaleSite, terms: SaleTerms): Promise<boolean> {
  const watch = new SaleWatch(site);
  const { shop } = site;
  const { other, ids } = await openOther(site.ctx, shop, await watch.receive());
  const looking = watch.look();
  const [alone, beside]: [number[], number[]] = [[], []];
  for (let n = 0; n < QUIET; n += 1) await watch.buy(other, n, alone).then(() => pause(500));
  const changing = watch.change(ids);
  const spanMs = terms.withinMs + terms.holdMs;
  const ordinary = (async () => {
    for (let n = 0; n < ORDINARY; n += 1) {
      await watch.buy(other, QUIET + n, beside);
      await pause(spanMs / ORDINARY);
    }
  })();
  const halfway = pause(terms.withinMs / 2).then(() => terms.halfway?.());
  const repeated = await placeOrders(site, shop, terms);
  await halfway;
  const [late] = await Promise.all([untilEnded(site.ctx, shop, terms), ordinary]);
  await untilEnded(site.ctx, other, terms, watch.paid);
  await pause(10_000);
  const wrong = await watch.wrong();
  for (const fault of wrong) console.log(`  ${fault}`);
  const missing = watch.stop();
  await Promise.all([looking, changing]);
  const kept: boolean[] = [];
  const bound = (name: string, value: number, atMost: number, detail?: string) => {
    kept.push(report(name, value, { atMost }, detail));
  };
  const inSeconds = (name: string, ms: number, atMost: number, detail: string) =>
    bound(`${name} (s)`, ms / 1_000, atMost, detail);
  bound('orders taken that are not there', Math.abs(terms.orders - late.length), 0, `of ${terms.orders}`);
  bound('calls that had to be repeated', repeated, 0);
  inSeconds('held past the end, most', Math.max(...late), 30, tail(late, 0.99));
  const webhooks = `${watch.webhooks.length}, ${missing.webhooks} missing, ${tail(watch.webhooks)}`;
  inSeconds("another partner's webhooks, median", median(watch.webhooks), 5, webhooks);
  const mails = `${watch.mails.length}, ${missing.mails} missing, ${tail(watch.mails)}`;
  inSeconds('mails of ordinary orders, median', median(watch.mails), 5, mails);
  const calls = `${tail(beside)}; alone ${median(alone).toFixed(0)} ms, ${tail(alone)}`;
  inSeconds('calls for ordinary orders, median', median(beside), 1, calls);
  bound('ordinary orders that ended otherwise', wrong.length, 0, `of ${QUIET + ORDINARY}`);
  for (const [kind, megabytes] of watch.memory) bound(`${kind}, most memory (MB)`, megabytes, 600);
  return kept.every(Boolean);
}

/** Places the orders at a constant rate, as far as they are accepted. @returns how many calls had to be repeated. */
async function placeOrders(site: SaleSite, shop: TicketShop, terms: SaleTerms): Promise<number> {
  const { orders, withinMs, callers } = terms;
  const pool = new Pool(site.origin, { connections: callers, pipelining: 1 });
  const [times, from]: [number[], number] = [[], performance.now()];
  const refusals = new Map<string, number>();
  let next = 0;
  /** Whether it was taken. */
  const place = async (order: ReturnType<typeof orderOf>): Promise<boolean> => {
    const said = await pool.request({ method: 'POST', path: '/v1/orders', ...order }).then(
      async ({ statusCode, body }) => ({ isTaken: statusCode === 200, text: `${statusCode} ${await body.text()}` }),
      (error: Error) => ({ isTaken: false, text: error.message }),
    );
    const refusal = said.text.replaceAll(/req_\w+/g, 'req_…').slice(0, 160);
    if (!said.isTaken) refusals.set(refusal, (refusals.get(refusal) ?? 0) + 1);
    return said.isTaken;
  };
  const caller = async () => {
    for (let n = next++; n < orders; n = next++) {
      await pause(Math.max(0, from + (n * withinMs) / orders - performance.now()));
      const at = performance.now();
      const order = orderOf(shop, 'ada@buyers.example');
      while (!(await place(order))) {
        if (performance.now() - from > MAX_WAIT_MS) throw new Error(`orders are not taken: ${[...refusals.keys()]}`);
        await pause(AGAIN_MS);
      }
      times.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  await pool.close();
  const seconds = (performance.now() - from) / 1_000;
  const rate = `${(orders / seconds).toFixed(0)} a second`;
  console.log(
    `  ${orders} orders taken in ${seconds.toFixed(1)} s, ${rate}, median ${median(times).toFixed(0)} ms, ${tail(times, 0.99)}`,
  );
  for (const [refusal, count] of refusals) console.log(`  ${count} × ${refusal}`);
  return [...refusals.values()].reduce((sum, count) => sum + count, 0);
}

/** Another partner with events of its own and a webhook for them, and an event with tickets. */
async function openOther(ctx: Context, shop: TicketShop, receiver: string) {
  await generateEvents(ctx, { events: 2_000, seed: 1, organizer: { source: 'generated' } });
  const generated = await ctx.sql<{ id: string }[]>`SELECT id FROM events WHERE id <> ${shop.eventId} ORDER BY id`;
  const other = await openTicketShop(ctx, 'other');
  await addWebhook(ctx, { key: other.keyId, url: receiver });
  return { other, ids: generated.map(({ id }) => id) };
}

/** Waits until no hold of the shop is left; milliseconds that each ended late, by the database's clock. */
async function untilEnded({ sql }: Context, shop: TicketShop, terms: SaleTerms, sold = 0): Promise<number[]> {
  const limit = performance.now() + terms.holdMs + MAX_WAIT_MS;
  for (;;) {
    const [row] = await sql<{ open: number }[]>`
      SELECT count(*)::int AS open FROM orders WHERE status = 'awaiting_payment' AND event_id = ${shop.eventId}`;
    if (row?.open === 0) break;
    if (performance.now() > limit) throw new Error(`${row?.open} holds have not ended`);
    await pause(1_000);
  }
  const [stock] = await sql`SELECT held, sold FROM ticket_types WHERE id = ${shop.ticketTypeId}`;
  if (stock?.held !== 0 || stock?.sold !== sold) throw new Error(`held ${stock?.held}, sold ${stock?.sold}`);
  const rows = await sql<{ late: number }[]>`
    SELECT extract(epoch FROM closed_at - hold_until)::float8 * 1000 AS late FROM orders
    WHERE status = 'expired' AND event_id = ${shop.eventId}`;
  return rows.map(({ late }) => late);
}

const tail = (values: number[], share = 0.95) => `p${100 * share} ${(percentile(values, share) / 1_000).toFixed(2)} s`;
