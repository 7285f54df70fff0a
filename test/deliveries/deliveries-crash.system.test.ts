// Over twenty seconds: attempts of a killed worker are made again only when their half minute is over.
import type { ChildProcess } from 'node:child_process';
import { groupBy } from '../../src/core/group-by.js';
import { addWebhook } from '../../src/deliveries/endpoints/add-endpoint.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { addEvent, addPartner } from '../support/data/build.js';
import { type Received, type Receiver, startReceiver } from '../support/outside/receiver.js';
import { kill, spawnWorker } from '../support/system/worker-process.js';
import { touchEvents } from '../support/temporal/fan-out.js';
import { waitFor } from '../support/wait-for.js';

const ENDPOINTS = 4;
const EVENTS = 25;

let ctx: TestContext;
let receiver: Receiver;
let worker: ChildProcess | undefined;
let hanging = false;

beforeAll(async () => {
  // The workers have the machine's clock: by it the events must lie ahead.
  ctx = await createTestContext({ now: new Date().toISOString(), env: { ALLOW_PRIVATE_DELIVERY: '1' } });
  receiver = await startReceiver({
    answer: (response) => {
      if (!hanging) response.writeHead(204).end();
    },
  });
});
afterAll(async () => {
  if (worker) await kill(worker);
  await receiver.close();
  await ctx.close();
});

const pairs = (received: readonly Received[]): Map<string, Received[]> =>
  groupBy(received, ({ path, body }) => `${path} ${JSON.parse(body.toString()).id}`);

test('killed while it fans out and while attempts are under way, a worker loses nothing and uses up no attempt', async () => {
  for (let index = 0; index < ENDPOINTS; index += 1) {
    const { keyId } = await addPartner(ctx);
    await addWebhook(ctx, { key: keyId, url: `${receiver.url}/${index}` });
  }
  const events = await Promise.all(Array.from({ length: EVENTS }, () => addEvent(ctx, {})));

  // Attempts are recorded and sent, without an answer: the worker dies during them, and in the middle of the fan-out.
  hanging = true;
  worker = await spawnWorker(ctx);
  await touchEvents(ctx, events);
  await waitFor(() => receiver.received.length >= 10);
  await kill(worker);
  const open = await ctx.sql`SELECT FROM delivery_attempts WHERE finished_at IS NULL`;
  expect(open.length).toBeGreaterThanOrEqual(10);

  hanging = false;
  worker = await spawnWorker(ctx);
  const all = ENDPOINTS * EVENTS;
  await waitFor(async () => (await ctx.sql`SELECT FROM deliveries WHERE state = 'delivered'`).length === all, {
    what: 'every delivery',
  });

  const found = pairs(receiver.received);
  expect(found.size).toBe(all);
  for (const same of found.values()) {
    expect(new Set(same.map((request) => request.deliveryId)).size).toBe(1);
    expect(new Set(same.map((request) => request.body.toString('hex'))).size).toBe(1);
  }
  expect(new Set(receiver.received.map((request) => request.deliveryId)).size).toBe(all);
  const attempts = await ctx.sql`SELECT number, sends, outcome FROM delivery_attempts`;
  expect(attempts).toHaveLength(all);
  expect(attempts.every((attempt) => attempt.number === 1 && attempt.outcome === 'ok')).toBe(true);
  expect(attempts.filter((attempt) => attempt.sends > 1).length).toBeGreaterThanOrEqual(open.length);
});
