import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createTemporalClient, type TemporalClient } from '../../src/platform/temporal/client.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { openShop } from '../support/data/build.js';
import { placeOrder } from '../support/data/holds.js';
import { kill, spawnWorker } from '../support/system/worker-process.js';
import { deleteSchedules } from '../support/temporal/temporal.js';
import { waitFor } from '../support/wait-for.js';

let ctx: TestContext;
let temporal: TemporalClient;
let worker: ChildProcess | undefined;

beforeAll(async () => {
  ctx = await createTestContext({ now: new Date().toISOString() });
  temporal = createTemporalClient(ctx.config);
});
afterAll(async () => {
  if (worker) await kill(worker);
  await deleteSchedules(temporal);
  await temporal.close();
  await ctx.close();
});

test('a worker whose clock is two hours ahead ends no hold that goes on by the database’s', async () => {
  const shop = await openShop(ctx);
  const open = await placeOrder(ctx, shop);
  const overdue = await placeOrder(ctx, shop);
  await ctx.sql`UPDATE orders SET hold_until = now() - interval '2 minutes' WHERE id = ${overdue.id}`;
  worker = await spawnWorker(ctx, {
    NODE_OPTIONS: `--require=${join(__dirname, '../support/wrong-clock.cjs')}`,
    WRONG_CLOCK_MS: String(2 * 3_600_000),
    PAYMENTS: 'none',
  });
  const statusOf = async (id: string) => (await ctx.sql`SELECT status FROM orders WHERE id = ${id}`)[0]?.status;
  await waitFor(async () => (await statusOf(overdue.id)) === 'expired', { what: 'the overdue hold to end' });
  expect(await statusOf(open.id)).toBe('awaiting_payment');
});
