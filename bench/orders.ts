import { randomUUID } from 'node:crypto';
import { Agent, type Dispatcher } from 'undici';
import { HOLD_STATEMENT, holdParameters } from '../src/orders/sql/ticket-holds.js';
import { findPgbench, runPgbench } from './peers/pgbench.js';
import { type OrderShop, openOrderShop } from './support/order-shop.js';
import { median, report } from './support/report.js';
import { pause, rateOfWork, runBench, timed } from './support/run.js';

const TYPES = 100;
const CALLERS = 64;
/** One commit at a time on a hot row, many side by side over many rows: pgbench is shown at its best of these. */
const PGBENCH_CLIENTS = [1, 8, 24, 48];
const SECONDS = 5;
const LOAD = { callers: CALLERS, seconds: SECONDS };
const ROUNDS = 3;
/** Connections of the API to the database: as usual, and for many ticket types at once. */
const POOL = 10;
const LARGE_POOL = 24;
/** Payments of one event that wait while its row is locked. */
const QUEUED = 200;
const LOCKED_MS = 5_000;

const agent = new Agent({ connections: null, pipelining: 1, headersTimeout: 60_000 });

function post(shop: OrderShop, path: string, options: { headers?: Record<string, string>; body?: string } = {}) {
  return agent.request({ origin: shop.origin, path, method: 'POST', ...options }) as Promise<Dispatcher.ResponseData>;
}

/** Orders a ticket of an event, with a new Idempotency-Key. @throws {Error} when it is not sold. */
async function order(shop: OrderShop, event: number): Promise<void> {
  const headers = {
    authorization: `Bearer ${shop.key}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  };
  const { statusCode, body } = await post(shop, '/v1/orders', {
    headers,
    body: `{"event_id":"evt_${event}","ticket_type_id":"tkt_${event}","quantity":1,"buyer_email":"ada@example.org","buyer_name":"Ada Lovelace"}`,
  });
  if (statusCode !== 200) throw new Error(`POST /orders answered ${statusCode}: ${await body.text()}`);
  await body.dump();
}

async function pay(shop: OrderShop, token: string): Promise<number> {
  const { statusCode, body } = await post(shop, `/checkout/${token}/pay`);
  await body.dump();
  return statusCode;
}

/** The very statement of the service, its parameters replaced by values of pgbench's own. */
function pgbenchScript(shop: OrderShop): string {
  const { companyId, keyId } = shop;
  const agreement = { countries: null, categories: null, payingOnly: false };
  const now = new Date();
  const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
  const parameters = holdParameters(
    { companyId, keyId, mode: 'live', agreement, source: 'api', needsAccount: false },
    { now, expiresAt: at(30), holdUntil: at(32) },
    [
      {
        ...{ orderId: 'ord_:a_:b', unit: 'one', checkoutToken: 'tok_:a_:b', idempotencyKey: 'idem_:a_:b' },
        ...{
          requestHash: '0123456789abcdef'.repeat(4),
          eventId: 'evt_:i',
          lines: [{ ticketTypeId: 'tkt_:i', quantity: 1 }],
        },
        ...{
          subId: null,
          buyerEmail: 'ada@example.org',
          buyerName: 'Ada Lovelace',
          requestId: null,
          traceparent: null,
          returnUrl: null,
        },
      },
    ],
  );
  // pgbench takes each colon before a letter or a digit for a variable, also within quotes.
  const plain = (text: string) =>
    text.replace(/":(?=\w)/g, '": ').replace(/(?<!"):(?![abi](?![A-Za-z0-9]))(?=\w)/g, '\\u003a');
  const values = parameters.map(
    (text) => `('${plain(text).replace(/:([abi])(?![A-Za-z])/g, "' || (:$1)::text || '")}')`,
  );
  const statement = HOLD_STATEMENT.replace(/\$(\d)/g, (_, n) => values[Number(n) - 1] ?? '').replace(/\n/g, ' ');
  return [
    '\\set i random(1, :types)',
    '\\set a random(1, 1000000000)',
    '\\set b random(1, 1000000000)',
    `${statement};`,
    '',
  ].join('\n');
}

/** Orders a second over HTTP. */
async function postOrders(shop: OrderShop, types: number): Promise<number> {
  const { rate, done } = await rateOfWork(() => order(shop, 1 + Math.floor(Math.random() * types)), {
    ...LOAD,
    warmUp: 1,
  });
  await assertStock(shop, done);
  return rate;
}

/** Held tickets equal the orders' quantities, for every ticket type, and as many orders exist as were answered. */
async function assertStock(shop: OrderShop, orders?: number): Promise<void> {
  const [sum] = await shop.ctx.sql<{ wrong: number; orders: number }[]>`
    SELECT count(*) FILTER (WHERE t.held <> coalesce(o.quantity, 0) OR t.held + t.sold > t.capacity)::int AS wrong,
      coalesce(sum(o.orders), 0)::int AS orders
    FROM ticket_types t
    LEFT JOIN (SELECT ticket_type_id, sum(quantity) AS quantity, count(*) AS orders FROM order_lines GROUP BY 1) o ON o.ticket_type_id = t.id`;
  if (!sum || sum.wrong > 0) throw new Error(`${sum?.wrong} ticket types hold something else than their orders`);
  if (orders !== undefined && sum.orders !== orders) throw new Error(`${orders} answers, ${sum.orders} orders`);
}

async function baseline(shop: OrderShop, program: string, types: number): Promise<Map<number, number>> {
  const rates = new Map<number, number>();
  for (const clients of PGBENCH_CLIENTS) {
    await shop.reset();
    const script = pgbenchScript(shop);
    const { folder, databaseUrl: url } = shop;
    rates.set(clients, runPgbench({ program, url, folder, script, variables: { types }, clients, seconds: SECONDS }));
    await assertStock(shop);
  }
  return rates;
}

async function compare(shop: OrderShop, program: string | null, types: number, goal: number): Promise<void> {
  const what = types === 1 ? 'one hot ticket type' : `${types} ticket types`;
  const post = async () => {
    await shop.reset();
    return postOrders(shop, types);
  };
  const side = (name: string, run: () => Promise<number>) => ({
    name,
    run,
    rates: [] as number[],
    ratios: [] as number[],
  });
  const sides = [side(what, post), side(`${what}, order.changed`, () => shop.withWebhook(post))];
  for (let round = 1; round <= ROUNDS; round++) {
    for (const { run, rates } of sides) rates.push(await run());
    if (!program) continue;
    const base = await baseline(shop, program, types);
    for (const { rates, ratios } of sides) ratios.push((rates.at(-1) ?? Number.NaN) / Math.max(...base.values()));
    const posted = sides.map(({ rates }) => rates.at(-1)?.toFixed(0)).join(' and with order.changed ');
    const shown = [...base].map(([clients, tps]) => `${clients} clients ${tps.toFixed(0)}`).join(', ');
    console.log(`  round ${round}: POST /orders ${posted} a second; pgbench ${shown}`);
  }
  for (const { name, rates, ratios } of sides) {
    const seen = `${median(rates).toFixed(0)} a second; nothing oversold`;
    if (program) report(`POST /orders, ${name} / pgbench`, median(ratios), { atLeast: goal }, seen);
    else console.log(`POST /orders, ${name}: ${seen}`);
  }
}

/**
 * POST /orders over HTTP on one hot ticket type, and over a hundred, without a webhook and with one that receives order.changed.
 * Both are compared with pgbench at its best, running the same statement without a webhook.
 */
async function holds(shop: OrderShop): Promise<void> {
  const program = findPgbench();
  if (!program) console.log('pgbench is missing (Debian: apt-get install postgresql-contrib): rates without a ratio');
  await compare(shop, program, 1, 0.8);
  await compare(shop, program, TYPES, 0.55);
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

/**
 * Payments of one event a second, compared with its holds, without and with a webhook that receives order.changed; and how long an
 * operator's change of the event waits between them.
 */
async function payments(shop: OrderShop, orders = 5_000): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    await payBesideHolds(shop, orders, 'holds');
    await shop.withWebhook(() => payBesideHolds(shop, orders, 'holds, order.changed'));
  }
  await queued(shop);
  await stop(shop);
}

async function payBesideHolds(shop: OrderShop, orders: number, beside: string): Promise<void> {
  const tokens = await tokensOf(shop, 1, orders);
  const changed = pause(SECONDS * 500).then(() =>
    timed(() => shop.ctx.sql`UPDATE events SET short_description = 'changed' WHERE id = 'evt_1'`),
  );
  const { rate } = await rateOfWork(async () => {
    const token = tokens.pop();
    if (!token) return false;
    const status = await pay(shop, token);
    if (status !== 303) throw new Error(`a payment got ${status}`);
    return true;
  }, LOAD);
  const { rate: held } = await rateOfWork(() => order(shop, 5), LOAD);
  const detail = `${rate.toFixed(0)} beside ${held.toFixed(0)} a second; a change of the event waited ${(await changed).toFixed(0)} ms`;
  report(`payments of one event / its ${beside}, ${CALLERS} callers`, rate / held, { atLeast: 0.25 }, detail);
}

/** What others notice of payments of one event that wait for its row, and how those end. */
async function queued(shop: OrderShop): Promise<void> {
  const tokens = await tokensOf(shop, 2, QUEUED);
  const others = await tokensOf(shop, 3, 50);
  const [ordered, paid]: [number[], number[]] = [[], []];
  const { waiting } = await shop.ctx.sql.begin(async (tx) => {
    await tx`SELECT FROM events WHERE id = 'evt_2' FOR NO KEY UPDATE`;
    const waiting = Promise.all(tokens.map((token) => pay(shop, token)));
    const until = performance.now() + LOCKED_MS;
    while (performance.now() < until) {
      ordered.push(await timed(() => order(shop, 4)));
      const other = others.pop();
      if (other) paid.push(await timed(() => pay(shop, other)));
      await pause(200);
    }
    return { waiting };
  });
  const shown = (all: number[]) =>
    `${all.length} calls, median ${median(all).toFixed(0)} ms, slowest ${Math.max(...all).toFixed(0)} ms`;
  console.log(`beside ${QUEUED} payments of an event whose row is locked for ${LOCKED_MS / 1_000} s, pool of ${POOL}:`);
  console.log(`  orders of another event: ${shown(ordered)}; payments of another: ${shown(paid)}`);
  const ends = await waiting;
  const counted = [...new Set(ends)].map((status) => `${ends.filter((end) => end === status).length} × ${status}`);
  console.log(`  the queued payments: ${counted.join(', ')}`);
}

/** How soon the API ends while payments wait. */
async function stop(shop: OrderShop): Promise<void> {
  const tokens = await tokensOf(shop, 2, QUEUED);
  await shop.ctx.sql.begin(async (tx) => {
    await tx`SELECT FROM events WHERE id = 'evt_2' FOR NO KEY UPDATE`;
    for (const token of tokens) pay(shop, token).catch(() => {});
    await pause(2_000);
    process.kill(shop.api.pid, 'SIGTERM');
    const ms = await timed(() => shop.api.ended);
    console.log(`SIGTERM while ${QUEUED} payments wait: ended after ${(ms / 1_000).toFixed(1)} s`);
  });
}

const onShop =
  (part: (shop: OrderShop, size?: number) => Promise<void>, pool: number) =>
  async (size?: number): Promise<void> => {
    const shop = await openOrderShop(pool);
    try {
      await part(shop, size);
    } finally {
      await shop.close();
    }
  };

runBench(module, { holds: onShop(holds, LARGE_POOL), payments: onShop(payments, POOL) });
