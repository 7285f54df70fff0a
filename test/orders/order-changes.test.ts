import { CHANGE_TYPES } from '../../src/core/change-type.js';
import { addWebhook } from '../../src/deliveries/endpoints/add-endpoint.js';
import { chooseTypes } from '../../src/deliveries/endpoints/configure-endpoint.js';
import { removeEndpoint } from '../../src/deliveries/endpoints/switch-endpoint.js';
import { listRequestSteps } from '../../src/deliveries/sql/trace.js';
import { cancelOrder } from '../../src/orders/end-hold.js';
import { payOrder } from '../../src/orders/pay-order.js';
import { recordOrderChanges } from '../../src/orders/record-order-changes.js';
import { refundOrder } from '../../src/orders/refunds.js';
import type { Order } from '../../src/orders/wire.js';
import { bearer, createTestApi, type TestApi } from '../support/api.js';
import { expireOrder } from '../support/data/holds.js';
import { newKey, orderBody, type Stock, stockUp } from '../support/data/partners.js';

let api: TestApi;
let stock: Stock;
beforeEach(async () => {
  api = await createTestApi();
  stock = await stockUp(api);
});
afterEach(() => api.close());

const URL = 'https://partner.example/hook';
const addHook = (key: string) => addWebhook(api.ctx, { key, url: URL, events: ['order.changed'] });

async function place(key: string, mode: 'live' | 'test' = 'live'): Promise<Order> {
  const headers = bearer({ key }, { 'idempotency-key': crypto.randomUUID() });
  const answer = await api.app.inject({ method: 'POST', url: '/v1/orders', headers, payload: orderBody(stock, mode) });
  expect(answer.statusCode).toBe(200);
  return answer.json();
}
const pay = (orderId: string) => payOrder(api.ctx, { orderId, paymentReference: `pay_${orderId}` });

interface ChangeRow {
  what: string;
  keyId: string | null;
  mode: string;
  order: string;
}
async function recorded(): Promise<(Omit<ChangeRow, 'order'> & { order: Order })[]> {
  await recordOrderChanges(api.ctx);
  const rows = await api.ctx.sql<ChangeRow[]>`
    SELECT what, key_id, mode, "order" FROM changes WHERE type = 'order.changed' ORDER BY seq`;
  return rows.map((row) => ({ ...row, order: JSON.parse(row.order) }));
}
const waiting = async () =>
  (await api.ctx.sql<{ n: number }[]>`SELECT count(*)::int AS n FROM outbox WHERE topic = 'order.changed'`)[0]?.n;

async function seller(): Promise<{ key: string; id: string }> {
  return newKey(api, api.companyId, 'server', ['EMBEDDED_CHECKOUT']);
}

/** Places and pays an order of a company with a webhook; both versions are recorded. */
async function recordPaidOrder(): Promise<{ key: string; id: string }> {
  const { key } = await seller();
  await addHook(key);
  const { id } = await place(key);
  await recorded();
  await pay(id);
  await recorded();
  return { key, id };
}

test('each version of an order is recorded as the API shows it', async () => {
  const { key, id } = await recordPaidOrder();
  await refundOrder(api.ctx, { orderId: id, requestKey: 'goodwill' });
  const changes = await recorded();
  expect(changes.map(({ what, order }) => [what, order.id, order.status, order.version])).toEqual([
    ['awaiting_payment', id, 'awaiting_payment', 1],
    ['paid', id, 'paid', 2],
    ['refunded', id, 'refunded', 3],
  ]);
  const shown = await api.app.inject({ url: `/v1/orders/${id}`, headers: bearer({ key }) });
  expect(changes.at(-1)?.order).toEqual(shown.json());
  expect(JSON.stringify(changes)).not.toMatch(/ada@|lovelace/i);
  expect(await waiting()).toBe(0);
});

test('a cancelled and an expired order are recorded', async () => {
  const { key } = await seller();
  await addHook(key);
  const [cancelled, expired] = [await place(key), await place(key)];
  await cancelOrder(api.ctx, { orderId: cancelled.id, caller: { companyId: api.companyId, mode: 'live' } });
  await expireOrder(api.ctx, { orderId: expired.id });
  const changes = await recorded();
  expect(changes.map(({ order }) => [order.id, order.status, order.version]).sort()).toEqual(
    [
      [cancelled.id, 'cancelled', 2],
      [expired.id, 'expired', 2],
    ].sort(),
  );
});

test('the trace of the call that placed the order has its changes', async () => {
  const { id } = await recordPaidOrder();
  const [call] = await api.ctx.sql<{ requestId: string }[]>`SELECT request_id FROM orders WHERE id = ${id}`;
  const steps = await listRequestSteps(api.ctx.sql, call?.requestId ?? '');
  expect(steps.map(({ detail }) => detail)).toEqual(['order.changed: awaiting_payment', 'order.changed: paid']);
});

test('versions before the first record become one change', async () => {
  const { key } = await seller();
  await addHook(key);
  const { id } = await place(key);
  await pay(id);
  expect((await recorded()).map(({ order }) => [order.status, order.version])).toEqual([['paid', 2]]);
});

test('a company without such a webhook queues nothing', async () => {
  const { key } = await seller();
  const { id } = await addWebhook(api.ctx, { key, url: URL });
  await pay((await place(key)).id);
  expect(await waiting()).toBe(0);
  await chooseTypes(api.ctx, id, CHANGE_TYPES);
  await place(key);
  expect(await waiting()).toBe(1);
  await removeEndpoint(api.ctx, id);
  await place(key);
  expect(await waiting()).toBe(1);
  expect(await recorded()).toEqual([]);
});

test("a test order is for its own key's webhooks, a live one for the company's", async () => {
  const { key } = await seller();
  const [testKey, otherTestKey] = [await newKey(api, api.companyId, 'test'), await newKey(api, api.companyId, 'test')];
  for (const webhookKey of [key, testKey.key]) await addHook(webhookKey);
  await place(key);
  await place(testKey.key, 'test');
  await place(otherTestKey.key, 'test');
  const changes = await recorded();
  expect(changes.map(({ mode, keyId }) => [mode, keyId]).sort()).toEqual([
    ['live', null],
    ['test', testKey.id],
  ]);
});

test('a paid test order is recorded as paid, not as a test delivery', async () => {
  const testKey = await newKey(api, api.companyId, 'test');
  await addHook(testKey.key);
  await pay((await place(testKey.key, 'test')).id);
  expect(await recorded()).toMatchObject([{ what: 'paid', order: { status: 'test', version: 2 } }]);
});

test('the webhook of a website key, a postback and an empty choice are refused', async () => {
  const site = await newKey(api, api.companyId, 'website');
  await expect(addHook(site.key)).rejects.toMatchObject({
    errors: [{ field: 'events', message: 'has order.changed, which the webhook of a website key cannot receive' }],
  });
  const { id } = await addWebhook(api.ctx, { key: site.key, url: URL });
  await expect(chooseTypes(api.ctx, id, CHANGE_TYPES)).rejects.toMatchObject({ errors: [{ field: 'events' }] });
  await expect(chooseTypes(api.ctx, id, [])).rejects.toMatchObject({
    errors: [{ field: 'events', message: 'is empty: choose at least one type' }],
  });
});
