import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Agent, type Dispatcher } from 'undici';
import { type OrderShop, openOrderShop } from './support/order-shop.js';
import { median, report } from './support/report.js';

const DATABASE_POOL = 10;
/** Payments of one event that wait while its row is locked. */
const QUEUED = 200;
const LOCKED_MS = 5_000;
const CALLERS = 64;
/** Enough for a run. */
const PAID = 5_000;
const SECONDS = 5;
const COMMAND = 'npm run build && node dist/bench/queued-payments.js';

const agent = new Agent({ connections: null, pipelining: 1, headersTimeout: 60_000 });

function post(shop: OrderShop, path: string, options: { headers?: Record<string, string>; body?: string } = {}) {
  return agent.request({ origin: shop.origin, path, method: 'POST', ...options }) as Promise<Dispatcher.ResponseData>;
}

async function order(shop: OrderShop, event: number): Promise<number> {
  const { statusCode, body } = await post(shop, '/v1/orders', {
    headers: {
      authorization: `Bearer ${shop.key}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: `{"event_id":"evt_${event}","ticket_type_id":"tkt_${event}","quantity":1,"buyer_email":"ada@example.org","buyer_name":"Ada Lovelace"}`,
  });
  await body.dump();
  return statusCode;
}

async function pay(shop: OrderShop, token: string): Promise<number> {
  const { statusCode, body } = await post(shop, `/checkout/${token}/pay`);
  await body.dump();
  return statusCode;
}

/** Places orders of one event that can be paid. */
async function tokensOf(shop: OrderShop, event: number, count: number): Promise<string[]> {
  for (let left = count; left > 0; left -= CALLERS) {
    await Promise.all(Array.from({ length: Math.min(left, CALLERS) }, () => order(shop, event)));
  }
  const rows = await shop.ctx.sql<{ checkoutToken: string }[]>`
    SELECT checkout_token FROM orders WHERE event_id = ${`evt_${event}`} AND status = 'awaiting_payment'`;
  return rows.map((row) => row.checkoutToken);
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const from = performance.now();
  const value = await work();
  return { ms: performance.now() - from, value };
}

/** How often each status came; 0: the connection ended without an answer. */
const counted = (values: readonly number[]) =>
  [...new Set(values)].map((value) => `${values.filter((one) => one === value).length} × ${value}`).join(', ');

/** Orders of one event a second, from as many callers. */
async function holdRate(shop: OrderShop): Promise<number> {
  let done = 0;
  let stopped = false;
  const from = performance.now();
  const caller = async () => {
    while (!stopped) {
      await order(shop, 5);
      done += 1;
    }
  };
  const callers = Promise.all(Array.from({ length: CALLERS }, caller));
  await setTimeout(SECONDS * 1_000);
  const rate = done / ((performance.now() - from) / 1_000);
  stopped = true;
  await callers;
  return rate;
}

/** How long an operator's change of the event waits between its payments, in milliseconds. */
async function changeEvent(shop: OrderShop): Promise<number> {
  await setTimeout(SECONDS * 500);
  return (await timed(() => shop.ctx.sql`UPDATE events SET short_description = 'changed' WHERE id = 'evt_1'`)).ms;
}

async function measureRate(shop: OrderShop): Promise<void> {
  const tokens = await tokensOf(shop, 1, PAID);
  let done = 0;
  let stopped = false;
  const from = performance.now();
  const caller = async () => {
    for (let token = tokens.pop(); token && !stopped; token = tokens.pop()) {
      const status = await pay(shop, token);
      if (status !== 303) throw new Error(`a payment got ${status}`);
      done += 1;
    }
  };
  const callers = Promise.all(Array.from({ length: CALLERS }, caller));
  const changed = changeEvent(shop);
  await Promise.race([callers, setTimeout(SECONDS * 1_000)]);
  const rate = done / ((performance.now() - from) / 1_000);
  stopped = true;
  await callers;
  const holds = await holdRate(shop);
  const seen = `${rate.toFixed(0)} beside ${holds.toFixed(0)} a second; a change of the event waited ${(await changed).toFixed(0)} ms`;
  report(`payments of one event / its holds, ${CALLERS} callers`, rate / holds, { atLeast: 0.25 }, seen);
}

/** Keeps the row of event 2 locked until it is told to let go. */
async function lockRow(shop: OrderShop): Promise<() => Promise<void>> {
  let unlock = () => {};
  const unlocked = new Promise<void>((resolve) => {
    unlock = resolve;
  });
  const transaction = await new Promise<{ ended: Promise<unknown> }>((resolve, reject) => {
    const ended = shop.ctx.sql.begin(async (tx) => {
      await tx`SELECT FROM events WHERE id = 'evt_2' FOR NO KEY UPDATE`;
      resolve({ ended });
      await unlocked;
    });
    ended.catch(reject);
  });
  return async () => {
    unlock();
    await transaction.ended;
  };
}

async function measureOthers(shop: OrderShop): Promise<void> {
  const tokens = await tokensOf(shop, 2, QUEUED);
  const others = await tokensOf(shop, 3, 50);
  const orders: number[] = [];
  const payments: number[] = [];
  const unlock = await lockRow(shop);
  const waiting = Promise.all(tokens.map((token) => pay(shop, token)));
  const until = performance.now() + LOCKED_MS;
  while (performance.now() < until) {
    orders.push((await timed(() => order(shop, 4))).ms);
    const other = others.pop();
    if (other) payments.push((await timed(() => pay(shop, other))).ms);
    await setTimeout(200);
  }
  await unlock();
  const shown = (all: number[]) =>
    `${all.length} calls, median ${median(all).toFixed(0)} ms, slowest ${Math.max(...all).toFixed(0)} ms`;
  console.log(
    `beside ${tokens.length} payments of an event whose row is locked for ${LOCKED_MS / 1_000} s, pool of ${DATABASE_POOL}:`,
  );
  console.log(`  orders of another event: ${shown(orders)}; payments of another: ${shown(payments)}`);
  console.log(`  the queued payments: ${counted(await waiting)}`);
}

async function measureStop(shop: OrderShop): Promise<void> {
  const tokens = await tokensOf(shop, 2, QUEUED);
  const unlock = await lockRow(shop);
  const waiting = Promise.all(tokens.map((token) => pay(shop, token).catch(() => 0)));
  await setTimeout(2_000);
  process.kill(shop.api.pid, 'SIGTERM');
  const { ms, value: ending } = await timed(() => shop.api.ended);
  await unlock();
  console.log(`SIGTERM while ${tokens.length} payments are queued: ${ending} after ${(ms / 1_000).toFixed(1)} s`);
  console.log(`  the queued payments: ${counted(await waiting)}`);
}

/** Payments of one event: how many a second, what others notice of those that wait, and how soon the API ends beside them. */
export async function benchQueuedPayments(): Promise<void> {
  const shop = await openOrderShop(DATABASE_POOL);
  try {
    await measureRate(shop);
    await measureRate(shop);
    await measureOthers(shop);
    await measureStop(shop);
    console.log(`again: ${COMMAND}`);
  } finally {
    await agent.close();
    await shop.close();
  }
}

if (require.main === module) {
  benchQueuedPayments().catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
}
