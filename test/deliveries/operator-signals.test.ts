import { commandDeliveries } from '../../src/deliveries/command-deliveries.js';
import { addWebhook } from '../../src/deliveries/endpoints/add-endpoint.js';
import { getDelivery } from '../../src/deliveries/list-deliveries.js';
import { Sender } from '../../src/deliveries/sender/sender.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { openShop, type Shop } from '../support/data/build.js';
import { type Receiver, startReceiver } from '../support/outside/receiver.js';
import { touchEvents, writeDeliveries } from '../support/temporal/fan-out.js';
import { attempted } from '../support/temporal/sending.js';

let ctx: TestContext;
let shop: Shop;
let receiver: Receiver;
let endpointId: string;
let secret: string;
let answer: (() => void) | null;
let status = 503;

beforeAll(async () => {
  receiver = await startReceiver({
    secrets: () => [secret],
    answer: (response) => {
      const end = () => void response.writeHead(status).end();
      if (answer) answer = end;
      else end();
    },
  });
  ctx = await createTestContext({ env: { ALLOW_PRIVATE_DELIVERY: '1' } });
  shop = await openShop(ctx);
  ({ id: endpointId, secret } = await addWebhook(ctx, { key: shop.live.keyId, url: receiver.url }));
});
beforeEach(() => {
  answer = null;
  status = 503;
});
afterAll(async () => {
  await ctx.close();
  await receiver.close();
});

/** A delivery that failed once. */
async function failed(): Promise<string> {
  await touchEvents(ctx, [shop.eventId], { name: `Concert at ${Math.random()}` });
  const [id = ''] = await writeDeliveries(ctx);
  await attempted(ctx, id);
  return id;
}

/** The answers to an operator's signals, while a sender works. */
async function signalled(kind: 'retryNow' | 'stop', deliveryId: string | null): Promise<string> {
  const sender = new Sender(ctx);
  const looking = setInterval(() => sender.look(), 50);
  const text = await commandDeliveries(ctx, { endpointId, kind, deliveryId });
  clearInterval(looking);
  (answer as (() => void) | null)?.();
  await sender.stop();
  return text;
}

test('a retry that an operator makes says how it went', async () => {
  const id = await failed();
  expect(await signalled('retryNow', id)).toBe('attempt 2 of 8 failed, http_5xx');
  status = 204;
  expect(await signalled('retryNow', id)).toBe('attempt 3 of 8: delivered');
  expect(await signalled('retryNow', id)).toContain('replay it instead');
});

test('a delivery whose receiver was slow is due, and continues', async () => {
  const id = await failed();
  answer = () => {};
  expect(await signalled('retryNow', id)).toBe('is due now');
  expect((await getDelivery(ctx, id)).attempt).toBe(2);
});

test('a stop reports the end of the delivery, and names a delivery of this endpoint', async () => {
  const id = await failed();
  expect(await signalled('stop', id)).toBe('stopped');
  expect(await signalled('stop', null)).toBe('names no delivery; nothing was stopped');
  expect(await signalled('stop', 'dlv_unknown')).toBe('is no delivery of this endpoint');
});
