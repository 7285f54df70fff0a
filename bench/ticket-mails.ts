import { randomText } from '../src/core/ids.js';
import { payOrder } from '../src/orders/pay-order.js';
import type { Context } from '../src/platform/context/context.js';
import { pause } from './support/chaos-site.js';
import { type MailSink, POOR_DOMAINS } from './support/mail-sink.js';
import { cpuSeconds, residentMegabytes, startCpuMeter } from './support/process-usage.js';
import { report } from './support/report.js';
import { onTicketSite, type TicketShop, type TicketSite } from './support/ticket-site.js';

/**
 * From payments to mails with tickets: so many orders are paid in a minute, and all are to be mailed within ten, by one
 * worker whose memory stays flat: `npm run build && node dist/bench/ticket-mails.js [orders] [others]`. Fewer orders are
 * paid in proportionally less time and have proportionally less time to be mailed. The others are paid among them, and the
 * mail server refuses, delays or drops their mails.
 */
const ORDERS = Number(process.argv[2] ?? 5_000);
const OTHERS = Number(process.argv[3] ?? ORDERS / 10);
const PAYING_MS = (60_000 * ORDERS) / 5_000;
const GOAL_MS = 10 * PAYING_MS;
/** Megabytes that the worker may have grown by between the first tenth of the mails and the last. */
const GROWTH_GOAL = 150;
const IDLE_MS = 10_000;
const COMMAND = `npm run build && node dist/bench/ticket-mails.js ${ORDERS} ${OTHERS}`;

async function placeOrders(ctx: Context, shop: TicketShop): Promise<string[]> {
  const all = ORDERS + OTHERS;
  const ids = Array.from({ length: all }, () => `ord_${randomText(20)}`);
  // Spread evenly, the kinds in turn.
  const domains = ids.map((_, n) => {
    const before = Math.floor((n * OTHERS) / all);
    const isOther = Math.floor(((n + 1) * OTHERS) / all) > before;
    return isOther ? (POOR_DOMAINS[before % POOR_DOMAINS.length] ?? '') : 'buyers.example';
  });
  const now = ctx.clock.now();
  const until = new Date(now.getTime() + 3_600_000);
  await ctx.sql`
    INSERT INTO orders (id, company_id, key_id, mode, event_id, ticket_type_id, quantity, unit_price_minor, unit_total_minor,
      total_minor, currency, status, buyer_email, buyer_name, checkout_token, expires_at, hold_until, created_at)
    SELECT id, ${shop.companyId}, ${shop.keyId}, 'live', ${shop.eventId}, ${shop.ticketTypeId}, 2, 1000, 1250, 2500, 'PLN',
      'awaiting_payment', id || '@' || domain, 'Buyer ' || id, id, ${until}, ${until}, ${now}
    FROM unnest(${ids}::text[], ${domains}::text[]) AS placed (id, domain)`;
  await ctx.sql`UPDATE ticket_types SET held = ${all * 2}`;
  return ids;
}

/** How many of the orders that nothing stands in the way of were mailed. */
const mailed = ({ received }: MailSink): number =>
  new Set(received.flatMap(({ to }) => (to.endsWith('@buyers.example') ? [to] : []))).size;

/** Pays all orders, evenly over the time; @returns the milliseconds that it took. */
async function pay(ctx: Context, orders: readonly string[]): Promise<number> {
  const from = performance.now();
  for (const [n, orderId] of orders.entries()) {
    await payOrder(ctx, { orderId, paymentReference: `pay_${orderId}` });
    const early = from + (PAYING_MS * (n + 1)) / orders.length - performance.now();
    if (early > 5) await pause(early);
  }
  return performance.now() - from;
}

/** Milliseconds of processor time that worker and Temporal server take for an order, beyond what they take idle. */
async function startOrderCost(site: TicketSite['site']): Promise<() => Promise<string>> {
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
    const costs = busy.map((read, n) => (1_000 * (read() - (idleSeconds[n] ?? 0) * periods)) / ORDERS);
    return `${parts.map((part, n) => `${part} ${costs[n]?.toFixed(1)} ms`).join(', ')} of processor time an order`;
  };
}

async function run({ site, sink, shop }: TicketSite): Promise<void> {
  const ids = await placeOrders(site.ctx, shop);
  const orderCost = await startOrderCost(site);
  const from = performance.now();
  const paying = pay(site.ctx, ids);
  const memory: number[] = [];
  while (mailed(sink) < ORDERS && performance.now() - from < 3 * GOAL_MS) {
    await pause(1_000);
    if (mailed(sink) >= ORDERS / 10) memory.push(residentMegabytes(site.pidOf('worker')));
  }
  const took = performance.now() - from;
  const paid = await paying;
  console.log(await orderCost());
  const growth = (memory.at(-1) ?? 0) - (memory[0] ?? 0);
  console.log(
    `${ids.length} orders paid in ${(paid / 1_000).toFixed(0)} s; ${mailed(sink)} of ${ORDERS} mailed after ${(took / 1_000).toFixed(0)} s ` +
      `(${((1_000 * mailed(sink)) / took).toFixed(1)} a second); worker ${memory[0]?.toFixed(0)} → ${memory.at(-1)?.toFixed(0)} MB, ` +
      `most ${Math.max(...memory).toFixed(0)}, ${cpuSeconds(site.pidOf('worker')).toFixed(0)} s of processor time`,
  );
  if (mailed(sink) < ORDERS) throw new Error('not all were mailed');
  report('all are mailed, beside ten times the time of paying', took / GOAL_MS, { atMost: 1 });
  report('growth of the worker, beside 150 MB', growth / GROWTH_GOAL, { atMost: 1 });
  console.log(COMMAND);
}

void onTicketSite(run);
