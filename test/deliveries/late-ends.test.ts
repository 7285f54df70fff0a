import type { ServerResponse } from 'node:http';
import { addPostback, addWebhook } from '../../src/deliveries/endpoints/add-endpoint.js';
import { getEndpoint } from '../../src/deliveries/endpoints/list-endpoints.js';
import { getDelivery } from '../../src/deliveries/list-deliveries.js';
import { Sender } from '../../src/deliveries/sender/sender.js';
import { beginRun, closeEndpointDeliveries } from '../../src/deliveries/sql/deliveries.js';
import { disableEndpointRow, lockEndpoint } from '../../src/deliveries/sql/delivery-endpoints.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { addPartner, addSale, addTicketedEvent, openShop, type Shop } from '../support/data/build.js';
import { somebodyWaits } from '../support/lock-waits.js';
import { type Received, type Receiver, startReceiver } from '../support/outside/receiver.js';
import { touchEvents, writeDeliveries } from '../support/temporal/fan-out.js';
import { attempted, forgetSenders } from '../support/temporal/sending.js';
import { waitFor } from '../support/wait-for.js';

let ctx: TestContext;
let shop: Shop;
let receiver: Receiver;
let endpointId: string;
let answer: (response: ServerResponse, received: Received) => void;
const answerWith = (status: number) => {
  answer = (response) => response.writeHead(status).end();
};

beforeAll(async () => {
  receiver = await startReceiver({ answer: (response, received) => answer(response, received) });
});
beforeEach(async () => {
  ctx = await createTestContext({ env: { ALLOW_PRIVATE_DELIVERY: '1' } });
  shop = await openShop(ctx);
  ({ id: endpointId } = await addWebhook(ctx, { key: shop.live.keyId, url: receiver.url }));
  answerWith(204);
  receiver.received.length = 0;
});
afterEach(() => ctx.close());
afterAll(() => receiver.close());

async function oneDelivery(change: Record<string, string | boolean> = {}): Promise<string> {
  await touchEvents(ctx, [shop.eventId], { name: `Concert at ${Math.random()}`, ...change });
  const [id] = await writeDeliveries(ctx);
  return id ?? '';
}

const attempt = (deliveryId: string) => attempted(ctx, deliveryId);

/** Makes an attempt whose answer comes only when it is released. */
async function standingStill(): Promise<(status: number) => Promise<unknown>> {
  let held: ServerResponse | undefined;
  answer = (response) => {
    held = response;
  };
  const sender = new Sender(ctx);
  sender.look();
  await waitFor(() => held !== undefined, { what: 'the attempt' });
  // Its worker stalls until its leases end.
  await forgetSenders(ctx);
  return (status) => {
    held?.writeHead(status).end();
    return sender.stop();
  };
}

test('a failure that is reported long after its attempt was repeated moves the delivery no step back', async () => {
  const id = await oneDelivery();
  const release = await standingStill();
  answerWith(500);
  expect(await attempt(id)).toMatchObject({ attempt: 1, lastOutcome: 'http_5xx' });
  ctx.clock.advance(60_000);
  expect(await attempt(id)).toMatchObject({ attempt: 2, lastOutcome: 'http_5xx' });
  const before = await getDelivery(ctx, id);
  expect(before).toMatchObject({ attempt: 2, attempts: [{ number: 1, sends: 2 }, { number: 2 }] });

  await release(404);
  expect(await getDelivery(ctx, id)).toEqual(before);
});

test('a success that is reported late still ends the delivery, and later failures do not hide it', async () => {
  const id = await oneDelivery();
  const release = await standingStill();
  answerWith(500);
  await attempt(id);
  ctx.clock.advance(60_000);
  await attempt(id);
  await release(204);
  expect(await getDelivery(ctx, id)).toMatchObject({
    state: 'delivered',
    attempt: 2,
    lastOutcome: 'ok',
    nextAttemptAt: null,
    attempts: [
      { number: 1, outcome: 'ok', statusCode: 204 },
      { number: 2, outcome: 'http_5xx' },
    ],
  });
});

test('a success forgives failures that came while it was under way', async () => {
  await oneDelivery();
  const release = await standingStill();
  answerWith(500);
  await attempt(await oneDelivery());
  expect(await getEndpoint(ctx, endpointId)).toMatchObject({ lastFailure: 'http_5xx' });
  await release(204);
  expect(await getEndpoint(ctx, endpointId)).toMatchObject({ failingSince: null, lastFailure: null });
});

test('a success that comes while its failing endpoint is being closed waits for that, and still counts', async () => {
  answerWith(500);
  await attempt(await oneDelivery());
  const id = await oneDelivery();
  const release = await standingStill();
  await disableEndpointRow(ctx.sql, endpointId, ctx.clock.now());
  let ended: Promise<unknown> | undefined;
  await ctx.sql.begin(async (tx) => {
    await lockEndpoint(tx, endpointId);
    ended = release(204);
    await waitFor(() => somebodyWaits(ctx.sql), { what: 'the success to wait for the endpoint' });
    expect(
      await closeEndpointDeliveries(tx, endpointId, 'held', { now: ctx.clock.now(), dueOnly: false, limit: 10 }),
    ).toBe(2);
  });
  await ended;
  expect(await getDelivery(ctx, id)).toMatchObject({ state: 'delivered', lastOutcome: 'ok' });
});

test('a replay of an event that was withdrawn since is superseded', async () => {
  const shown = await oneDelivery();
  await attempt(shown);
  const gone = await oneDelivery({ shared: false });
  await attempt(gone);
  expect(receiver.received).toHaveLength(2);

  expect(await beginRun(ctx.sql, shown, ctx.clock.now())).toBe(2);
  expect(await attempt(shown)).toMatchObject({ state: 'superseded' });
  expect(receiver.received).toHaveLength(2);
  expect(await beginRun(ctx.sql, gone, ctx.clock.now())).toBe(2);
  expect(await attempt(gone)).toMatchObject({ state: 'delivered' });
});

test('where the clock was moved, the signature still carries the instant that receivers compare it with', async () => {
  const real = new Date('2026-11-02T09:00:07.000Z');
  ctx.clock.advance(40 * 86_400_000);
  const id = await oneDelivery();
  const moved = { ...ctx, clock: { now: () => ctx.clock.now(), unmoved: () => real } };
  await attempted(moved, id);
  expect(receiver.received[0]?.headers['service-timestamp']).toBe(String(real.getTime() / 1000));
});

test('a postback is called however long its values make it', async () => {
  const partner = await addPartner(ctx);
  const subId = 'c'.repeat(100);
  await addPostback(ctx, {
    key: partner.keyId,
    url: `${receiver.url}/${'p'.repeat(1_900)}?c={sub_id}&again={sub_id}&s={status}`,
  });
  await addSale(ctx, partner, await addTicketedEvent(ctx), { subId });
  const [delivery = ''] = await writeDeliveries(ctx);
  expect(await attempt(delivery)).toMatchObject({ state: 'delivered' });
  expect(receiver.received[0]?.path).toMatch(new RegExp(`\\?c=${subId}&again=${subId}&s=pending$`));
});
