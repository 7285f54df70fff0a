import { addPostback, addWebhook } from '../../src/deliveries/endpoints/add-endpoint.js';
import { chooseTypes } from '../../src/deliveries/endpoints/configure-endpoint.js';
import { disableEndpoint, enableEndpoint } from '../../src/deliveries/endpoints/switch-endpoint.js';
import { getDelivery } from '../../src/deliveries/list-deliveries.js';
import { replayDeliveries, replayDelivery } from '../../src/deliveries/replay.js';
import { retryNow } from '../../src/deliveries/retry-now.js';
import type { DeliveryState } from '../../src/deliveries/rules/delivery.js';
import { stopDelivery } from '../../src/deliveries/stop-delivery.js';
import { createTemporalClient, type TemporalClient } from '../../src/platform/temporal/client.js';
import { type RunningWorker, startWorker } from '../../worker/start-worker.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { addEvent, addPartner, addSale, addTicketedEvent, type Seller } from '../support/data/build.js';
import { type Received, type Receiver, startReceiver } from '../support/outside/receiver.js';
import { touchEvents } from '../support/temporal/fan-out.js';
import { testWorkflowBundle } from '../support/temporal/temporal.js';
import { waitFor } from '../support/wait-for.js';

let ctx: TestContext;
let temporal: TemporalClient;
let worker: RunningWorker;
let receiver: Receiver;
let partner: Seller;
let hook: string;
let secret: string;
let status = 204;

beforeAll(async () => {
  ctx = await createTestContext({ env: { ALLOW_PRIVATE_DELIVERY: '1' } });
  temporal = createTemporalClient(ctx.config);
  receiver = await startReceiver({
    secrets: () => [secret],
    answer: (response) => response.writeHead(status).end(),
  });
  worker = await startWorker(ctx, { workflowBundle: testWorkflowBundle() });
});
beforeEach(async () => {
  partner = await addPartner(ctx);
  ({ id: hook, secret } = await addWebhook(ctx, { key: partner.keyId, url: `${receiver.url}/hook?token=geheim` }));
  status = 204;
  receiver.received.length = 0;
});
afterEach(() => disableEndpoint(ctx, hook));
afterAll(async () => {
  await worker?.stop();
  await receiver?.close();
  await temporal?.close();
  await ctx?.close();
});

async function firstReceived(matching: (request: Received) => boolean = () => true): Promise<Received> {
  return waitFor(() => receiver.received.find(matching), { what: 'a delivery' });
}

const inState = (id: string, state: DeliveryState) =>
  waitFor(async () => {
    const delivery = await getDelivery(ctx, id);
    return delivery.state === state && delivery;
  });

/** The first attempt failed, and the next is to come. */
const isRetried = (id: string) => waitFor(async () => (await getDelivery(ctx, id)).attempt === 1);

test('a new event is received, signed, with the partner’s own code', async () => {
  const eventId = await addEvent(ctx, {});
  await touchEvents(ctx, [eventId]);
  const request = await firstReceived();
  expect(request).toMatchObject({ method: 'POST', path: '/hook?token=geheim', verified: true });
  const body = JSON.parse(request.body.toString());
  expect(body).toMatchObject({ type: 'event.changed', mode: 'live', data: { event: { id: eventId } } });
  expect(body.data.event.tickets.buy_url).toContain(partner.ref);
  expect(await inState(request.deliveryId, 'delivered')).toMatchObject({ changeId: body.id, attempt: 1 });
});

test('a paid order is received by a webhook that chose it', async () => {
  await chooseTypes(ctx, hook, ['order.changed']);
  const { orderId } = await addSale(ctx, partner, await addTicketedEvent(ctx));
  await ctx.sql`UPDATE orders SET version = version + 1 WHERE id = ${orderId}`;
  const request = await firstReceived((received) => received.headers['service-event'] === 'order.changed');
  expect(request).toMatchObject({ verified: true });
  const { type, data } = JSON.parse(request.body.toString());
  expect([type, data.order.id, data.order.status]).toEqual(['order.changed', orderId, 'paid']);
  expect(await inState(request.deliveryId, 'delivered')).toMatchObject({ attempt: 1 });
});

test('a sale is received by the webhook, and called at the postback', async () => {
  const postback = await addPostback(ctx, {
    key: partner.keyId,
    url: `${receiver.url}/pb/{status}?c={sub_id}&m={commission}&d={delivery_id}&r={event_id}&o={order_id}`,
  });
  const event = await addTicketedEvent(ctx);
  const { saleId, orderId } = await addSale(ctx, partner, event, { subId: 'click~1' });
  const hooked = await firstReceived((request) => request.headers['service-event'] === 'earnings.changed');
  expect(hooked.verified).toBe(true);
  expect(JSON.parse(hooked.body.toString())).toMatchObject({
    type: 'earnings.changed',
    mode: 'live',
    data: {
      earning: { sale_id: saleId, order_id: orderId, status: 'pending', commission: 5, sub_id: 'click~1', test: false },
    },
  });
  const called = await firstReceived((request) => request.method === 'GET');
  expect(called.path).toBe(`/pb/pending?c=click~1&m=5&d=${called.deliveryId}&r=${event.eventId}&o=${orderId}`);
  expect(called.headers['service-signature']).toBeUndefined();
  expect(called.body).toHaveLength(0);
  expect(await inState(called.deliveryId, 'delivered')).toMatchObject({ endpointId: postback.id });
  await disableEndpoint(ctx, postback.id);
});

test('a failing delivery is sent again on request, with the same id and bytes', async () => {
  status = 500;
  await touchEvents(ctx, [await addEvent(ctx, {})]);
  const { deliveryId } = await firstReceived();
  await isRetried(deliveryId);
  status = 200;
  await retryNow(ctx, deliveryId);
  expect(await inState(deliveryId, 'delivered')).toMatchObject({ attempt: 2 });
  const [first, second] = receiver.received;
  expect(second?.body).toEqual(first?.body);
  expect(second?.deliveryId).toBe(first?.deliveryId);
});

test('a delivery that ended is replayed with the same id and bytes', async () => {
  await touchEvents(ctx, [await addEvent(ctx, {})]);
  const { deliveryId } = await firstReceived();
  await inState(deliveryId, 'delivered');
  await replayDelivery(ctx, deliveryId);
  await waitFor(() => receiver.received.length === 2);
  expect(await inState(deliveryId, 'delivered')).toMatchObject({ run: 2, attempt: 1 });
  const [first, second] = receiver.received;
  expect(second?.deliveryId).toBe(deliveryId);
  expect(second?.body).toEqual(first?.body);
  expect((await getDelivery(ctx, deliveryId)).attempts.map(({ run, number }) => `${run}.${number}`)).toEqual([
    '1.1',
    '2.1',
  ]);
});

test('a stopped delivery makes no attempt until it is replayed', async () => {
  status = 503;
  await touchEvents(ctx, [await addEvent(ctx, {})]);
  const { deliveryId } = await firstReceived();
  await isRetried(deliveryId);
  expect(await stopDelivery(ctx, deliveryId)).toBe('stopped');
  await expect(retryNow(ctx, deliveryId)).rejects.toThrow('replay it instead');
  status = 200;
  await replayDelivery(ctx, deliveryId);
  await inState(deliveryId, 'delivered');
});

test('missed deliveries of a disabled endpoint are held, and replayed since an instant', async () => {
  status = 500;
  const waiting = await addEvent(ctx, {});
  await touchEvents(ctx, [waiting]);
  const { deliveryId } = await firstReceived();
  await isRetried(deliveryId);
  expect(await disableEndpoint(ctx, hook)).toEqual({ held: 1 });
  const missed = await addEvent(ctx, {});
  await touchEvents(ctx, [missed]);
  await waitFor(
    async () =>
      (await ctx.sql`SELECT FROM deliveries WHERE event_id = ${missed} AND endpoint_id = ${hook} AND state = 'held'`)
        .length === 1,
  );
  await expect(replayDeliveries(ctx, { endpointId: hook, since: new Date(0) })).rejects.toThrow('enable it first');
  await enableEndpoint(ctx, hook);
  status = 204;
  receiver.received.length = 0;
  expect(await replayDeliveries(ctx, { endpointId: hook, since: new Date(0) })).toBe(2);
  await waitFor(() => receiver.received.length === 2);
  const ids = receiver.received.map((request) => JSON.parse(request.body.toString()).data.event.id);
  expect(ids.sort()).toEqual([waiting, missed].sort());
  await inState(deliveryId, 'delivered');
});
