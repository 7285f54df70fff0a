// Over twenty seconds: each test starts a worker, and one waits until a killed one is missed.
import { ScheduleOverlapPolicy } from '@temporalio/client';
import { workflowMetadataQuery } from '@temporalio/workflow';
import { type RunningWorker, startWorker } from '../../activities/start-worker.js';
import { cancelOrder } from '../../src/orders/cancel-order.js';
import { expireOrder } from '../../src/orders/expire-order.js';
import { getOrder } from '../../src/orders/get-order.js';
import { payOrder } from '../../src/orders/pay-order.js';
import { HOLD_MINUTES } from '../../src/orders/place-order.js';
import { sweepOrders } from '../../src/orders/sweep-orders.js';
import { createTemporalClient, type TemporalClient } from '../../src/platform/temporal/client.js';
import { orderHoldWorkflowId } from '../../src/platform/temporal/workflow-ids.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { holdResult, placeOrder } from '../support/holds.js';
import { openShop, type Shop, stockOf } from '../support/shop.js';
import { testWorkflowBundle } from '../support/temporal.js';
import { waitFor } from '../support/wait-for.js';
import { kill, spawnWorker } from '../support/worker-process.js';

let ctx: TestContext;
let temporal: TemporalClient;
let shop: Shop;
let worker: RunningWorker | undefined;

beforeEach(async () => {
  ctx = await createTestContext({ now: new Date().toISOString() });
  temporal = createTemporalClient(ctx.config);
  shop = await openShop(ctx);
});
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
  for await (const { scheduleId } of temporal.client.schedule.list()) {
    if (scheduleId.endsWith(temporal.suffix)) await temporal.client.schedule.getHandle(scheduleId).delete();
  }
  await temporal.close();
  await ctx.close();
});

const begin = async () => {
  worker = await startWorker(ctx, { workflowBundle: testWorkflowBundle() });
};
const hold = (orderId: string) => temporal.client.workflow.getHandle(orderHoldWorkflowId(orderId));
const running = (orderId: string) =>
  waitFor(async () => (await hold(orderId).describe()).status.name === 'RUNNING', { what: 'the hold to run' });

/** An order whose hold ends so many seconds from now. */
async function orderEndingIn(seconds: number) {
  ctx.clock.set(new Date(Date.now() - HOLD_MINUTES * 60_000 + seconds * 1_000));
  return placeOrder(ctx, shop, 2);
}

/** The list lags behind, and a server answers only some ten of these a second. */
const becomesFound = (orderId: string, query: string) =>
  waitFor(async () => (await found(query)).includes(orderHoldWorkflowId(orderId)), { what: query, interval: 250 });

async function found(query: string): Promise<string[]> {
  const ids: string[] = [];
  for await (const { workflowId } of temporal.client.workflow.list({ query })) ids.push(workflowId);
  return ids;
}

it('is started by the relay, found by what an operator knows, and says what it waits for', async () => {
  await begin();
  const { id } = await placeOrder(ctx, shop, 2);
  await running(id);
  expect(await (await hold(id).describe()).staticSummary()).toContain(id);
  const metadata = await hold(id).query(workflowMetadataQuery);
  expect(metadata.currentDetails).toMatch(new RegExp(`Waits for a payment or a cancellation of ${id}`));

  const history = JSON.stringify(await hold(id).fetchHistory());
  const payloads = [...history.matchAll(/"data":"([^"]+)"/g)].map(([, data = '']) => Buffer.from(data, 'base64'));
  expect(payloads.join()).toContain(id);
  expect(payloads.join()).not.toMatch(/example\.org|"Ada/);

  await becomesFound(id, `OrderId = '${id}'`);
  await becomesFound(id, `EventId = '${shop.eventId}'`);
  // `mode` is a word of the query language: it needs the quotes.
  const company = `CompanyId = '${shop.live.companyId}' AND \`Mode\` = 'live'`;
  await becomesFound(id, `${company} AND State = 'awaiting_payment'`);
  await cancelOrder(ctx, { caller: shop.live, orderId: id });
  await becomesFound(id, `${company} AND State = 'cancelled'`);
});

it('gives the tickets back at the end of the hold', async () => {
  await begin();
  const { id } = await orderEndingIn(2);
  expect(await waitFor(() => holdResult(temporal, id))).toEqual({ status: 'expired' });
  expect(await stockOf(ctx.sql, shop.ticketTypeId)).toMatchObject({ held: 0, sold: 0 });
});

it('ends with a payment and with a cancellation', async () => {
  await begin();
  const [paid, cancelled] = [await placeOrder(ctx, shop), await placeOrder(ctx, shop)];
  await Promise.all([running(paid.id), running(cancelled.id)]);
  await payOrder(ctx, { orderId: paid.id, paymentReference: 'p' });
  await cancelOrder(ctx, { caller: shop.live, orderId: cancelled.id });
  expect(await holdResult(temporal, paid.id)).toEqual({ status: 'paid' });
  expect(await holdResult(temporal, cancelled.id)).toEqual({ status: 'cancelled' });
});

it('goes on where it was when its worker is killed and another one comes', async () => {
  const first = await spawnWorker(ctx);
  const { id } = await orderEndingIn(6);
  // However long the rest takes: while the order is locked, the first worker cannot end the hold.
  const lock = await ctx.sql.reserve();
  await lock`BEGIN`;
  await lock`SELECT FROM orders WHERE id = ${id} FOR UPDATE`;
  await waitFor(async () => {
    const { events } = await hold(id).fetchHistory();
    return events?.some((one) => one.timerStartedEventAttributes || one.activityTaskScheduledEventAttributes);
  });
  await kill(first);
  await lock`ROLLBACK`;
  lock.release();
  expect(await getOrder(ctx, { caller: shop.live, orderId: id })).toMatchObject({ status: 'awaiting_payment' });

  const second = await spawnWorker(ctx);
  try {
    expect(await holdResult(temporal, id)).toEqual({ status: 'expired' });
    expect(await stockOf(ctx.sql, shop.ticketTypeId)).toMatchObject({ held: 0, sold: 0 });
  } finally {
    await kill(second);
  }
});

it('is started again by the sweeper when it was lost', async () => {
  await begin();
  const { id } = await placeOrder(ctx, shop);
  await running(id);
  await hold(id).terminate('lost');
  ctx.clock.advance(2 * 60_000);
  await becomesFound(id, `OrderId = '${id}' AND ExecutionStatus = 'Terminated'`);

  const swept = temporal.client.schedule.getHandle(`sweep-orders${temporal.suffix}`);
  // Else it is skipped where the minute has just turned, and that sweep may have looked too early.
  await swept.trigger(ScheduleOverlapPolicy.BUFFER_ALL);
  await running(id);
  await payOrder(ctx, { orderId: id, paymentReference: 'p' });
  expect(await holdResult(temporal, id)).toEqual({ status: 'paid' });
});

it('is not needed: the sweeper ends a hold that nothing else ended', async () => {
  const { id } = await placeOrder(ctx, shop, 3);
  expect(await sweepOrders(ctx, temporal, () => {})).toMatchObject({ expired: 0, restarted: 0 });
  ctx.clock.advance((HOLD_MINUTES + 2) * 60_000);
  expect(await sweepOrders(ctx, temporal, () => {})).toEqual({ expired: 1, restarted: 0, refunds: 0 });
  expect(await getOrder(ctx, { caller: shop.live, orderId: id })).toMatchObject({ status: 'expired' });
  expect(await stockOf(ctx.sql, shop.ticketTypeId)).toMatchObject({ held: 0, sold: 0 });
});

it('sends a refund to the processor through a workflow of its own', async () => {
  await begin();
  const { id } = await placeOrder(ctx, shop, 2);
  await expireOrder(ctx, { orderId: id });
  await ctx.sql`UPDATE ticket_types SET capacity = 1 WHERE id = ${shop.ticketTypeId}`;
  expect(await payOrder(ctx, { orderId: id, paymentReference: 'late' })).toMatchObject({ outcome: 'given_back' });
  const [refund] = await waitFor(async () => {
    const rows = await ctx.sql`SELECT * FROM refunds WHERE order_id = ${id} AND sent_at IS NOT NULL`;
    return rows.length > 0 ? rows : null;
  });
  expect(refund).toMatchObject({ amountMinor: 2500, reason: 'late_payment', processorReference: expect.anything() });
});
