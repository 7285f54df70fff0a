import { workflowMetadataQuery } from '@temporalio/workflow';
import { cancelOrder } from '../../src/orders/end-hold.js';
import { getOrder } from '../../src/orders/get-order.js';
import { payOrder } from '../../src/orders/pay-order.js';
import { HOLD_MINUTES } from '../../src/platform/config/environment.js';
import { createTemporalClient, type TemporalClient } from '../../src/platform/temporal/client.js';
import { orderHoldWorkflowId } from '../../src/platform/temporal/workflow-ids.js';
import { type RunningWorker, startWorker } from '../../worker/start-worker.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { openShop, type Shop } from '../support/data/build.js';
import { expireOrder, holdResult, placeOrder } from '../support/data/holds.js';
import { stockOf } from '../support/data/stock.js';
import { deleteSchedules, testWorkflowBundle } from '../support/temporal/temporal.js';
import { waitFor } from '../support/wait-for.js';

let ctx: TestContext;
let temporal: TemporalClient;
let shop: Shop;
let worker: RunningWorker;

// One worker for all: to start one takes longer than most of these tests.
beforeAll(async () => {
  ctx = await createTestContext({ now: new Date().toISOString() });
  temporal = createTemporalClient(ctx.config);
  worker = await startWorker(ctx, { workflowBundle: testWorkflowBundle() });
});
beforeEach(async () => {
  ctx.clock.set(new Date());
  shop = await openShop(ctx);
});
afterAll(async () => {
  await worker?.stop();
  await deleteSchedules(temporal);
  await temporal.close();
  await ctx.close();
});

const hold = (orderId: string) => temporal.client.workflow.getHandle(orderHoldWorkflowId(orderId));
const running = (orderId: string) =>
  waitFor(async () => (await hold(orderId).describe()).status.name === 'RUNNING', { what: 'the hold to run' });

/** An order whose hold ends in these seconds. */
async function orderEndingIn(seconds: number) {
  ctx.clock.set(new Date(Date.now() - HOLD_MINUTES * 60_000 + seconds * 1_000));
  const order = await placeOrder(ctx, shop, 2);
  ctx.clock.advance(HOLD_MINUTES * 60_000);
  return order;
}

/** The list lags behind, and a server answers only some ten of these a second. */
const becomesFound = (orderId: string, query: string) =>
  waitFor(async () => (await found(query)).includes(orderHoldWorkflowId(orderId)), { what: query, interval: 250 });

async function found(query: string): Promise<string[]> {
  const ids: string[] = [];
  for await (const { workflowId } of temporal.client.workflow.list({ query })) ids.push(workflowId);
  return ids;
}

it("is started by the relay, found by the order's facts, and shows its next step", async () => {
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
  const { id } = await orderEndingIn(2);
  expect(await waitFor(() => holdResult(temporal, id))).toEqual({ status: 'expired' });
  expect(await stockOf(ctx.sql, shop.ticketTypeId)).toMatchObject({ held: 0, sold: 0 });
});

it('ends with a payment and with a cancellation', async () => {
  const [paid, cancelled] = [await placeOrder(ctx, shop), await placeOrder(ctx, shop)];
  await Promise.all([running(paid.id), running(cancelled.id)]);
  await payOrder(ctx, { orderId: paid.id, paymentReference: 'p' });
  await cancelOrder(ctx, { caller: shop.live, orderId: cancelled.id });
  expect(await holdResult(temporal, paid.id)).toEqual({ status: 'paid' });
  expect(await holdResult(temporal, cancelled.id)).toEqual({ status: 'cancelled' });
});

it('is not needed: a hold whose workflow was lost ends ten seconds later', async () => {
  const { id } = await placeOrder(ctx, shop, 3);
  await running(id);
  await hold(id).terminate('lost');
  ctx.clock.advance(HOLD_MINUTES * 60_000 + 10_000);
  await waitFor(async () => (await stockOf(ctx.sql, shop.ticketTypeId)).held === 0, { what: 'the hold to end' });
  expect(await getOrder(ctx, { caller: shop.live, orderId: id })).toMatchObject({ status: 'expired' });
});

it('sends a refund to the processor through a workflow of its own', async () => {
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
