import { readFileSync } from 'node:fs';
import { randomText } from '../src/core/ids.js';
import { payOrder } from '../src/orders/pay-order.js';
import type { Context } from '../src/platform/context/context.js';
import { openChaosSite, pause } from './support/chaos-site.js';
import { startMailSink } from './support/mail-sink.js';
import { report } from './support/report.js';
import { openTicketShop, type TicketShop } from './support/ticket-shop.js';

/**
 * From payments to mails with tickets: so many orders are paid in a minute, and all are to be mailed within ten, by one
 * worker whose memory stays flat: `npm run build && node dist/bench/ticket-mails.js [orders]`. Fewer orders are paid in
 * proportionally less time and have proportionally less time to be mailed.
 */
const ORDERS = Number(process.argv[2] ?? 5_000);
const PAYING_MS = (60_000 * ORDERS) / 5_000;
const GOAL_MS = 10 * PAYING_MS;
/** Megabytes that the worker may have grown by between the first tenth of the mails and the last. */
const GROWTH_GOAL = 150;
const COMMAND = `npm run build && node dist/bench/ticket-mails.js ${ORDERS}`;

async function placeOrders(ctx: Context, shop: TicketShop): Promise<string[]> {
  const ids = Array.from({ length: ORDERS }, () => `ord_${randomText(20)}`);
  const now = ctx.clock.now();
  const until = new Date(now.getTime() + 3_600_000);
  await ctx.sql`
    INSERT INTO orders (id, company_id, key_id, mode, event_id, ticket_type_id, quantity, unit_price_minor, unit_total_minor,
      total_minor, currency, status, buyer_email, buyer_name, checkout_token, expires_at, hold_until, created_at)
    SELECT id, ${shop.companyId}, ${shop.keyId}, 'live', ${shop.eventId}, ${shop.ticketTypeId}, 2, 1000, 1250, 2500, 'PLN',
      'awaiting_payment', id || '@buyers.example', 'Buyer ' || id, id, ${until}, ${until}, ${now}
    FROM unnest(${ids}::text[]) AS id`;
  await ctx.sql`UPDATE ticket_types SET held = ${ORDERS * 2}`;
  return ids;
}

/** Resident memory of a process, in megabytes. */
function memoryOf(pid: number): number {
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1_024;
}

async function main(): Promise<void> {
  const sink = await startMailSink();
  const mail = { SMTP_URL: sink.url, MAIL_FROM: 'tickets@service.example', PAYMENTS: 'simulated' };
  const site = await openChaosSite(mail);
  try {
    const shop = await openTicketShop(site.ctx);
    const ids = await placeOrders(site.ctx, shop);
    const from = performance.now();
    const paying = (async () => {
      for (const [n, orderId] of ids.entries()) {
        await payOrder(site.ctx, { orderId, paymentReference: `pay_${orderId}` });
        const early = from + (PAYING_MS * (n + 1)) / ORDERS - performance.now();
        if (early > 5) await pause(early);
      }
      return performance.now() - from;
    })();
    const memory: number[] = [];
    while (sink.received.length < ORDERS && performance.now() - from < 3 * GOAL_MS) {
      await pause(1_000);
      if (sink.received.length >= ORDERS / 10) memory.push(memoryOf(site.pidOf('worker')));
    }
    const took = performance.now() - from;
    const paid = await paying;
    const growth = (memory.at(-1) ?? 0) - (memory[0] ?? 0);
    console.log(
      `${ORDERS} orders paid in ${(paid / 1_000).toFixed(0)} s; ${sink.received.length} mailed after ${(took / 1_000).toFixed(0)} s ` +
        `(${((1_000 * sink.received.length) / took).toFixed(1)} a second); worker ${memory[0]?.toFixed(0)} → ${memory.at(-1)?.toFixed(0)} MB, ` +
        `most ${Math.max(...memory).toFixed(0)}`,
    );
    if (sink.received.length < ORDERS) throw new Error('not all were mailed');
    report('all are mailed, beside ten times the time of paying', took / GOAL_MS, { atMost: 1 });
    report('growth of the worker, beside 150 MB', growth / GROWTH_GOAL, { atMost: 1 });
    console.log(COMMAND);
  } finally {
    await site.close();
    await sink.close();
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
