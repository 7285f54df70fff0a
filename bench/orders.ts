import { randomUUID } from 'node:crypto';
import { Pool } from 'undici';
import { HOLD_STATEMENT } from '../src/orders/sql/ticket-holds.js';
import { type OrderShop, openOrderShop } from './support/order-shop.js';
import { findPgbench, runPgbench } from './support/pgbench.js';
import { median, report } from './support/report.js';

const TYPES = 100;
const CALLERS = 64;
const DATABASE_POOL = 24;
/** One commit at a time on a hot row, many side by side over many rows: pgbench is shown at its best of these. */
const PGBENCH_CLIENTS = [1, 8, 24, 48];
const SECONDS = 5;
const ROUNDS = 3;
const COMMAND = 'npm run build && node dist/bench/orders.js';

/** The very statement of the service, its parameters replaced by values of pgbench's own. */
function pgbenchScript(shop: OrderShop): string {
  const values: Record<number, string> = {
    1: `'${shop.companyId}'`,
    2: `'${shop.keyId}'`,
    3: `'live'`,
    4: `'api'`,
    5: 'now()',
    6: `(now() + interval '30 minutes')`,
    7: `(now() + interval '32 minutes')`,
    8: `ARRAY['ord_' || :a || '_' || :b]`,
    9: `ARRAY['tok_' || :a || '_' || :b]`,
    10: `ARRAY['idem_' || :a || '_' || :b]`,
    11: `ARRAY['${'0123456789abcdef'.repeat(4)}']`,
    12: `ARRAY['evt_' || :i]`,
    13: `ARRAY['tkt_' || :i]`,
    14: 'ARRAY[1]',
    15: 'ARRAY[NULL]',
    16: `ARRAY['ada@example.org']`,
    17: `ARRAY['Ada Lovelace']`,
    18: 'NULL',
    19: 'NULL',
    20: 'false',
    21: 'false',
  };
  const statement = HOLD_STATEMENT.replace(/\$(\d+)/g, (_, number) => values[Number(number)] ?? '').replace(/\n/g, ' ');
  return [
    '\\set i random(1, :types)',
    '\\set a random(1, 1000000000)',
    '\\set b random(1, 1000000000)',
    `${statement};`,
    '',
  ].join('\n');
}

/** Orders a second over HTTP, every call a new Idempotency-Key; anything but 200 ends the bench. */
async function postOrders(shop: OrderShop, types: number): Promise<number> {
  const pool = new Pool(shop.origin, { connections: CALLERS, pipelining: 1 });
  let done = 0;
  let stopped = false;
  const caller = async () => {
    while (!stopped) {
      const type = 1 + Math.floor(Math.random() * types);
      const { statusCode, body } = await pool.request({
        method: 'POST',
        path: '/v1/orders',
        headers: {
          authorization: `Bearer ${shop.key}`,
          'content-type': 'application/json',
          'idempotency-key': randomUUID(),
        },
        body: `{"event_id":"evt_${type}","ticket_type_id":"tkt_${type}","quantity":1,"buyer_email":"ada@example.org","buyer_name":"Ada Lovelace"}`,
      });
      if (statusCode !== 200) throw new Error(`POST /orders answered ${statusCode}: ${await body.text()}`);
      await body.dump();
      done += 1;
    }
  };
  const callers = Promise.all(Array.from({ length: CALLERS }, caller));
  const second = (count: number) => new Promise((resolve) => setTimeout(resolve, count * 1_000));
  await Promise.race([callers, second(1)]);
  const [from, before] = [performance.now(), done];
  await Promise.race([callers, second(SECONDS)]);
  const rate = (done - before) / ((performance.now() - from) / 1_000);
  stopped = true;
  await callers;
  await pool.close();
  await assertStock(shop, done);
  return rate;
}

/** Held equals what the orders say, on every ticket type, and as many orders exist as were answered. */
async function assertStock(shop: OrderShop, orders?: number): Promise<void> {
  const [sum] = await shop.ctx.sql<{ wrong: number; orders: number }[]>`
    SELECT count(*) FILTER (WHERE t.held <> coalesce(o.quantity, 0) OR t.held + t.sold > t.capacity)::int AS wrong,
      coalesce(sum(o.orders), 0)::int AS orders
    FROM ticket_types t
    LEFT JOIN (SELECT ticket_type_id, sum(quantity) AS quantity, count(*) AS orders FROM orders GROUP BY 1) o ON o.ticket_type_id = t.id`;
  if (!sum || sum.wrong > 0) throw new Error(`${sum?.wrong} ticket types hold something else than their orders`);
  if (orders !== undefined && sum.orders !== orders) throw new Error(`${orders} answers, ${sum.orders} orders`);
}

async function baseline(shop: OrderShop, program: string, types: number): Promise<Map<number, number>> {
  const rates = new Map<number, number>();
  for (const clients of PGBENCH_CLIENTS) {
    await shop.reset();
    const script = pgbenchScript(shop);
    const { databaseUrl: url, folder } = shop;
    rates.set(clients, runPgbench({ program, url, folder, script, variables: { types }, clients, seconds: SECONDS }));
    await assertStock(shop);
  }
  return rates;
}

async function compare(shop: OrderShop, program: string | null, types: number, goal: number): Promise<void> {
  const what = types === 1 ? 'one hot ticket type' : `${types} ticket types`;
  const rates: number[] = [];
  const ratios: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    await shop.reset();
    const rate = await postOrders(shop, types);
    rates.push(rate);
    if (!program) continue;
    const base = await baseline(shop, program, types);
    ratios.push(rate / Math.max(...base.values()));
    const shown = [...base].map(([clients, tps]) => `${clients} clients ${tps.toFixed(0)}`).join(', ');
    console.log(`  round ${round}: POST /orders ${rate.toFixed(0)} a second; pgbench ${shown}`);
  }
  const seen = `${median(rates).toFixed(0)} a second; nothing oversold`;
  if (program) report(`POST /orders, ${what} / pgbench at its best`, median(ratios), { atLeast: goal }, seen);
  else console.log(`POST /orders, ${what}: ${seen}`);
}

/** POST /orders over HTTP on one hot ticket type, and over a hundred, beside pgbench running the same statement. */
export async function benchOrders(): Promise<void> {
  const program = findPgbench();
  if (!program) console.log('pgbench is missing (Debian: apt-get install postgresql-contrib): rates without a ratio');
  const shop = await openOrderShop(DATABASE_POOL);
  try {
    await compare(shop, program, 1, 0.8);
    await compare(shop, program, TYPES, 0.55);
    console.log(`again: ${COMMAND}`);
  } finally {
    await shop.close();
  }
}

if (require.main === module) {
  benchOrders().catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
}
