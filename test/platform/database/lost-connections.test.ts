import { randomBytes } from 'node:crypto';
import { type AddressInfo, createServer } from 'node:net';
import { connectDatabase, type Sql } from '../../../src/platform/database/database.js';
import { isDatabaseBusy } from '../../../src/platform/database/database-errors.js';
import { createTestDatabase } from '../../support/database.js';
import { waitFor } from '../../support/wait-for.js';

const POOL = 5;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let sql: Sql;
const name = `lost-${randomBytes(4).toString('hex')}`;
beforeAll(async () => {
  database = await createTestDatabase();
  sql = connectDatabase({ url: database.url, pool: POOL, statementTimeoutMs: 10_000, name });
});
afterAll(async () => {
  await sql.end({ timeout: 5 });
  await database.drop();
});

/** Transactions that ask one and several things at a time; returns how many were answered, and how many failed. */
async function work(until: () => boolean): Promise<{ answered: number; failed: number }> {
  const count = { answered: 0, failed: 0 };
  while (!until()) {
    const asked = Math.floor(Math.random() * 1e9);
    const answer = await sql
      .begin(async (tx) => {
        const one = await tx<{ n: number }[]>`SELECT ${asked}::int AS n`;
        const rest = await Promise.all([1, 2, 3].map((n) => tx<{ n: number }[]>`SELECT ${asked + n}::int AS n`));
        return [one, ...rest].map(([row]) => row?.n);
      })
      .catch(() => null);
    if (answer) expect(answer).toEqual([asked, asked + 1, asked + 2, asked + 3]);
    count[answer ? 'answered' : 'failed'] += 1;
  }
  return count;
}

test('when the server ends connections that are in use, every question fails or gets its own answer, and the pool goes on', async () => {
  let over = false;
  const workers = Array.from({ length: 2 * POOL }, () => work(() => over));
  for (let times = 0; times < 40; times += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50 + Math.random() * 100));
    await database.sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = ${name}`;
  }
  over = true;
  const counts = await Promise.all(workers);
  expect(counts.reduce((sum, { failed }) => sum + failed, 0)).toBeGreaterThan(0);

  // Waits until they are gone: a connection that ends a moment later would break a query below.
  await database.sql`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = ${name}`;
  const ask = () => Promise.allSettled(Array.from({ length: 2 * POOL }, () => sql`SELECT 1`));
  await waitFor(async () => (await ask()).every(({ status }) => status === 'fulfilled'), { what: 'the last loss' });
  const later = await Promise.all(
    Array.from({ length: 4 * POOL }, () => sql`SELECT pg_sleep(0.05), ARRAY['a']::text[] AS a`),
  );
  for (const [row] of later) expect(row?.a).toEqual(['a']);
});

test("rows of a half-failed statement do not come before the next statement's rows", async () => {
  const one = connectDatabase({ url: database.url, pool: 1, statementTimeoutMs: 10_000, name });
  await expect(one`SELECT 1 / (50 - n) FROM generate_series(1, 100) AS n`).rejects.toThrow('division by zero');
  expect([...(await one`SELECT 7 AS n`)]).toEqual([{ n: 7 }]);
  await one.end();
});

test('questions fail, and are not dialled for without end, where every connection is closed before it is one', async () => {
  let dialled = 0;
  const server = createServer((socket) => {
    dialled += 1;
    socket.on('error', () => {}).on('data', () => socket.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `postgres://x@127.0.0.1:${(server.address() as AddressInfo).port}/x`;
  const one = connectDatabase({ url, pool: 1, statementTimeoutMs: 10_000, name });
  for (let asked = 1; asked <= 3; asked += 1) {
    const error: unknown = await one`SELECT 1`.catch((thrown: unknown) => thrown);
    expect([isDatabaseBusy(error), dialled]).toEqual([true, asked]);
  }
  await one.end({ timeout: 0 });
  server.close();
});

test('however often a server was away, it is dialled again within a second', () => {
  const { backoff } = sql.options;
  const waits = Array.from({ length: 60 }, (_, retries) => Number(typeof backoff === 'function' && backoff(retries)));
  expect(Math.min(...waits)).toBeGreaterThan(0);
  expect(Math.max(...waits)).toBeLessThanOrEqual(1);
});
