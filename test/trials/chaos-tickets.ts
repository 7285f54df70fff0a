import { type ChaosSite, PARTS } from '../../bench/support/chaos-site.js';
import { pause } from '../../bench/support/run.js';
import { onTicketSite, type TicketShop, type TicketSite } from '../../bench/support/ticket-site.js';
import type { MailSink } from '../support/outside/mail-sink.js';

/**
 * Buys and pays orders while worker, API, Temporal, Postgres and the mail server are killed at random, and checks that
 * everybody has tickets and that every repeated mail says so: `npm run trial -- chaos-tickets [orders]`.
 */
const ORDERS = Number(process.argv[2] ?? 100);
/** How long the rest may take once nothing is killed any more: a mail is tried again after ten minutes at most. */
const MAX_WAIT_MS = 20 * 60_000;
const VICTIMS = [...PARTS, 'mail'] as const;

async function until<T>(call: () => Promise<T | null>): Promise<T> {
  for (;;) {
    const done = await call().catch(() => null);
    if (done !== null) return done;
    await pause(300);
  }
}

/** Orders and pays as a buyer would who does not give up; both can be repeated. */
async function buy(site: ChaosSite, shop: TicketShop, n: number): Promise<string> {
  const headers = { authorization: `Bearer ${shop.key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({
    event_id: shop.eventId,
    ticket_type_id: shop.ticketTypeId,
    quantity: 2,
    buyer_email: `buyer-${n}@buyers.example`,
    buyer_name: `Buyer ${n}`,
  });
  const signal = () => AbortSignal.timeout(5_000);
  const request = { method: 'POST', headers: { ...headers, 'idempotency-key': `chaos-order-${n}` }, body };
  for (;;) {
    const order = await until(async () => {
      const answer = await fetch(`${site.origin}/v1/orders`, { ...request, signal: signal() });
      return answer.ok ? ((await answer.json()) as { id: string; status: string; checkout_url?: string }) : null;
    });
    if (order.status === 'paid') return order.id;
    const page = `${site.origin}${new URL(order.checkout_url ?? site.origin).pathname}/pay`;
    await until(async () => {
      const answer = await fetch(page, { method: 'POST', redirect: 'manual', signal: signal() });
      return answer.status === 303 ? true : null;
    });
  }
}

async function wreak(site: ChaosSite, sink: MailSink, over: () => boolean): Promise<Record<string, number>> {
  const kills: Record<string, number> = {};
  for (let turn = 0; !over(); turn += 1) {
    await pause(500 + Math.random() * 3_000);
    const victim = VICTIMS[turn % VICTIMS.length] ?? 'mail';
    kills[victim] = (kills[victim] ?? 0) + 1;
    console.log(`  ${new Date().toISOString()} kills ${victim}; ${sink.received.length} mails have come`);
    if (victim === 'mail') await sink.crash(Math.random() * 3_000);
    else await site.crash(victim, Math.random() * 2_000);
  }
  return kills;
}

/** @returns how many repeats came. @throws when one was not marked, or tickets are missing. */
function judge(sink: MailSink): { mails: number; repeats: number; marked: number } {
  const first = new Set<string>();
  let repeats = 0;
  for (const { messageId, marked } of sink.received) {
    if (first.has(messageId)) {
      repeats += 1;
      if (!marked) throw new Error(`${messageId} came again and does not say so`);
    }
    first.add(messageId);
  }
  for (let n = 0; n < ORDERS; n += 1) {
    const to = `buyer-${n}@buyers.example`;
    const mails = new Set(sink.received.filter((mail) => mail.to === to).map((mail) => mail.messageId));
    if (mails.size !== 1) throw new Error(`buyer ${n} got ${mails.size} different mails`);
  }
  return { mails: first.size, repeats, marked: sink.received.filter(({ marked }) => marked).length };
}

/** Waits until every order's mail was taken, as the database says; the judge names the missing ones. */
async function settle({ ctx }: ChaosSite): Promise<void> {
  const limit = performance.now() + MAX_WAIT_MS;
  while (performance.now() < limit) {
    const [row] = await ctx.sql<{ waiting: number; sent: number }[]>`
      SELECT count(*) FILTER (WHERE state = 'queued')::int AS waiting, count(*) FILTER (WHERE state = 'sent')::int AS sent
        FROM ticket_mails`.catch(() => []);
    if (row?.waiting === 0 && row.sent === ORDERS) return;
    await pause(1_000);
  }
}

async function run({ site, sink, shop }: TicketSite): Promise<void> {
  const from = performance.now();
  let bought = 0;
  const buying = (async () => {
    for (let n = 0; n < ORDERS; n += 1) {
      await buy(site, shop, n);
      bought += 1;
    }
  })();
  const kills = await wreak(site, sink, () => bought === ORDERS && sink.received.length >= ORDERS * 0.9);
  await buying;
  await settle(site);
  const { mails, repeats, marked } = judge(sink);
  const [counted] = await site.ctx.sql<{ tickets: number; repeats: number }[]>`
    SELECT (SELECT count(*)::int FROM tickets WHERE state = 'valid') AS tickets,
      (SELECT sum(repeats)::int FROM ticket_mails) AS repeats`;
  if (counted?.tickets !== ORDERS * 2) throw new Error(`${counted?.tickets} tickets were issued`);
  console.log(
    `${ORDERS} orders: ${counted.tickets} tickets, ${mails} mails, everybody has theirs. ${repeats} mails came more than once, each ` +
      `marked as a repeat; ${marked} were marked (${counted.repeats} counted in ticket_mails). Killed: ${JSON.stringify(kills)}. ` +
      `${((performance.now() - from) / 1_000).toFixed(0)} s`,
  );
}

onTicketSite(run).then(
  () => process.exit(),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
