import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import { workflowMetadataQuery } from '@temporalio/workflow';
import { createOrderActivities } from '../../activities/orders.js';
import { cancelOrder } from '../../src/orders/end-hold.js';
import { closedOrderJob, holdJob } from '../../src/orders/jobs.js';
import { payOrder } from '../../src/orders/pay-order.js';
import { findHolds, type HoldRow } from '../../src/orders/sql/orders.js';
import type { OrderHoldActivities } from '../../src/orders/workflow.js';
import { HOLD_MINUTES } from '../../src/platform/config/environment.js';
import type { TemporalClient } from '../../src/platform/temporal/client.js';
import { orderHoldsWorkflowId, orderHoldWorkflowId } from '../../src/platform/temporal/workflow-ids.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { openShop, type Shop } from '../support/data/build.js';
import { placeOrder, temporalOf } from '../support/data/holds.js';
import { stockByOrders, stockOf } from '../support/data/stock.js';
import { drainOf } from '../support/jobs.js';
import { createTimeSkippingEnvironment, testWorkflowBundle } from '../support/temporal/temporal.js';
import { waitFor } from '../support/wait-for.js';

let environment: TestWorkflowEnvironment;
let temporal: TemporalClient;
let ctx: TestContext;
let shop: Shop;

beforeAll(async () => {
  environment = await createTimeSkippingEnvironment();
});
beforeEach(async () => {
  const now = new Date(await environment.currentTimeMs()).toISOString();
  ctx = await createTestContext({ now });
  temporal = temporalOf(environment, ctx);
  shop = await openShop(ctx, { capacity: 1_000 });
});
afterEach(async () => {
  const { held, sold } = await stockOf(ctx.sql, shop.ticketTypeId);
  expect({ held, sold }).toEqual(await stockByOrders(ctx.sql, shop.ticketTypeId));
  await ctx.close();
});
afterAll(() => environment.teardown());

async function place(count: number): Promise<string[]> {
  const orders = await Promise.all(Array.from({ length: count }, () => placeOrder(ctx, shop)));
  return orders.map(({ id }) => id);
}

/** Has the messages of a topic handled once, as a relay that has just started. */
async function pass(topic: 'order.created' | 'order.closed'): Promise<void> {
  const job = topic === 'order.created' ? holdJob : closedOrderJob;
  expect(await drainOf(ctx, temporal, job).run()).toMatchObject({ failed: 0 });
}

const handleOf = (hold: HoldRow | undefined) => {
  if (!hold || hold.holdBatch === null) throw new Error('the order has a workflow of its own');
  return environment.client.workflow.getHandle(orderHoldsWorkflowId(hold.holdUntil, hold.holdBatch, temporal.suffix));
};
const exists = (workflowId: string) =>
  environment.client.workflow
    .getHandle(workflowId)
    .describe()
    .then(
      () => true,
      () => false,
    );

/**
 * Time does not pass later while a workflow waits for a worker that no longer comes. And it never passes again on this
 * server once a workflow was ended in the middle of a task: so each is at its timer first.
 */
const terminate = (orderIds: string[]) =>
  Promise.all(
    orderIds.map(async (id) => {
      const handle = environment.client.workflow.getHandle(orderHoldWorkflowId(id));
      await waitFor(async () => {
        const { raw } = await handle.describe();
        return !raw.pendingWorkflowTask && Number(raw.workflowExecutionInfo?.historyLength) >= 5;
      });
      await handle.terminate();
    }),
  );

async function withWorker<T>(work: () => Promise<T>, changed: Partial<OrderHoldActivities> = {}): Promise<T> {
  // The server's time runs ahead of the test's: this clock stands at the end of each hold.
  const clock = { now: () => new Date(ctx.clock.now().getTime() + HOLD_MINUTES * 60_000 + 5_000) };
  const worker = await Worker.create({
    connection: environment.nativeConnection,
    taskQueue: temporal.queue('orders'),
    workflowBundle: testWorkflowBundle(),
    activities: { ...createOrderActivities({ ...ctx, clock }), ...changed },
  });
  return worker.runUntil(work);
}

it('gives an order a workflow of its own while few come', async () => {
  await withWorker(async () => {
    const ids = await place(10);
    await pass('order.created');
    expect(await Promise.all(ids.map((id) => exists(orderHoldWorkflowId(id))))).toEqual(Array(10).fill(true));
    expect((await findHolds(ctx.sql, ids)).map(({ holdBatch }) => holdBatch)).toEqual(Array(10).fill(null));
    await terminate(ids);
  });
});

it('puts the holds of many orders into one workflow, which releases unpaid ones', async () => {
  await withWorker(async () => {
    const ids = await place(40);
    const [paid = '', cancelled = ''] = ids;
    await pass('order.created');
    const holds = await findHolds(ctx.sql, ids);
    const batches = new Set(holds.map((hold) => handleOf(hold).workflowId));
    // Two where a minute turned between the first and the last.
    expect(batches.size).toBeLessThanOrEqual(2);
    expect(await exists(orderHoldWorkflowId(paid))).toBe(false);

    await payOrder(ctx, { orderId: paid, paymentReference: 'p' });
    await cancelOrder(ctx, { caller: shop.live, orderId: cancelled });
    expect([...(await ctx.sql`SELECT key FROM outbox WHERE topic = 'order.closed'`)]).toEqual([]);

    const counts = { expired: 0, paid: 0, cancelled: 0 };
    for (const workflowId of batches) {
      const handle = environment.client.workflow.getHandle(workflowId);
      const result: Partial<typeof counts> = await handle.result();
      for (const status of ['expired', 'paid', 'cancelled'] as const) counts[status] += result[status] ?? 0;
      const { events } = await handle.fetchHistory();
      const text = JSON.stringify(events);
      expect(text).not.toMatch(/signaled/i);
      expect(Buffer.from(text.match(/"data":"([^"]+)"/)?.[1] ?? '', 'base64').toString()).not.toContain('example.org');
      const { currentDetails } = await handle.query(workflowMetadataQuery);
      expect(currentDetails).toMatch(/^Ended: of \d+ orders .*expired/);
      expect((await handle.describe()).searchAttributes.State).toEqual(['ended']);
    }
    expect(counts).toEqual({ expired: 38, paid: 1, cancelled: 1 });
    expect(await stockOf(ctx.sql, shop.ticketTypeId)).toMatchObject({ held: 0, sold: 1 });
  });
});

it('says while it waits how many are unpaid, and when the next end', async () => {
  const looks: string[] = [];
  let workflowId = '';
  const look = async (orderIds: string[]) => {
    const { currentDetails } = await environment.client.workflow.getHandle(workflowId).query(workflowMetadataQuery);
    looks.push(currentDetails ?? '');
    return { awaiting_payment: orderIds.length - looks.length };
  };
  await withWorker(
    async () => {
      const ids = await place(20);
      await pass('order.created');
      const [hold] = await findHolds(ctx.sql, ids);
      const handle = handleOf(hold);
      workflowId = handle.workflowId;
      await handle.result();
    },
    // The worker still answers queries.
    { countHolds: look },
  );
  expect(looks).toHaveLength(3);
  expect(looks[0]).toMatch(/^\d+ of \d+ unpaid; \d+ end \d\d:\d\d:\d\d UTC\.$/);
});

it('starts another one for the same orders after a crash, which changes nothing', async () => {
  await withWorker(async () => {
    const ids = await place(15);
    const messages = await ctx.sql<
      { topic: string; key: string }[]
    >`SELECT topic, key FROM outbox WHERE topic = 'order.created'`;
    await pass('order.created');
    const [first] = await findHolds(ctx.sql, ids.slice(0, 1));
    await ctx.sql`INSERT INTO outbox (topic, key, created_at) SELECT topic, key, now() FROM unnest(${messages.map(({ topic }) => topic)}::text[], ${messages.map(({ key }) => key)}::text[]) AS m(topic, key)`;
    await pass('order.created');
    const [second] = await findHolds(ctx.sql, ids.slice(0, 1));
    expect(handleOf(first).workflowId).not.toBe(handleOf(second).workflowId);
    // One after the other: what two of them want at the same moment, one tries again, and this server may skip a day for that.
    await handleOf(second).result();
    expect(Object.keys(await handleOf(first).result())).toEqual(['expired']);
    const rest = (await findHolds(ctx.sql, ids)).filter(({ status }) => status !== 'expired');
    for (const hold of rest) await handleOf(hold).result();
    expect(await stockOf(ctx.sql, shop.ticketTypeId)).toMatchObject({ held: 0, sold: 0 });
  });
});

it('leaves orders that are closed already out, and signals only holds that have a workflow of their own', async () => {
  await withWorker(async () => {
    const ids = await place(12);
    await Promise.all(ids.slice(0, 3).map((orderId) => cancelOrder(ctx, { caller: shop.live, orderId })));
    await pass('order.created');
    const [own = '', closed = ''] = [ids[11], ids[0]];
    expect(await exists(orderHoldWorkflowId(own))).toBe(true);
    expect(await exists(orderHoldWorkflowId(closed))).toBe(false);
    await pass('order.closed');
    await payOrder(ctx, { orderId: own, paymentReference: 'p' });
    await pass('order.closed');
    const { events } = await environment.client.workflow.getHandle(orderHoldWorkflowId(own)).fetchHistory();
    expect(events?.filter((event) => event.workflowExecutionSignaledEventAttributes)).toHaveLength(1);
    await terminate(ids.slice(3, 11));
  });
});
