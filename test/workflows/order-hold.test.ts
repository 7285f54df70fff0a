import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import { createOrderActivities } from '../../activities/orders.js';
import { cancelOrder } from '../../src/orders/end-hold.js';
import { getOrder } from '../../src/orders/get-order.js';
import { payOrder } from '../../src/orders/pay-order.js';
import { signalOrderClosed, startOrderHold } from '../../src/orders/start-holds.js';
import type { OrderHoldActivities } from '../../src/orders/workflow.js';
import { HOLD_MINUTES } from '../../src/platform/config/environment.js';
import type { TemporalClient } from '../../src/platform/temporal/client.js';
import { orderHoldWorkflowId } from '../../src/platform/temporal/workflow-ids.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { openShop, type Shop } from '../support/data/build.js';
import { holdOf, holdResult, placeOrder, temporalOf } from '../support/data/holds.js';
import { stockOf } from '../support/data/stock.js';
import { createTimeSkippingEnvironment, testWorkflowBundle } from '../support/temporal/temporal.js';

let environment: TestWorkflowEnvironment;
let temporal: TemporalClient;
let ctx: TestContext;
let shop: Shop;

beforeAll(async () => {
  environment = await createTimeSkippingEnvironment();
});
beforeEach(async () => {
  // The server's clock is the shop's clock: it runs ahead whenever a test waits.
  const now = new Date(await environment.currentTimeMs()).toISOString();
  ctx = await createTestContext({ now });
  temporal = temporalOf(environment, ctx);
  shop = await openShop(ctx);
});
afterEach(() => ctx.close());
afterAll(() => environment.teardown());

/** The shop's clock at the end of each hold that a test began: the server's time runs ahead of the test's. */
const atTheEnd = () => ({ ...ctx, clock: { now: () => new Date(ctx.clock.now().getTime() + HOLD_MINUTES * 60_000) } });

/** Runs a worker while `work` goes on. */
async function withWorker<T>(
  work: () => Promise<T>,
  activities: OrderHoldActivities = createOrderActivities(atTheEnd()),
) {
  const worker = await Worker.create({
    connection: environment.nativeConnection,
    taskQueue: temporal.queue('orders'),
    workflowBundle: testWorkflowBundle(),
    activities: { ...activities },
  });
  return worker.runUntil(work);
}

async function timersOf(orderId: string): Promise<number[]> {
  const { events } = await environment.client.workflow.getHandle(orderHoldWorkflowId(orderId)).fetchHistory();
  return (events ?? []).flatMap(({ timerStartedEventAttributes: timer }) =>
    timer ? [Number(timer.startToFireTimeout?.seconds)] : [],
  );
}

it('releases unpaid tickets 32 minutes after the order was made', async () => {
  await withWorker(async () => {
    const { id } = await placeOrder(ctx, shop, 3);
    await startOrderHold(temporal, await holdOf(ctx, id));
    expect(await stockOf(ctx.sql, shop.ticketTypeId)).toMatchObject({ held: 3 });

    expect(await holdResult(temporal, id)).toEqual({ status: 'expired' });
    expect(await stockOf(ctx.sql, shop.ticketTypeId)).toMatchObject({ held: 0, sold: 0 });
    const [timer] = await timersOf(id);
    expect(timer).toBeGreaterThan(32 * 60 - 30);
    expect(timer).toBeLessThanOrEqual(32 * 60);
  });
});

it('ends at the word that the order was paid, and expires nothing', async () => {
  await withWorker(async () => {
    const { id } = await placeOrder(ctx, shop);
    await startOrderHold(temporal, await holdOf(ctx, id));
    await payOrder(ctx, { orderId: id, paymentReference: 'p' });
    await signalOrderClosed(temporal, id, { status: 'paid' });

    expect(await holdResult(temporal, id)).toEqual({ status: 'paid' });
    expect(await stockOf(ctx.sql, shop.ticketTypeId)).toMatchObject({ held: 0, sold: 1 });
  });
});

it('leaves a paid order alone when the word of it never came', async () => {
  await withWorker(async () => {
    const { id } = await placeOrder(ctx, shop);
    await startOrderHold(temporal, await holdOf(ctx, id));
    await payOrder(ctx, { orderId: id, paymentReference: 'p' });

    expect(await holdResult(temporal, id)).toEqual({ status: 'paid' });
    expect(await stockOf(ctx.sql, shop.ticketTypeId)).toMatchObject({ held: 0, sold: 1 });
  });
});

it('lets a payment after the expiry take the tickets again', async () => {
  await withWorker(async () => {
    const { id } = await placeOrder(ctx, shop, 2);
    await startOrderHold(temporal, await holdOf(ctx, id));
    expect(await holdResult(temporal, id)).toEqual({ status: 'expired' });

    expect(await payOrder(ctx, { orderId: id, paymentReference: 'p' })).toEqual({ status: 'paid', outcome: 'paid' });
    expect(await getOrder(ctx, { caller: shop.live, orderId: id })).toMatchObject({ status: 'paid' });
    expect(await stockOf(ctx.sql, shop.ticketTypeId)).toMatchObject({ held: 0, sold: 2 });
  });
});

it('ends early at the word that the order was cancelled', async () => {
  await withWorker(async () => {
    const { id } = await placeOrder(ctx, shop);
    await startOrderHold(temporal, await holdOf(ctx, id));
    await cancelOrder(ctx, { caller: shop.live, orderId: id });
    await signalOrderClosed(temporal, id, { status: 'cancelled' });
    expect(await holdResult(temporal, id)).toEqual({ status: 'cancelled' });
  });
});

it('expires at once a hold whose end is past already', async () => {
  await withWorker(async () => {
    const { id } = await placeOrder(ctx, shop);
    const hold = await holdOf(ctx, id);
    await startOrderHold(temporal, { ...hold, holdUntil: new Date(hold.holdUntil.getTime() - 3_600_000) });
    expect(await holdResult(temporal, id)).toEqual({ status: 'expired' });
    expect(await timersOf(id)).toEqual([]);
  });
});

it('ends no hold that goes on by the database’s clock, however far ahead Temporal’s is', async () => {
  const readings: Date[] = [];
  const clock = {
    now() {
      // A quarter of an hour with each look.
      readings.push(new Date(ctx.clock.now().getTime() + readings.length * 15 * 60_000));
      return readings.at(-1) as Date;
    },
  };
  await withWorker(
    async () => {
      const { id } = await placeOrder(ctx, shop);
      const hold = await holdOf(ctx, id);
      await startOrderHold(temporal, { ...hold, holdUntil: ctx.clock.now() });
      expect(await holdResult(temporal, id)).toEqual({ status: 'expired' });
      // An activity that finds the hold open reads the clock twice, for how long it goes on.
      expect(readings).toHaveLength(5);
    },
    createOrderActivities({ ...ctx, clock }),
  );
});

it('repeats until the database answers', async () => {
  let calls = 0;
  const real = createOrderActivities(atTheEnd());
  const shaky: OrderHoldActivities = {
    ...real,
    expireOrder: (orderId) => {
      calls += 1;
      if (calls < 4) throw new Error('the database is away');
      return real.expireOrder(orderId);
    },
  };
  await withWorker(async () => {
    const { id } = await placeOrder(ctx, shop);
    await startOrderHold(temporal, await holdOf(ctx, id));
    expect(await holdResult(temporal, id)).toEqual({ status: 'expired' });
  }, shaky);
  expect(calls).toBe(4);
});

it('ends when the order is no longer there', async () => {
  await withWorker(async () => {
    const { id } = await placeOrder(ctx, shop);
    const hold = await holdOf(ctx, id);
    await startOrderHold(temporal, { ...hold, id: 'ord_gone' });
    expect(await holdResult(temporal, 'ord_gone')).toEqual({ status: 'missing' });
  });
});

it('starts once, and word for a hold that is not there is no fault', async () => {
  await withWorker(async () => {
    const { id } = await placeOrder(ctx, shop);
    const hold = await holdOf(ctx, id);
    expect(await startOrderHold(temporal, hold)).toBe(true);
    expect(await startOrderHold(temporal, hold)).toBe(false);
    await cancelOrder(ctx, { caller: shop.live, orderId: id });
    await signalOrderClosed(temporal, id, { status: 'cancelled' });
    await holdResult(temporal, id);
    expect(await startOrderHold(temporal, hold)).toBe(false);
    await signalOrderClosed(temporal, id, { status: 'cancelled' });
    await signalOrderClosed(temporal, 'ord_nobody', { status: 'cancelled' });
  });
});
