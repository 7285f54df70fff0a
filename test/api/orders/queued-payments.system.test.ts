import { payAtCheckout } from '../../../src/orders/checkout.js';
import { freePort } from '../../../src/platform/process/free-port.js';
import { createTestContext, type TestContext } from '../../support/context.js';
import { addEvent, addTicketType, openShop, type Shop } from '../../support/data/build.js';
import { placeOrder } from '../../support/data/holds.js';
import { stockOf } from '../../support/data/stock.js';
import { temporaryFolder } from '../../support/environment.js';
import { somebodyWaits } from '../../support/lock-waits.js';
import { runServer, type ServerRun } from '../../support/system/run-server.js';
import { waitFor } from '../../support/wait-for.js';

const QUEUED = 20;

const folder = temporaryFolder();
let ctx: TestContext;
let server: ServerRun;
let origin: string;
beforeAll(async () => {
  ctx = await createTestContext({ now: new Date().toISOString() });
  const port = await freePort();
  server = runServer(ctx, {
    PORT: `${port}`,
    DATABASE_POOL: '3',
    // Longer than this test may take: nothing here ends because a statement took too long.
    DATABASE_STATEMENT_TIMEOUT_MS: '300000',
    ENCRYPTION_KEY: ctx.config.encryptionKey?.toString('base64') ?? '',
    PAYMENTS: 'simulated',
    DATA_DIR: folder.path,
  });
  await server.ready;
  origin = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  server.process.kill('SIGKILL');
  await server.ended;
  await ctx.close();
  folder.remove();
});

async function tokenOf(shop: Shop): Promise<string> {
  const { checkout_url: url } = await placeOrder(ctx, shop);
  return new URL(url ?? '').pathname.split('/').at(-1) ?? '';
}

async function pay(token: string): Promise<Response> {
  const response = await fetch(`${origin}/checkout/${token}/pay`, { method: 'POST', redirect: 'manual' });
  await response.arrayBuffer();
  return response;
}

/** Locks the row of an event until its release. */
async function lockEvent(eventId: string): Promise<() => Promise<void>> {
  let unlock = () => {};
  const unlocked = new Promise<void>((resolve) => {
    unlock = resolve;
  });
  let ended: Promise<unknown> = Promise.resolve();
  await new Promise<void>((resolve) => {
    ended = ctx.sql.begin(async (tx) => {
      await tx`SELECT FROM events WHERE id = ${eventId} FOR NO KEY UPDATE`;
      resolve();
      await unlocked;
    });
  });
  return async () => {
    unlock();
    await ended;
  };
}

test('payments that wait for their event take no connections from others, and do not hold up the end of the process', async () => {
  const shop = await openShop(ctx, { capacity: 100 });
  const eventId = await addEvent(ctx, {});
  const other = { ...shop, eventId, ticketTypeId: await addTicketType(ctx, eventId, {}) };
  const tokens = await Promise.all(Array.from({ length: QUEUED }, () => tokenOf(shop)));
  const unlock = await lockEvent(shop.eventId);
  const answered: Response[] = [];
  const payments = tokens.map((token) =>
    pay(token).then((response) => {
      answered.push(response);
      return { token, status: response.status };
    }),
  );
  await waitFor(() => somebodyWaits(ctx.sql));

  // The row stays locked: this ends only because connections are left.
  expect((await pay(await tokenOf(other))).status).toBe(303);
  expect(await stockOf(ctx.sql, other.ticketTypeId)).toMatchObject({ held: 0, sold: 1 });

  server.process.kill('SIGTERM');
  await waitFor(() => answered.length === QUEUED - 1, { what: 'an answer to those that had not begun' });
  for (const { status, headers } of answered) {
    expect([status, headers.get('retry-after')]).toEqual([503, '2']);
  }
  await unlock();
  const results = await Promise.all(payments);
  expect(results.filter(({ status }) => status === 303)).toHaveLength(1);
  expect(await server.ended).toBe(0);
  expect(server.output()).not.toContain('closing took too long');

  expect(await stockOf(ctx.sql, shop.ticketTypeId)).toMatchObject({ held: QUEUED - 1, sold: 1 });
  for (const { token } of results) await payAtCheckout(ctx, token);
  expect(await stockOf(ctx.sql, shop.ticketTypeId)).toMatchObject({ held: 0, sold: QUEUED });
});
