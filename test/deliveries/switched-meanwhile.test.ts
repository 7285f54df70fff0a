import { closeWaiting } from '../../src/deliveries/close-waiting.js';
import { addWebhook } from '../../src/deliveries/endpoints/add-endpoint.js';
import { disableEndpoint, removeEndpoint } from '../../src/deliveries/endpoints/switch-endpoint.js';
import { getDelivery } from '../../src/deliveries/list-deliveries.js';
import { disableEndpointRow, enableEndpointRow, recallClaims } from '../../src/deliveries/sql/delivery-endpoints.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { openShop, type Shop } from '../support/data/build.js';
import { somebodyWaits } from '../support/lock-waits.js';
import { type Receiver, startReceiver } from '../support/outside/receiver.js';
import { touchEvents, writeDeliveries } from '../support/temporal/fan-out.js';
import { attempted } from '../support/temporal/sending.js';
import { waitFor } from '../support/wait-for.js';

let ctx: TestContext;
let shop: Shop;
let receiver: Receiver;
let endpointId: string;

beforeAll(async () => {
  receiver = await startReceiver();
});
beforeEach(async () => {
  ctx = await createTestContext({ env: { ALLOW_PRIVATE_DELIVERY: '1' } });
  shop = await openShop(ctx);
  ({ id: endpointId } = await addWebhook(ctx, { key: shop.live.keyId, url: receiver.url }));
  receiver.received.length = 0;
});
afterEach(() => ctx.close());
afterAll(() => receiver.close());

async function oneDelivery(): Promise<string> {
  await touchEvents(ctx, [shop.eventId], { name: `Concert at ${Math.random()}` });
  const [id = ''] = await writeDeliveries(ctx);
  return id;
}

const attempt = (deliveryId: string) => attempted(ctx, deliveryId);

/** Does the work while the endpoint is being enabled: it has begun to wait for that before the enabling is committed. */
async function whileEnabled<T>(work: () => Promise<T>): Promise<T> {
  let done: Promise<T> | undefined;
  await ctx.sql.begin(async (tx) => {
    await enableEndpointRow(tx, endpointId);
    done = work();
    await waitFor(() => somebodyWaits(ctx.sql));
  });
  return done as Promise<T>;
}

test('deliveries written while their endpoint is being enabled are sent, and not held until the replay', async () => {
  await disableEndpoint(ctx, endpointId);
  const id = await whileEnabled(oneDelivery);
  expect(await getDelivery(ctx, id)).toMatchObject({ state: 'pending' });
  expect(await attempt(id)).toMatchObject({ state: 'delivered' });
});

test('a fan-out in progress does not lock its endpoint, and its deliveries are held if the endpoint was disabled', async () => {
  let id: Promise<string> | undefined;
  await ctx.sql.begin(async (tx) => {
    await tx`LOCK TABLE deliveries IN EXCLUSIVE MODE`;
    id = oneDelivery();
    await waitFor(() => somebodyWaits(ctx.sql));
    await recallClaims(ctx.sql, endpointId);
    await disableEndpointRow(ctx.sql, endpointId, ctx.clock.now());
  });
  const written = (await id) ?? '';
  expect(await getDelivery(ctx, written)).toMatchObject({ state: 'pending' });
  expect(await attempt(written)).toMatchObject({ state: 'held' });
  expect(receiver.received).toHaveLength(0);
});

test('disabling that is overtaken by enabling holds nothing more', async () => {
  const id = await oneDelivery();
  await disableEndpointRow(ctx.sql, endpointId, ctx.clock.now());
  expect(await whileEnabled(() => closeWaiting(ctx, endpointId, 'held'))).toBe(0);
  expect(await getDelivery(ctx, id)).toMatchObject({ state: 'pending' });
});

test('waiting deliveries of a removed endpoint are stopped', async () => {
  const id = await oneDelivery();
  await removeEndpoint(ctx, endpointId);
  expect(await getDelivery(ctx, id)).toMatchObject({ state: 'stopped' });
  expect(receiver.received).toHaveLength(0);
  await touchEvents(ctx, [shop.eventId], { name: 'Heard by nobody' });
  expect(await writeDeliveries(ctx)).toEqual([]);
});
