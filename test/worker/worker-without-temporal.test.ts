import { addWebhook } from '../../src/deliveries/endpoints/add-endpoint.js';
import { getDelivery } from '../../src/deliveries/list-deliveries.js';
import { cancelOrder } from '../../src/orders/end-hold.js';
import { getOrder } from '../../src/orders/get-order.js';
import { HOLD_MINUTES } from '../../src/platform/config/environment.js';
import { freePort } from '../../src/platform/process/free-port.js';
import { createTemporalClient } from '../../src/platform/temporal/client.js';
import { orderHoldWorkflowId } from '../../src/platform/temporal/workflow-ids.js';
import { type RunningWorker, startWorker } from '../../worker/start-worker.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { addEvent, openShop, type Shop } from '../support/data/build.js';
import { holdResult, placeOrder } from '../support/data/holds.js';
import { testTemporalAddress } from '../support/environment.js';
import { type Receiver, startReceiver } from '../support/outside/receiver.js';
import { type SteadyProxy, startSteadyProxy } from '../support/outside/steady-proxy.js';
import { touchEvents, writeDeliveries } from '../support/temporal/fan-out.js';
import { deleteSchedules, testWorkflowBundle } from '../support/temporal/temporal.js';
import { waitFor } from '../support/wait-for.js';

let ctx: TestContext;
let shop: Shop;
let port: number;
let server: SteadyProxy | undefined;
let receiver: Receiver;
let worker: RunningWorker | undefined;

beforeAll(async () => {
  port = await freePort();
  ctx = await createTestContext({
    now: new Date().toISOString(),
    env: { TEMPORAL_ADDRESS: `127.0.0.1:${port}`, ALLOW_PRIVATE_DELIVERY: '1' },
  });
  shop = await openShop(ctx);
  receiver = await startReceiver();
});
afterAll(async () => {
  await worker?.stop();
  const temporal = createTemporalClient(ctx.config);
  if (server) await deleteSchedules(temporal);
  await temporal.close();
  server?.close();
  await receiver.close();
  await ctx.close();
});

/** A retry that has been due for a minute without a release. */
async function overdueRetry(): Promise<string> {
  await addWebhook(ctx, { key: shop.live.keyId, url: receiver.url });
  await touchEvents(ctx, [await addEvent(ctx, {})]);
  const [id = ''] = await writeDeliveries(ctx);
  const due = new Date(ctx.clock.now().getTime() - 60_000);
  await ctx.sql`UPDATE deliveries SET attempt = 1, last_outcome = 'timeout', next_attempt_at = ${due} WHERE id = ${id}`;
  return id;
}

/** An order whose hold ended a minute ago. */
async function overdueHold(): Promise<string> {
  const order = await placeOrder(ctx, shop);
  ctx.clock.advance((HOLD_MINUTES + 1) * 60_000);
  return order.id;
}

test('a worker begins without Temporal, and does its work once the server answers', async () => {
  const order = await overdueHold();
  const retry = await overdueRetry();
  worker = await startWorker(ctx, { workflowBundle: testWorkflowBundle() });
  expect(worker.joined).toBe(false);
  await waitFor(async () => (await getDelivery(ctx, retry)).state === 'delivered', { what: 'the retry' });
  const status = async () => (await getOrder(ctx, { caller: shop.live, orderId: order })).status;
  await waitFor(async () => (await status()) === 'expired', { what: 'the end of the hold' });
  expect(worker.joined).toBe(false);

  const [, temporalPort] = testTemporalAddress().split(':');
  server = await startSteadyProxy(Number(temporalPort), port);
  await waitFor(() => worker?.joined, { what: 'the worker to join' });
  const temporal = createTemporalClient(ctx.config);
  const { id: orderId } = await placeOrder(ctx, shop);
  const hold = temporal.client.workflow.getHandle(orderHoldWorkflowId(orderId));
  await waitFor(async () => (await hold.describe()).status.name === 'RUNNING', { what: 'the hold to run' });
  await cancelOrder(ctx, { caller: shop.live, orderId });
  expect(await holdResult(temporal, orderId)).toEqual({ status: 'cancelled' });
  await temporal.close();
});
