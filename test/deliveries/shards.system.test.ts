// Over twenty seconds: senders notice each other every two seconds, and attempts last longer than a hand-over.

import { closeContext, createContext } from '../../src/context/create-context.js';
import { addWebhook } from '../../src/deliveries/endpoints/add-endpoint.js';
import { Leases, SHARDS } from '../../src/deliveries/sender/leases.js';
import { Sender } from '../../src/deliveries/sender/sender.js';
import type { Context } from '../../src/platform/context/context.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { addEvent, openShop } from '../support/data/build.js';
import { type Receiver, startReceiver } from '../support/outside/receiver.js';
import { touchEvents, writeDeliveries } from '../support/temporal/fan-out.js';
import { forgetSenders, releaseRetries } from '../support/temporal/sending.js';
import { waitFor } from '../support/wait-for.js';

let ctx: TestContext;
let receiver: Receiver;
let status = 204;
let answerMs = 0;
const open = new Map<string, number>();
const most = new Map<string, number>();
const others: Context[] = [];
const senders: Sender[] = [];

beforeAll(async () => {
  receiver = await startReceiver({
    answer: (response, { path }) => {
      const now = (open.get(path) ?? 0) + 1;
      open.set(path, now);
      most.set(path, Math.max(now, most.get(path) ?? 0));
      setTimeout(() => {
        open.set(path, (open.get(path) ?? 1) - 1);
        response.writeHead(status).end();
      }, answerMs);
    },
  });
});
beforeEach(async () => {
  ctx = await createTestContext({ env: { ALLOW_PRIVATE_DELIVERY: '1' } });
  receiver.received.length = 0;
  [status, answerMs] = [204, 0];
  most.clear();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await Promise.all(senders.splice(0).map((sender) => sender.stop()));
  await Promise.all(others.splice(0).map(closeContext));
  await ctx.close();
});
afterAll(() => receiver.close());

/** A sender with connections of its own, as in a worker of its own. */
function startSender(): Sender {
  const other = createContext(ctx.config, { name: 'test', clock: ctx.clock });
  others.push(other);
  const sender = new Sender(other);
  senders.push(sender);
  sender.look();
  return sender;
}

async function makeDeliveries(endpoints: number, events: number): Promise<void> {
  const shop = await openShop(ctx);
  for (let index = 0; index < endpoints; index += 1) {
    await addWebhook(ctx, { key: shop.live.keyId, url: `${receiver.url}/${index}` });
  }
  const first = await addEvent(ctx, {});
  await touchEvents(ctx, [first, ...(await Promise.all(Array.from({ length: events - 1 }, () => addEvent(ctx, {}))))]);
  await writeDeliveries(ctx);
}

const shardsOf = () => senders.map((sender) => sender.shards);
const waiting = async () => (await ctx.sql`SELECT FROM deliveries WHERE state = 'pending' AND attempt = 0`).length;
const failuresInARow = async () =>
  (await ctx.sql`SELECT failures_in_a_row FROM delivery_endpoints`).map((row) => row.failuresInARow);

test('senders share the shards equally, and the shards of an ending one go to the others at once', async () => {
  startSender();
  await waitFor(() => shardsOf()[0] === SHARDS);
  startSender();
  await waitFor(() => shardsOf().join() === '4,4');
  await senders.shift()?.stop();
  await waitFor(() => shardsOf()[0] === SHARDS);
  expect((await ctx.sql`SELECT DISTINCT holder FROM sender_shards`).length).toBe(1);
});

test('no endpoint has more than eight attempts under way, at hand-overs neither', async () => {
  // Longer than a hand-over takes, so that the next holder finds all of them under way.
  answerMs = 4_500;
  await makeDeliveries(6, 20);
  startSender();
  await waitFor(() => [...open.values()].filter((count) => count === 8).length === 6);
  startSender();
  // Like a notification of a free shard.
  const looking = setInterval(() => senders.map((sender) => sender.look()), 50);
  await waitFor(() => shardsOf().join() === '4,4');
  answerMs = 1_500;
  await senders.shift()?.stop();
  clearInterval(looking);
  answerMs = 0;
  await waitFor(async () => (await waiting()) === 0);
  expect([...most.values()]).toEqual(Array(6).fill(8));
  expect(new Set(receiver.received.map((request) => request.deliveryId)).size).toBe(receiver.received.length);
});

test("an endpoint's failures are stored: after a hand-over a dead endpoint does not get a hundred more", async () => {
  status = 500;
  await makeDeliveries(3, 260);
  const firsts = () =>
    [...most.keys()].map((path) => receiver.received.filter((request) => request.path === path).length);
  startSender();
  const capped = async () => (await failuresInARow()).every((count) => count >= 100);
  await waitFor(capped);
  for (let handOver = 0; handOver < 2; handOver += 1) {
    await senders.shift()?.stop();
    await forgetSenders(ctx);
    startSender();
    startSender();
    await waitFor(() => shardsOf().join() === '4,4');
    await senders.pop()?.stop();
    await waitFor(() => shardsOf()[0] === SHARDS);
  }
  expect(await capped()).toBe(true);
  // Attempts under way when the hundredth failed, and claims from before it was written.
  for (const count of firsts()) expect(count).toBeLessThan(130);

  // Retries keep their times, and a success ends the probes.
  status = 204;
  ctx.clock.advance(60_000);
  await releaseRetries(ctx);
  senders[0]?.look();
  await waitFor(async () => (await ctx.sql`SELECT FROM deliveries WHERE state <> 'delivered'`).length === 0);
  expect(await failuresInARow()).toEqual([0, 0, 0]);
});

test('a stopped sender loses its shards after eight seconds, and others get them when its attempts have ended', async () => {
  const leases = new Leases(ctx, { beginShard() {}, endShard: async () => ({}) });
  await leases.keep();
  expect([leases.size, leases.has(0)]).toEqual([SHARDS, true]);
  const now = performance.now();
  jest.spyOn(performance, 'now').mockReturnValue(now + 8_001);
  expect([leases.size, leases.has(0)]).toEqual([0, false]);
  jest.restoreAllMocks();
  const other = new Leases(ctx, { beginShard() {}, endShard: async () => ({}) });
  const takenAfter = async (seconds: number) => {
    await ctx.sql`UPDATE senders SET seen_until = seen_until - ${seconds} * interval '1 second'`;
    await ctx.sql`UPDATE sender_shards SET held_until = held_until - ${seconds} * interval '1 second'`;
    // A look for free shards is due again.
    jest.spyOn(performance, 'now').mockReturnValue(now + seconds * 10_000);
    await other.keep();
    return other.size;
  };
  expect(await takenAfter(9)).toBe(0);
  expect(await takenAfter(10)).toBe(SHARDS);
});
