import type { Drain } from '../../../src/platform/outbox/drain.js';
import { drainMessages } from '../../../src/platform/outbox/drain-messages.js';
import { enqueue, OUTBOX_TOPICS, waitingTopics } from '../../../src/platform/outbox/messages.js';
import { startRelay } from '../../../src/platform/outbox/relay.js';
import { createTemporalClient } from '../../../src/platform/temporal/client.js';
import { orderHoldWorkflowId } from '../../../src/platform/temporal/workflow-ids.js';
import { createDrains } from '../../../worker/drains.js';
import { createTestContext, type TestContext } from '../../support/context.js';
import { openShop } from '../../support/data/build.js';
import { placeOrder } from '../../support/data/holds.js';
import { touchEvents } from '../../support/temporal/telling.js';
import { waitFor } from '../../support/wait-for.js';

let ctx: TestContext;

beforeEach(async () => {
  ctx = await createTestContext();
});
afterEach(() => ctx.close());

const queue = (...keys: string[]) => enqueue(ctx.sql, 'order.closed', keys, ctx.clock.now());
const left = async () => {
  const rows = await ctx.sql<{ key: string }[]>`SELECT key FROM outbox WHERE topic = 'order.closed' ORDER BY id`;
  return rows.map((row) => row.key);
};
const drain = (handle: (key: string) => Promise<void>, batch = 10) =>
  drainMessages(ctx, { topic: 'order.closed', batch, atOnce: 2, prepare: async () => handle });

it('deletes what was handled, once for each key, and keeps what failed', async () => {
  await queue('a', 'b', 'a', 'broken');
  const handled: string[] = [];
  const error = new Error('no');
  const result = await drain(async (key) => {
    if (key === 'broken') throw error;
    handled.push(key);
  });
  expect(result).toEqual({ done: 3, failed: 1, error });
  expect(handled.sort()).toEqual(['a', 'b']);
  expect(await left()).toEqual(['broken']);
});

it('gives up a batch when everything fails', async () => {
  await queue(...Array.from({ length: 30 }, (_, index) => `key ${index}`));
  let tried = 0;
  const failing = async () => {
    tried += 1;
    throw new Error('the server is away');
  };
  const result = await drain(failing, 30);
  expect(result).toMatchObject({ done: 0, failed: tried });
  expect(tried).toBeLessThan(15);
  expect(await left()).toHaveLength(30);
});

it('passes on what comes behind more that fail than are handled at the same time', async () => {
  await queue(...Array.from({ length: 12 }, (_, index) => `key ${index}`));
  const failing = new Set(['key 0', 'key 1', 'key 2', 'key 3', 'key 4']);
  const handle = async (key: string) => {
    if (failing.has(key)) throw new Error('this one never works');
  };
  expect(await drain(handle, 30)).toMatchObject({ done: 7, failed: 5 });
  expect(await left()).toHaveLength(5);
});

it('shares the work among relays: each message is handled once', async () => {
  await queue(...Array.from({ length: 40 }, (_, index) => `key ${index}`));
  const handled: string[] = [];
  const handle = async (key: string) => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    handled.push(key);
  };
  await Promise.all([drain(handle, 20), drain(handle, 20)]);
  expect(new Set(handled).size).toBe(40);
  expect(handled).toHaveLength(40);
  expect(await left()).toEqual([]);
});

it('goes on after a failing drain, leaves the others alone, and stops when asked', async () => {
  const calls = { steady: 0, failing: 0 };
  const steady: Drain = {
    name: 'steady',
    run: async () => {
      calls.steady += 1;
      return { done: 0, failed: 0 };
    },
  };
  const failing: Drain = {
    name: 'failing',
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
  const drainOf = (name: keyof typeof calls): Drain => ({
    name,
    run: async () => {
      calls[name] += 1;
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
  const created = (drains: Drain[]) => drains.find(({ name }) => name === 'order.created')?.run();
  expect(await created(createDrains(ctx, away))).toMatchObject({ done: 0, failed: 1 });
  await away.close();
  expect(await ctx.sql`SELECT FROM outbox WHERE topic = 'order.created'`).toHaveLength(1);

  const temporal = createTemporalClient(ctx.config);
  expect(await created(createDrains(ctx, temporal))).toEqual({ done: 1, failed: 0, error: undefined });
  expect((await temporal.client.workflow.getHandle(orderHoldWorkflowId(id)).describe()).status.name).toBe('RUNNING');
  expect(await ctx.sql`SELECT FROM outbox WHERE topic = 'order.created'`).toHaveLength(0);
  await temporal.close();
});

it('starts no workflow for an order that was closed before', async () => {
  const shop = await openShop(ctx);
  const { id } = await placeOrder(ctx, shop);
  await ctx.sql`UPDATE orders SET status = 'cancelled' WHERE id = ${id}`;
  const temporal = createTemporalClient(ctx.config);
  for (const { name, run } of createDrains(ctx, temporal)) {
    if (name.startsWith('order.')) expect(await run()).toMatchObject({ failed: 0 });
  }
  await expect(temporal.client.workflow.getHandle(orderHoldWorkflowId(id)).describe()).rejects.toThrow(/not found/i);
  await temporal.close();
});
