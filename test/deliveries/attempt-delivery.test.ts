import { addWebhook } from '../../src/deliveries/add-webhook.js';
import { attemptDelivery } from '../../src/deliveries/attempt-delivery.js';
import { getEndpoint } from '../../src/deliveries/get-endpoint.js';
import { Lanes } from '../../src/deliveries/lanes.js';
import { getDelivery } from '../../src/deliveries/list-deliveries.js';
import { rotateSecret } from '../../src/deliveries/rotate-secret.js';
import { verifySignature } from '../../src/deliveries/rules/webhook-signature.js';
import { disableEndpoint } from '../../src/deliveries/switch-endpoint.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { type Received, type Receiver, startReceiver } from '../support/receiver.js';
import { addEvent, openShop, type Shop } from '../support/shop.js';
import { touchEvents, writeDeliveries } from '../support/telling.js';
import { waitFor } from '../support/wait-for.js';

let ctx: TestContext;
let shop: Shop;
let receiver: Receiver;
let status = 204;
let onReceive: (received: Received) => void = () => {};
let endpointId: string;
let secret: string;
const lanes = new Lanes();

beforeAll(async () => {
  receiver = await startReceiver({
    secrets: () => [secret],
    answer: (response, received) => {
      onReceive(received);
      response.writeHead(status).end('noted');
    },
  });
});
beforeEach(async () => {
  ctx = await createTestContext({ env: { ALLOW_PRIVATE_DELIVERY: '1' } });
  shop = await openShop(ctx);
  ({ id: endpointId, secret } = await addWebhook(ctx, { key: shop.live.keyId, url: receiver.url }));
  status = 204;
  onReceive = () => {};
  receiver.received.length = 0;
});
afterEach(() => ctx.close());
afterAll(() => receiver.close());

async function oneDelivery(): Promise<string> {
  await touchEvents(ctx, [shop.eventId], { name: `Concert at ${Math.random()}` });
  const [id] = await writeDeliveries(ctx);
  return id ?? '';
}

const attempt = (deliveryId: string, number: number, options: { run?: number; lane?: 'fast' | 'slow' } = {}) =>
  attemptDelivery(ctx, lanes, { deliveryId, endpointId, run: 1, lane: 'fast', attempt: number, ...options });

test('an attempt is written down before it is sent', async () => {
  const id = await oneDelivery();
  let seen: Promise<unknown> = Promise.resolve();
  onReceive = () => {
    seen = ctx.sql`SELECT number, finished_at FROM delivery_attempts WHERE delivery_id = ${id}`.then((rows) => rows[0]);
  };
  expect(await attempt(id, 1)).toEqual({ kind: 'closed', state: 'delivered' });
  expect(await seen).toEqual({ number: 1, finishedAt: null });
  expect(await getDelivery(ctx, id)).toMatchObject({
    state: 'delivered',
    attempt: 1,
    attempts: [{ number: 1, outcome: 'ok', statusCode: 204, sends: 1 }],
  });
});

test('a crash after the sending repeats the attempt with the same id and bytes, and uses up no other', async () => {
  const id = await oneDelivery();
  status = 500;
  expect(await attempt(id, 1)).toEqual({ kind: 'failed', failure: 'http_5xx' });
  // What a worker leaves behind that was killed while it waited for the answer.
  await ctx.sql`UPDATE deliveries SET attempt = 0 WHERE id = ${id}`;
  await ctx.sql`UPDATE delivery_attempts SET finished_at = NULL, outcome = NULL WHERE delivery_id = ${id}`;
  status = 204;
  expect(await attempt(id, 1)).toEqual({ kind: 'closed', state: 'delivered' });
  expect((await getDelivery(ctx, id)).attempts).toMatchObject([{ number: 1, outcome: 'ok', sends: 2 }]);
  const [first, second] = receiver.received;
  expect(second?.deliveryId).toBe(first?.deliveryId);
  expect(second?.body.equals(first?.body ?? Buffer.alloc(0))).toBe(true);
});

test('an attempt whose end was written down is not sent again: the delivery stands elsewhere', async () => {
  const id = await oneDelivery();
  status = 503;
  await attempt(id, 1);
  ctx.clock.advance(20_000);
  expect(await attempt(id, 1)).toEqual({ kind: 'elsewhere', run: 1, attempt: 2, waitMs: 40_000 });
  expect(receiver.received).toHaveLength(1);
});

test('eight failures end it, each with its answer and with the instant of the next', async () => {
  const id = await oneDelivery();
  status = 410;
  for (let number = 1; number <= 8; number += 1) {
    expect(await attempt(id, number)).toEqual({ kind: 'failed', failure: 'http_4xx' });
    const { nextAttemptAt } = await getDelivery(ctx, id);
    if (nextAttemptAt) ctx.clock.set(nextAttemptAt);
  }
  const delivery = await getDelivery(ctx, id);
  expect(delivery).toMatchObject({ state: 'failed', attempt: 8, nextAttemptAt: null });
  expect(delivery.attempts.map(({ answer, statusCode }) => `${statusCode} ${answer}`)).toEqual(
    Array(8).fill('410 noted'),
  );
  expect(delivery.finishedAt).toEqual(new Date(Date.parse('2026-11-02T09:00:00Z') + (44 * 60 + 36) * 60_000));
  expect(new Set(receiver.received.map((one) => one.deliveryId)).size).toBe(1);
  expect(new Set(receiver.received.map((one) => one.body.toString())).size).toBe(1);
  expect(receiver.received.every((one) => one.verified)).toBe(true);
  expect(new Set(receiver.received.map((one) => one.headers['service-timestamp'])).size).toBe(8);
  expect(await attempt(id, 9)).toEqual({ kind: 'closed', state: 'failed' });
});

test('all four headers come with the body', async () => {
  const id = await oneDelivery();
  await attempt(id, 1);
  const [one] = receiver.received;
  expect(one?.headers).toMatchObject({
    'content-type': 'application/json',
    'service-delivery-id': id,
    'service-event': 'event.changed',
    'service-timestamp': String(ctx.clock.now().getTime() / 1000),
    'service-signature': expect.stringMatching(/^t=\d+,v1=[0-9a-f]{64}$/),
  });
});

test('after a rotation both secrets sign for 24 hours, then the new one alone', async () => {
  const old = secret;
  ({ secret } = await rotateSecret(ctx, endpointId));
  await attempt(await oneDelivery(), 1);
  ctx.clock.advance(24 * 3_600_000);
  await attempt(await oneDelivery(), 1);
  const accepted = receiver.received.map(({ headers, body }) =>
    [old, secret].map((one) =>
      verifySignature({
        header: String(headers['service-signature']),
        body,
        secrets: [one],
        now: Number(headers['service-timestamp']),
      }),
    ),
  );
  expect(accepted).toEqual([
    [true, true],
    [false, true],
  ]);
});

test('the deliveries of a disabled endpoint, a revoked key and a suspended company are held, and nothing is sent', async () => {
  const [first, second, third] = [await oneDelivery(), await oneDelivery(), await oneDelivery()];
  await disableEndpoint(ctx, endpointId);
  expect(await attempt(first, 1)).toEqual({ kind: 'closed', state: 'held' });
  await ctx.sql`UPDATE deliveries SET state = 'pending', next_attempt_at = created_at, finished_at = NULL`;
  await ctx.sql`UPDATE delivery_endpoints SET status = 'active', disabled_reason = NULL, disabled_at = NULL`;
  await ctx.sql`UPDATE api_keys SET revoked_at = created_at WHERE id = ${shop.live.keyId}`;
  expect(await attempt(second, 1)).toEqual({ kind: 'closed', state: 'held' });
  await ctx.sql`UPDATE api_keys SET revoked_at = NULL`;
  await ctx.sql`UPDATE companies SET status = 'suspended'`;
  expect(await attempt(third, 1)).toEqual({ kind: 'closed', state: 'held' });
  expect(receiver.received).toHaveLength(0);
});

test('a stale retry after a withdrawal is superseded; a first attempt and the withdrawal itself are made', async () => {
  const shown = await oneDelivery();
  status = 500;
  await attempt(shown, 1);
  await touchEvents(ctx, [shop.eventId], { shared: false });
  const [gone = ''] = await writeDeliveries(ctx);
  status = 204;
  expect(await attempt(gone, 1)).toEqual({ kind: 'closed', state: 'delivered' });
  ctx.clock.advance(60_000);
  expect(await attempt(shown, 2)).toEqual({ kind: 'closed', state: 'superseded' });
  expect(receiver.received).toHaveLength(2);
});

test('an endpoint that only fails for five days is disabled, and what waits for it is held', async () => {
  status = 500;
  const first = await oneDelivery();
  await attempt(first, 1);
  expect(await getEndpoint(ctx, endpointId)).toMatchObject({ status: 'active', lastFailure: 'http_5xx' });
  ctx.clock.advance(5 * 86_400_000);
  const second = await oneDelivery();
  expect(await attempt(second, 1)).toEqual({ kind: 'closed', state: 'held' });
  expect(await getEndpoint(ctx, endpointId)).toMatchObject({ status: 'disabled', disabledReason: 'failing' });
  await waitFor(async () => (await getDelivery(ctx, first)).state === 'held');
  const third = await oneDelivery();
  expect(await getDelivery(ctx, third)).toMatchObject({ state: 'held' });
});

test('one success in five days starts the count anew', async () => {
  status = 500;
  await attempt(await oneDelivery(), 1);
  ctx.clock.advance(4 * 86_400_000);
  status = 200;
  await attempt(await oneDelivery(), 1);
  expect(await getEndpoint(ctx, endpointId)).toMatchObject({ failingSince: null, lastFailure: null });
  ctx.clock.advance(4 * 86_400_000);
  status = 500;
  await attempt(await oneDelivery(), 1);
  expect(await getEndpoint(ctx, endpointId)).toMatchObject({ status: 'active' });
});

test('an endpoint in the slow lane is attempted there alone, until it answers quickly', async () => {
  await ctx.sql`UPDATE delivery_endpoints SET slow_until = ${new Date(ctx.clock.now().getTime() + 60_000)}`;
  const id = await oneDelivery();
  expect(await attempt(id, 1)).toEqual({ kind: 'moved' });
  expect(receiver.received).toHaveLength(0);
  expect((await getDelivery(ctx, id)).attempts).toEqual([]);
  expect(await attempt(id, 1, { lane: 'slow' })).toEqual({ kind: 'closed', state: 'delivered' });
  expect(await attempt(await oneDelivery(), 1)).toEqual({ kind: 'closed', state: 'delivered' });
});

test('no endpoint has more attempts under way than its share of a lane', async () => {
  const narrow = new Lanes({ fast: 2, slow: 1 });
  const input = { endpointId, run: 1, attempt: 1 };
  const ids = [await oneDelivery(), await oneDelivery(), await oneDelivery()];
  const fast = await Promise.all(
    ids.map((deliveryId) => attemptDelivery(ctx, narrow, { ...input, deliveryId, lane: 'fast' })),
  );
  expect(fast.map((result) => result.kind).sort()).toEqual(['closed', 'closed', 'moved']);
  const leave = narrow.enter('slow', endpointId);
  const [third = ''] = ids.slice(2);
  expect(await attemptDelivery(ctx, narrow, { ...input, deliveryId: third, lane: 'slow' })).toEqual({
    kind: 'crowded',
  });
  leave?.();
  expect(await attemptDelivery(ctx, narrow, { ...input, deliveryId: third, lane: 'slow' })).toEqual({
    kind: 'closed',
    state: 'delivered',
  });
});

test('an unknown delivery ends', async () => {
  expect(await attempt('dlv_unknown', 1)).toEqual({ kind: 'closed', state: 'missing' });
});

test('a secret that cannot be opened is a fault of ours: the attempt is thrown back, and stays open', async () => {
  const id = await oneDelivery();
  await expect(
    attemptDelivery({ ...ctx, encryptionKey: Buffer.alloc(32, 1) }, lanes, {
      ...{ deliveryId: id, endpointId, run: 1, lane: 'fast', attempt: 1 },
    }),
  ).rejects.toThrow('ENCRYPTION_KEY');
  expect((await getDelivery(ctx, id)).attempts).toMatchObject([{ number: 1, finishedAt: null }]);
  expect(await attempt(id, 1)).toEqual({ kind: 'closed', state: 'delivered' });
});

test('events that appear later are heard of as well', async () => {
  const eventId = await addEvent(ctx, {});
  await touchEvents(ctx, [eventId]);
  const [id = ''] = await writeDeliveries(ctx);
  await attempt(id, 1);
  expect(JSON.parse(receiver.received[0]?.body.toString() ?? '')).toMatchObject({ data: { event: { id: eventId } } });
});
