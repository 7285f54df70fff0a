import { getOrder } from '../../src/orders/get-order.js';
import { payOrder } from '../../src/orders/pay-order.js';
import { refundOrder } from '../../src/orders/refunds.js';
import { createTemporalClient } from '../../src/platform/temporal/client.js';
import { type RunningWorker, startWorker } from '../../worker/start-worker.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { openShop } from '../support/data/build.js';
import { placeOrder } from '../support/data/holds.js';
import { deleteSchedules, testWorkflowBundle } from '../support/temporal/temporal.js';
import { waitFor } from '../support/wait-for.js';

let ctx: TestContext;
let worker: RunningWorker | undefined;
beforeAll(async () => {
  ctx = await createTestContext({ now: new Date().toISOString(), env: { DATABASE_POOL: '1' } });
});
afterAll(async () => {
  await worker?.stop();
  const temporal = createTemporalClient(ctx.config);
  await deleteSchedules(temporal);
  await temporal.close();
  await ctx.close();
});

test('a worker with a pool of one connection does all its work', async () => {
  const shop = await openShop(ctx);
  worker = await startWorker(ctx, { workflowBundle: testWorkflowBundle() });
  const { id } = await placeOrder(ctx, shop);
  await payOrder(ctx, { orderId: id, paymentReference: 'pay_one' });
  await refundOrder(ctx, { orderId: id, requestKey: 'one' });
  const waiting = async () => (await ctx.sql`SELECT FROM outbox`).length;
  await waitFor(async () => (await waiting()) === 0, { what: 'an empty outbox' });
  await waitFor(async () => (await ctx.sql`SELECT FROM refunds WHERE sent_at IS NULL`).length === 0, {
    what: 'the refund',
  });
  await waitFor(async () => (await ctx.sql`SELECT FROM ticket_mails WHERE state = 'queued'`).length === 0, {
    what: 'the mails',
  });
  expect((await getOrder(ctx, { caller: shop.live, orderId: id })).status).toBe('refunded');
});
