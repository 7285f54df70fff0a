import { randomBytes } from 'node:crypto';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import { createEndpointDeliveriesActivities } from '../../activities/deliveries.js';
import { addWebhook } from '../../src/deliveries/endpoints/add-endpoint.js';
import { disableEndpoint } from '../../src/deliveries/endpoints/switch-endpoint.js';
import { endpointRetriesJob } from '../../src/deliveries/jobs.js';
import { type Attempt, getDelivery } from '../../src/deliveries/list-deliveries.js';
import { retryNow } from '../../src/deliveries/retry-now.js';
import { Sender } from '../../src/deliveries/sender/sender.js';
import { stopDelivery } from '../../src/deliveries/stop-delivery.js';
import type { Listener } from '../../src/platform/database/listener.js';
import { listenForMessages } from '../../src/platform/outbox/watch-outbox.js';
import type { TemporalClient } from '../../src/platform/temporal/client.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { addEvent, openShop, type Shop } from '../support/data/build.js';
import { drainOf } from '../support/jobs.js';
import { type Receiver, startReceiver } from '../support/outside/receiver.js';
import { touchEvents, writeDeliveries } from '../support/temporal/fan-out.js';
import { createTimeSkippingEnvironment, testWorkflowBundle } from '../support/temporal/temporal.js';
import { waitFor } from '../support/wait-for.js';

let environment: TestWorkflowEnvironment;
let ctx: TestContext;
let shop: Shop;
let receiver: Receiver;
let sender: Sender;
let listener: Listener;
let hook: string;
/** By how often a delivery came. */
let answer: (deliveryId: string, nth: number) => number = () => 503;

beforeAll(async () => {
  environment = await createTimeSkippingEnvironment();
  receiver = await startReceiver({
    answer(response, { deliveryId }) {
      const nth = receiver.received.filter((request) => request.deliveryId === deliveryId).length;
      response.writeHead(answer(deliveryId, nth)).end();
    },
  });
});
beforeEach(async () => {
  const now = new Date(await environment.currentTimeMs()).toISOString();
  ctx = await createTestContext({ env: { ALLOW_PRIVATE_DELIVERY: '1' }, now });
  shop = await openShop(ctx);
  ({ id: hook } = await addWebhook(ctx, { key: shop.live.keyId, url: receiver.url }));
  receiver.received.length = 0;
  answer = () => 503;
  sender = new Sender(ctx);
  listener = listenForMessages(ctx, { queued: () => sender.look(), connected: () => sender.look() });
});
afterEach(async () => {
  await listener.close();
  await sender.stop();
  await ctx.close();
});
afterAll(async () => {
  await receiver?.close();
  await environment?.teardown();
});

/** Deliveries to the endpoint whose first attempt has ended. */
async function deliver(count: number): Promise<string[]> {
  await touchEvents(ctx, await Promise.all(Array.from({ length: count }, () => addEvent(ctx, {}))));
  const ids = await writeDeliveries(ctx);
  sender.look();
  await waitFor(async () =>
    (await Promise.all(ids.map((id) => getDelivery(ctx, id)))).every((delivery) => delivery.attempt === 1),
  );
  return ids;
}

/**
 * Plays the endpoint's workflow as its worker would, with the clock of the server for everything, until nothing waits.
 *
 * @param afterRound an operator's action after the nth round.
 * @returns the state it ended in, and its history.
 */
async function play(afterRound: (nth: number) => Promise<unknown> = async () => {}) {
  const taskQueue = `queue-${randomBytes(4).toString('hex')}`;
  const temporal = {
    client: environment.client,
    queue: () => taskQueue,
    call: <T>(work: () => Promise<T>) => work(),
  } as unknown as TemporalClient;
  const topic = drainOf(ctx, temporal, endpointRetriesJob);
  const drain = async () => expect(await topic.run()).toMatchObject({ failed: 0 });
  const { planRound, sendRound, commandDeliveries } = createEndpointDeliveriesActivities(
    ctx,
    new AbortController().signal,
  );
  const setClock = async () => ctx.clock.set(new Date(await environment.currentTimeMs()));
  let rounds = 0;
  const worker = await Worker.create({
    connection: environment.nativeConnection,
    taskQueue,
    workflowBundle: testWorkflowBundle(),
    activities: {
      commandDeliveries,
      async planRound(input: { endpointId: string }) {
        await setClock();
        return planRound(input);
      },
      async sendRound(input: { endpointId: string }) {
        await setClock();
        const round = await sendRound(input);
        await afterRound(++rounds);
        await drain();
        return round;
      },
    },
  });
  return worker.runUntil(async () => {
    await drain();
    const handle = environment.client.workflow.getHandle(`endpoint-deliveries/${hook}`);
    const state = await handle.result();
    return { state, events: (await handle.fetchHistory()).events ?? [], rounds };
  });
}

const minutesOf = (attempts: Attempt[]) =>
  attempts.map(({ startedAt }) => (startedAt.getTime() - (attempts[0]?.startedAt.getTime() ?? 0)) / 60_000);

/** Within five seconds after the published instant, and never before it. */
function expectMinutes(attempts: Attempt[], minutes: readonly number[]): void {
  const found = minutesOf(attempts);
  expect(found).toHaveLength(minutes.length);
  for (const [i, minute] of minutes.entries()) {
    expect(found[i]).toBeGreaterThanOrEqual(minute);
    // Each failure may have been late itself.
    expect(found[i]).toBeLessThan(minute + (5 * (i + 1)) / 60);
  }
}

const INSTANTS = [0, 1, 6, 36, 156, 516, 1_236, 2_676];

test('eight attempts at the published times, in two days of rounds that a thousand deliveries would not lengthen', async () => {
  const ids = await deliver(12);
  const { state, events, rounds } = await play();
  expect(state).toBe('failing');
  expect(rounds).toBe(7);
  expect(events.length).toBeLessThan(7 * 16);
  for (const id of ids) {
    const delivery = await getDelivery(ctx, id);
    expect(delivery).toMatchObject({ state: 'failed', attempt: 8 });
    expect(delivery.attempts.map(({ sends }) => sends)).toEqual([1, 1, 1, 1, 1, 1, 1, 1]);
    expectMinutes(delivery.attempts, INSTANTS);
  }
  const summaries = events.map(({ userMetadata }) => Buffer.from(userMetadata?.summary?.data ?? []).toString());
  expect(summaries.filter((text) => text.includes('12 of 12 failed, http_5xx; next at '))).toHaveLength(6);
});

test('what recovers is delivered at its own time, and the workflow ends when nothing waits', async () => {
  const [first = '', second = ''] = await deliver(2);
  answer = (id, nth) => (nth >= (id === first ? 3 : 5) ? 204 : 503);
  const { state } = await play();
  expect(state).toBe('retrying');
  expect(await getDelivery(ctx, first)).toMatchObject({ state: 'delivered', attempt: 3 });
  expect(await getDelivery(ctx, second)).toMatchObject({ state: 'delivered', attempt: 5 });
  expectMinutes((await getDelivery(ctx, second)).attempts, INSTANTS.slice(0, 5));
  const [row] = await ctx.sql`SELECT next_round_at FROM delivery_endpoints WHERE id = ${hook}`;
  expect(row).toEqual({ nextRoundAt: null });
});

test('one is retried now, one stopped, and at last the endpoint disabled', async () => {
  const [hurried = '', stopped = '', held = ''] = await deliver(3);
  const { state } = await play(async (nth) => {
    if (nth === 1) await Promise.all([retryNow(ctx, hurried), stopDelivery(ctx, stopped)]);
    if ((await getDelivery(ctx, held)).attempt === 5) await disableEndpoint(ctx, hook);
  });
  expect(state).toBe('closed');
  expect(await getDelivery(ctx, stopped)).toMatchObject({ state: 'stopped', attempt: 2 });
  expect(await getDelivery(ctx, held)).toMatchObject({ state: 'held', attempt: 5 });
  const { attempts } = await getDelivery(ctx, hurried);
  const [, , third = 0, fourth = 0, fifth = 0] = minutesOf(attempts);
  expect(third).toBeLessThan(1.2);
  expect(fourth - third).toBeGreaterThanOrEqual(30);
  expect(fifth - fourth).toBeGreaterThanOrEqual(120);
  expectMinutes((await getDelivery(ctx, held)).attempts, INSTANTS.slice(0, 5));
});
