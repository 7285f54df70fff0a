import { randomText } from '../src/core/ids.js';
import { payOrder } from '../src/orders/pay-order.js';
import type { Context } from '../src/platform/context/context.js';
import { enqueue } from '../src/platform/outbox/messages.js';
import { type MailSink, POOR_DOMAINS } from '../test/support/outside/mail-sink.js';
import { openChaosSite } from './support/chaos-site.js';
import { cpuSeconds, residentMegabytes, startCpuMeter } from './support/process-usage.js';
import { median, report } from './support/report.js';
import { pause, runBench } from './support/run.js';
import { onTicketSite, type TicketShop, type TicketSite } from './support/ticket-site.js';

/** In its first minute V8 still tidies up after the start: 1 to 2 % of a core more. */
const SETTLE_SECONDS = 75;
const MESSAGES = 40;
/** Megabytes that the worker may have grown by between the first tenth of the mails and the last. */
const GROWTH_GOAL = 150;
const IDLE_MS = 10_000;

/** Milliseconds from the commit of a message until the relay has taken it away. */
async function pickUp(ctx: Context): Promise<number> {
  // For an order that does not exist: the worker only has to see it. (New orders are read once a second.)
  await enqueue(ctx.sql, 'order.closed', ['ord_bench'], ctx.clock.now());
  const from = performance.now();
  for (;;) {
    const [row] = await ctx.sql<
      { left: number }[]
    >`SELECT count(*)::int AS left FROM outbox WHERE topic = 'order.closed'`;
    if (row?.left === 0) return performance.now() - from;
    await pause(1);
  }
}

/** How much of a core a worker uses that has nothing to do, and how soon it sees a message nevertheless. */
async function idle(seconds = 60): Promise<void> {
  const site = await openChaosSite();
  try {
    await pause(SETTLE_SECONDS * 1_000);
    const used = startCpuMeter([site.pidOf('worker')]);
    await pause(seconds * 1_000);
    report('idle worker, % of a core', (100 * used()) / seconds, { atMost: 3.5 }, `over ${seconds} s`);
    const times: number[] = [];
    for (let count = 0; count < MESSAGES; count += 1) {
      times.push(await pickUp(site.ctx));
      await pause(Math.random() * 100);
    }
    // The database notifies the worker at the commit.
    report('a message seen, median ms', median(times), { atMost: 20 }, `of ${MESSAGES}`);
  } finally {
    await site.close();
  }
}

interface Size {
  orders: number;
  /** Addresses whose mails the mail server refuses, delays or drops. */
  others: number;
}

async function placeOrders(ctx: Context, shop: TicketShop, { orders, others }: Size): Promise<string[]> {
  const all = orders + others;
  const ids = Array.from({ length: all }, () => `ord_${randomText(20)}`);
  // Spread evenly, the kinds in turn.
  const domains = ids.map((_, n) => {
    const before = Math.floor((n * others) / all);
    const isOther = Math.floor(((n + 1) * others) / all) > before;
    return isOther ? (POOR_DOMAINS[before % POOR_DOMAINS.length] ?? '') : 'buyers.example';
  });
  const now = ctx.clock.now();
  const until = new Date(now.getTime() + 3_600_000);
  await ctx.sql`
    INSERT INTO order_lines (order_id, position, ticket_type_id, quantity, unit_price_minor, unit_total_minor)
    SELECT id, 1, ${shop.ticketTypeId}, 2, 1000, 1250 FROM unnest(${ids}::text[]) AS placed (id)`;
  await ctx.sql`
    INSERT INTO orders (id, company_id, key_id, mode, event_id, quantity, total_minor, currency, status, buyer_email, buyer_name, checkout_token, expires_at, hold_until, created_at)
    SELECT id, ${shop.companyId}, ${shop.keyId}, 'live', ${shop.eventId}, 2, 2500, 'PLN',
      'awaiting_payment', id || '@' || domain, 'Buyer ' || id, id, ${until}, ${until}, ${now}
    FROM unnest(${ids}::text[], ${domains}::text[]) AS placed (id, domain)`;
  await ctx.sql`UPDATE ticket_types SET held = ${all * 2}`;
  return ids;
}

/** How many of the orders that nothing stands in the way of were mailed. */
const mailed = ({ received }: MailSink): number =>
  new Set(received.flatMap(({ to }) => (to.endsWith('@buyers.example') ? [to] : []))).size;

/** Pays all orders, evenly over this many milliseconds. @returns the accepted ones. */
async function pay(ctx: Context, orders: readonly string[], overMs: number): Promise<number> {
  const from = performance.now();
  for (const [n, orderId] of orders.entries()) {
    await payOrder(ctx, { orderId, paymentReference: `pay_${orderId}` });
    const early = from + (overMs * (n + 1)) / orders.length - performance.now();
    if (early > 5) await pause(early);
  }
  return performance.now() - from;
}

/** Milliseconds of processor time that worker and Temporal server take for an order, beyond their idle use. */
async function startOrderCost(site: TicketSite['site'], orders: number): Promise<() => Promise<string>> {
  const parts = ['worker', 'temporal'] as const;
  await pause(10_000);
  const meters = () => parts.map((part) => startCpuMeter([site.pidOf(part)]));
  const idle = meters();
  await pause(IDLE_MS);
  const idleSeconds = idle.map((read) => read());
  const [from, busy] = [performance.now(), meters()];
  return async () => {
    // Workflows end, and searches follow, after the last mail.
    await pause(5_000);
    const periods = (performance.now() - from) / IDLE_MS;
    const costs = busy.map((read, n) => (1_000 * (read() - (idleSeconds[n] ?? 0) * periods)) / orders);
    return `${parts.map((part, n) => `${part} ${costs[n]?.toFixed(1)} ms`).join(', ')} of processor time an order`;
  };
}

/**
 * From payments to mails with tickets: 5,000 orders are paid in a minute, fewer in proportionally less, and all must be
 * mailed in ten times that, by one worker whose memory stays flat. The others are paid among them.
 */
async function mails({ site, sink, shop }: TicketSite, { orders, others }: Size): Promise<void> {
  const payingMs = (60_000 * orders) / 5_000;
  const goalMs = 10 * payingMs;
  const ids = await placeOrders(site.ctx, shop, { orders, others });
  const orderCost = await startOrderCost(site, orders);
  const from = performance.now();
  const paying = pay(site.ctx, ids, payingMs);
  const memory: number[] = [];
  while (mailed(sink) < orders && performance.now() - from < 3 * goalMs) {
    await pause(1_000);
    if (mailed(sink) >= orders / 10) memory.push(residentMegabytes(site.pidOf('worker')));
  }
  const took = performance.now() - from;
  const paid = await paying;
  console.log(await orderCost());
  const growth = (memory.at(-1) ?? 0) - (memory[0] ?? 0);
  console.log(
    `${ids.length} orders paid in ${(paid / 1_000).toFixed(0)} s; ${mailed(sink)} of ${orders} mailed after ${(took / 1_000).toFixed(0)} s ` +
      `(${((1_000 * mailed(sink)) / took).toFixed(1)} a second); worker ${memory[0]?.toFixed(0)} → ${memory.at(-1)?.toFixed(0)} MB, ` +
      `most ${Math.max(...memory).toFixed(0)}, ${cpuSeconds(site.pidOf('worker')).toFixed(0)} s of processor time`,
  );
  if (mailed(sink) < orders) throw new Error('not all were mailed');
  report('all are mailed, beside ten times the time of paying', took / goalMs, { atMost: 1 });
  report('growth of the worker, beside 150 MB', growth / GROWTH_GOAL, { atMost: 1 });
}

runBench(module, {
  idle,
  mails: (orders = 5_000, others = orders / 10) => onTicketSite((site) => mails(site, { orders, others })),
});
