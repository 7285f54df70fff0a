import { enqueue, OUTBOX_TOPICS, waitingTopics } from '../../../src/platform/outbox/messages.js';
import { type Drain, startRelay } from '../../../src/platform/outbox/relay.js';
import { createTemporalClient } from '../../../src/platform/temporal/client.js';
import { orderHoldWorkflowId } from '../../../src/platform/temporal/workflow-ids.js';
import { createTestContext, type TestContext } from '../../support/context.js';
import { openShop } from '../../support/data/build.js';
import { placeOrder } from '../../support/data/holds.js';
import { jobDrains } from '../../support/jobs.js';
import { touchEvents } from '../../support/temporal/fan-out.js';
import { waitFor } from '../../support/wait-for.js';

let ctx: TestContext;

beforeEach(async () => {
  ctx = await createTestContext();
});
afterEach(() => ctx.close());

it('goes on after a failing drain, leaves the others alone, and stops when asked', async () => {
  const calls = { steady: 0, failing: 0 };
  const steady: Drain = {
    topic: 'steady',
    run: async () => {
      calls.steady += 1;
      return { done: 0, failed: 0 };
    },
  };
  const failing: Drain = {
    topic: 'failing',
    run: async () => {
      calls.failing += 1;
      throw new Error('always');
    },
  };
  const relay = startRelay(ctx.log, { drains: [steady, failing] });
  await waitFor(() => calls.steady > 4 && calls.failing > 1);
  await relay.stop();
  const atStop = { ...calls };
  expect(calls.failing).toBeLessThan(calls.steady);
  await new Promise((resolve) => setImmediate(resolve));
  expect(calls).toEqual(atStop);
});

it('looks once for all drains, runs the one with something to do, and all of them when it cannot look', async () => {
  const calls = { first: 0, second: 0 };
  const drainOf = (topic: keyof typeof calls): Drain => ({
    topic,
    run: async () => {
      calls[topic] += 1;
      return { done: 0, failed: 0 };
    },
  });
  let due: string[] | Error = [];
  let looks = 0;
  const look = async () => {
    looks += 1;
    if (due instanceof Error) throw due;
    return due;
  };
  const relay = startRelay(ctx.log, { drains: [drainOf('first'), drainOf('second')], look });
  await waitFor(() => looks > 3);
  expect(calls).toEqual({ first: 1, second: 1 });
  due = ['second'];
  await waitFor(() => calls.second > 2);
  expect(calls.first).toBe(1);
  due = new Error('the database is away');
  await waitFor(() => calls.first > 2);
  await relay.stop();
});

it('finds the topics with something to do, listings whose time has come included', async () => {
  const now = new Date('2026-11-02T09:00:00Z');
  await ctx.sql`DELETE FROM outbox`;
  await ctx.sql`UPDATE event_listings SET due_at = NULL`;
  expect(await waitingTopics(ctx.sql, now)).toEqual([]);
  for (const topic of OUTBOX_TOPICS) await enqueue(ctx.sql, topic, ['a', 'b'], now);
  expect(await waitingTopics(ctx.sql, now)).toEqual([...OUTBOX_TOPICS]);
  const { eventId } = await openShop(ctx);
  await touchEvents(ctx, [eventId], { name: 'Another' });
  await ctx.sql`DELETE FROM outbox`;
  await ctx.sql`UPDATE event_listings SET due_at = ${now}`;
  expect(await waitingTopics(ctx.sql, new Date(now.getTime() - 1))).toEqual([]);
  expect(await waitingTopics(ctx.sql, now)).toEqual(['event.touched']);
});

it('takes orders while Temporal is away, and starts their workflows once it is back', async () => {
  const shop = await openShop(ctx);
  const away = createTemporalClient(
    { ...ctx.config, temporal: { ...ctx.config.temporal, address: '127.0.0.1:1' } },
    500,
  );
  const { id } = await placeOrder(ctx, shop);
  const created = (drains: Drain[]) => drains.find(({ topic }) => topic === 'order.created')?.run();
  expect(await created(jobDrains(ctx, away))).toMatchObject({ done: 0, wait: true });
  await away.close();
  expect(await ctx.sql`SELECT FROM outbox WHERE topic = 'order.created'`).toHaveLength(1);

  const temporal = createTemporalClient(ctx.config);
  expect(await created(jobDrains(ctx, temporal))).toMatchObject({ done: 1, failed: 0 });
  expect((await temporal.client.workflow.getHandle(orderHoldWorkflowId(id)).describe()).status.name).toBe('RUNNING');
  expect(await ctx.sql`SELECT FROM outbox WHERE topic = 'order.created'`).toHaveLength(0);
  await temporal.close();
});

it('starts no workflow for an order that was closed before', async () => {
  const shop = await openShop(ctx);
  const { id } = await placeOrder(ctx, shop);
  await ctx.sql`UPDATE orders SET status = 'cancelled' WHERE id = ${id}`;
  const temporal = createTemporalClient(ctx.config);
  for (const { topic, run } of jobDrains(ctx, temporal)) {
    if (topic.startsWith('order.')) expect(await run()).toMatchObject({ failed: 0 });
  }
  await expect(temporal.client.workflow.getHandle(orderHoldWorkflowId(id)).describe()).rejects.toThrow(/not found/i);
  await temporal.close();
});
