import { Webhook } from 'standardwebhooks';
import type { Id } from '../../src/core/ids.js';
import { addWebhook } from '../../src/deliveries/endpoints/add-endpoint.js';
import { setHeader } from '../../src/deliveries/endpoints/configure-endpoint.js';
import { getEndpoint } from '../../src/deliveries/endpoints/list-endpoints.js';
import { rotateSecret } from '../../src/deliveries/endpoints/secrets.js';
import { sendTest } from '../../src/deliveries/endpoints/send-test.js';
import { disableEndpoint } from '../../src/deliveries/endpoints/switch-endpoint.js';
import { getDelivery, showRequest } from '../../src/deliveries/list-deliveries.js';
import { retryNow } from '../../src/deliveries/retry-now.js';
import { RETRY_DELAYS_MS } from '../../src/deliveries/rules/retry-schedule.js';
import { verifySignature } from '../../src/deliveries/rules/webhook-signature.js';
import { Sender } from '../../src/deliveries/sender/sender.js';
import { recordEnds } from '../../src/deliveries/sql/outcomes.js';
import { stopDelivery } from '../../src/deliveries/stop-delivery.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { addEvent, openShop, type Shop } from '../support/data/build.js';
import { type Received, type Receiver, startReceiver } from '../support/outside/receiver.js';
import { touchEvents, writeDeliveries } from '../support/temporal/fan-out.js';
import { attempted } from '../support/temporal/sending.js';
import { waitFor } from '../support/wait-for.js';

let ctx: TestContext;
let shop: Shop;
let receiver: Receiver;
let status = 204;
let onReceive: (received: Received) => unknown = () => {};
let endpointId: string;
let secret: string;

beforeAll(async () => {
  receiver = await startReceiver({
    secrets: () => [secret],
    answer: async (response, received) => {
      await onReceive(received);
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

/** Makes the attempts that are due. */
const attempt = (deliveryId: string) => attempted(ctx, deliveryId);

test('an attempt is written down before it is sent', async () => {
  const id = await oneDelivery();
  let seen: unknown;
  onReceive = async () => {
    [seen] = await ctx.sql`SELECT number, finished_at FROM delivery_attempts WHERE delivery_id = ${id}`;
  };
  expect(await attempt(id)).toMatchObject({ state: 'delivered' });
  expect(seen).toEqual({ number: 1, finishedAt: null });
  expect(await getDelivery(ctx, id)).toMatchObject({
    state: 'delivered',
    attempt: 1,
    attempts: [{ number: 1, outcome: 'ok', statusCode: 204, sends: 1 }],
  });
});

test('eight failures end it, each with its answer, at the instants of the schedule', async () => {
  const id = await oneDelivery();
  status = 410;
  const begun: number[] = [];
  onReceive = () => begun.push(ctx.clock.now().getTime());
  for (let number = 1; number <= 8; number += 1) {
    const { nextAttemptAt } = await attempt(id);
    if (nextAttemptAt) ctx.clock.set(nextAttemptAt);
  }
  const delivery = await getDelivery(ctx, id);
  expect(delivery).toMatchObject({ state: 'failed', attempt: 8, nextAttemptAt: null });
  expect(delivery.attempts.map(({ answer, statusCode }) => `${statusCode} ${answer}`)).toEqual(
    Array(8).fill('410 noted'),
  );
  expect(begun.slice(1).map((at, index) => at - (begun[index] ?? 0))).toEqual(RETRY_DELAYS_MS);
  expect(delivery.finishedAt).toEqual(new Date(Date.parse('2026-11-02T09:00:00Z') + (44 * 60 + 36) * 60_000));
  expect(new Set(receiver.received.map((request) => request.deliveryId)).size).toBe(1);
  expect(new Set(receiver.received.map((request) => request.body.toString())).size).toBe(1);
  expect(receiver.received.every((request) => request.verified)).toBe(true);
  expect(new Set(receiver.received.map((request) => request.headers['service-timestamp'])).size).toBe(8);
});

test('a retry is sent when it is released, or when it is 15 seconds overdue; never before', async () => {
  const id = await oneDelivery();
  status = 503;
  const { nextAttemptAt } = await attempt(id);
  await ctx.sql`UPDATE delivery_endpoints SET retries_until = NULL`;
  const sender = new Sender(ctx);
  const now = async (instant: Date | null, milliseconds: number) => {
    ctx.clock.set(new Date((instant?.getTime() ?? 0) + milliseconds));
    // Whatever goes with the next look has gone when another delivery has.
    const [other = ''] = [await oneDelivery()];
    sender.look();
    await waitFor(async () => (await getDelivery(ctx, other)).attempt === 1);
    return receiver.received.filter((request) => request.deliveryId === id).length;
  };
  expect(await now(nextAttemptAt, -1)).toBe(1);
  expect(await now(nextAttemptAt, 14_999)).toBe(1);
  ctx.clock.set(new Date((nextAttemptAt?.getTime() ?? 0) + 15_000));
  sender.look();
  await waitFor(async () => (await getDelivery(ctx, id)).attempt === 2);
  const second = (await getDelivery(ctx, id)).nextAttemptAt;
  ctx.clock.set(second ?? '');
  await retryNow(ctx, id);
  sender.look();
  await waitFor(async () => (await getDelivery(ctx, id)).attempt === 3);
  await sender.stop();
});

test('a retry that is asked for now goes at once, and the schedule continues from it', async () => {
  const id = await oneDelivery();
  status = 503;
  await attempt(id);
  await ctx.sql`UPDATE delivery_endpoints SET retries_until = NULL`;
  ctx.clock.advance(5_000);
  await retryNow(ctx, id);
  const sender = new Sender(ctx);
  sender.look();
  await waitFor(async () => (await getDelivery(ctx, id)).attempt === 2);
  await sender.stop();
  expect((await getDelivery(ctx, id)).nextAttemptAt).toEqual(new Date(ctx.clock.now().getTime() + 5 * 60_000));
  expect(await stopDelivery(ctx, id)).toBe('stopped');
  await expect(retryNow(ctx, id)).rejects.toThrow('replay it instead');
});

test("all headers come with the body, Standard Webhooks' headers signed as by its library", async () => {
  const id = await oneDelivery();
  await attempt(id);
  const [request] = receiver.received;
  expect(request?.headers).toMatchObject({
    'content-type': 'application/json',
    'service-delivery-id': id,
    'service-event': 'event.changed',
    'service-timestamp': String(ctx.clock.now().getTime() / 1000),
    'service-signature': expect.stringMatching(/^t=\d+,v1=[0-9a-f]{64}$/),
    'webhook-id': id,
    'webhook-timestamp': String(ctx.clock.now().getTime() / 1000),
    'webhook-signature': new Webhook(secret).sign(id, ctx.clock.now(), String(request?.body)),
  });
});

const signatureOf = (request: Received | undefined) => ({
  header: String(request?.headers['service-signature']),
  body: request?.body ?? '',
  now: Number(request?.headers['service-timestamp']),
});

test('after a rotation both secrets sign for 24 hours, then the new one alone', async () => {
  const old = secret;
  ({ secret } = await rotateSecret(ctx, endpointId));
  await attempt(await oneDelivery());
  ctx.clock.advance(24 * 3_600_000);
  await attempt(await oneDelivery());
  const accepted = receiver.received.map((received) =>
    [old, secret].map((candidate) => verifySignature({ ...signatureOf(received), secrets: [candidate] })),
  );
  expect(accepted).toEqual([
    [true, true],
    [false, true],
  ]);
});

test('the header of an endpoint is sent with each attempt and each test, and its value is stored encrypted and shown masked', async () => {
  const sent = () => receiver.received.map(({ headers }) => headers['x-gateway-token']);
  const value = 'sesame-4711';
  const waiting = await oneDelivery();
  await setHeader(ctx, endpointId, { name: 'X-Gateway-Token', value });
  await attempt(waiting);
  await sendTest(ctx, endpointId);
  expect(sent()).toEqual([value, value]);
  expect(verifySignature({ ...signatureOf(receiver.received[0]), secrets: [secret] })).toBe(true);
  const [row] = await ctx.sql<{ row: string }[]>`SELECT to_jsonb(e)::text AS row FROM delivery_endpoints e`;
  expect(row?.row).not.toContain(Buffer.from(value).toString('hex'));
  const { headers } = await showRequest(ctx, { companyId: shop.live.companyId, deliveryId: waiting as Id<'delivery'> });
  expect(headers['X-Gateway-Token']).toMatch(/^•+$/);
  expect(await getEndpoint(ctx, endpointId)).toMatchObject({ headerName: 'X-Gateway-Token' });
  await setHeader(ctx, endpointId, null);
  await attempt(await oneDelivery());
  expect(sent()).toEqual([value, value, undefined]);
});

test('a header that cannot be sent is refused by name, and the one before stays', async () => {
  await setHeader(ctx, endpointId, { name: 'X-Token', value: 'abc' });
  await expect(setHeader(ctx, endpointId, { name: 'Host', value: 'a\nb' })).rejects.toMatchObject({
    code: 'invalid_request',
    errors: [{ field: 'name' }, { field: 'value' }],
  });
  await expect(setHeader(ctx, 'whk_none', null)).rejects.toMatchObject({ code: 'invalid_request' });
  expect(await getEndpoint(ctx, endpointId)).toMatchObject({ headerName: 'X-Token' });
});

test('the deliveries of a disabled endpoint, a revoked key and a suspended company are held, and nothing is sent', async () => {
  const [first, second, third] = [await oneDelivery(), await oneDelivery(), await oneDelivery()];
  await disableEndpoint(ctx, endpointId);
  expect(await getDelivery(ctx, first)).toMatchObject({ state: 'held' });
  const waitAgain = () =>
    ctx.sql`UPDATE deliveries SET state = 'pending', next_attempt_at = created_at, finished_at = NULL`;
  await waitAgain();
  await ctx.sql`UPDATE delivery_endpoints SET status = 'active', disabled_reason = NULL, disabled_at = NULL`;
  await ctx.sql`UPDATE api_keys SET revoked_at = created_at WHERE id = ${shop.live.keyId}`;
  expect(await attempt(second)).toMatchObject({ state: 'held' });
  await waitAgain();
  await ctx.sql`UPDATE api_keys SET revoked_at = NULL`;
  await ctx.sql`UPDATE companies SET status = 'suspended'`;
  expect(await attempt(third)).toMatchObject({ state: 'held' });
  expect(receiver.received).toHaveLength(0);
});

test('nothing of an event is sent after its withdrawal, the first attempt included', async () => {
  const shown = await oneDelivery();
  status = 500;
  await attempt(shown);
  const changed = await oneDelivery();
  await touchEvents(ctx, [shop.eventId], { shared: false });
  const [gone = ''] = await writeDeliveries(ctx);
  status = 204;
  ctx.clock.advance(60_000);
  expect(await attempt(gone)).toMatchObject({ state: 'delivered' });
  await waitFor(async () => (await getDelivery(ctx, changed)).state === 'superseded');
  if ((await getDelivery(ctx, shown)).state === 'pending') await attempt(shown);
  expect(await getDelivery(ctx, shown)).toMatchObject({ state: 'superseded' });
  expect(receiver.received.map((request) => request.deliveryId)).toEqual([shown, gone]);
});

test('a slow answer puts the endpoint into the slow lane, and a quick one takes it out, in its row', async () => {
  const slowUntil = async () => (await ctx.sql`SELECT slow_until FROM delivery_endpoints`)[0]?.slowUntil;
  const now = ctx.clock.now();
  const facts = { now, disableBefore: new Date(0) };
  const id = await oneDelivery();
  const end = {
    id,
    run: 1,
    attempt: 1,
    endpointId,
    statusCode: 204,
    detail: null,
    answer: Buffer.alloc(0),
    nextAttemptAt: null,
    at: now,
  };
  await recordEnds(ctx.sql, [{ ...end, outcome: 'ok', durationMs: 6_000 }], facts);
  expect(await slowUntil()).toEqual(new Date(now.getTime() + 600_000));
  await recordEnds(ctx.sql, [{ ...end, outcome: 'ok', durationMs: 50 }], facts);
  expect(await slowUntil()).toBeNull();
});

test('a secret that cannot be opened is a fault of ours: the attempt stays open, and is made when it can be', async () => {
  const id = await oneDelivery();
  const sender = new Sender({ ...ctx, encryptionKey: Buffer.alloc(32, 1) });
  sender.look();
  await waitFor(async () => (await getDelivery(ctx, id)).attempts.length === 1);
  await sender.stop();
  expect((await getDelivery(ctx, id)).attempts).toMatchObject([{ number: 1, finishedAt: null }]);
  expect(receiver.received).toHaveLength(0);
  expect(await attempt(id)).toMatchObject({ state: 'delivered', attempt: 1 });
});

test('later events are sent as well', async () => {
  const eventId = await addEvent(ctx, {});
  await touchEvents(ctx, [eventId]);
  const [id = ''] = await writeDeliveries(ctx);
  await attempt(id);
  expect(JSON.parse(receiver.received[0]?.body.toString() ?? '')).toMatchObject({ data: { event: { id: eventId } } });
});
