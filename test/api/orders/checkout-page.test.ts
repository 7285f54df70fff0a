import { createHash } from 'node:crypto';
import { bearer } from '../../support/api.js';
import { openShop } from '../../support/data/build.js';
import { expireOrder, placeOrder } from '../../support/data/holds.js';
import { stockOf } from '../../support/data/stock.js';
import { createOrdersApi, madeOrder, type OrdersApi } from './tools.js';

let api: OrdersApi;

beforeAll(async () => {
  api = await createOrdersApi();
});
beforeEach(() => api.ctx.clock.set('2026-11-02T09:00:00.000Z'));
afterAll(() => api.close());

async function begin(key = api.keys.test) {
  const order = await madeOrder(api, key);
  return { id: order.id, path: new URL(order.checkout_url ?? '').pathname };
}

const get = (url: string) => api.app.inject({ url });
const press = (url: string) =>
  api.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: '',
  });
const statusOf = async (id: string, key = api.keys.test) =>
  (await api.app.inject({ url: `/v1/orders/${id}`, headers: bearer(key) })).json<{ status: string }>().status;

it('shows the tickets, the price and the end of the hold; never the buyer, and only our script', async () => {
  const { path } = await begin();
  const page = await get(path);
  expect(page.statusCode).toBe(200);
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.headers['cache-control']).toBe('no-store');
  expect(page.headers['content-security-policy']).toMatch(/default-src 'none'/);
  expect(page.body).toMatch(/Test order/);
  expect(page.body).toMatch(/Pay €25\.00/);
  expect(page.body).toMatch(/2 × Standing/);
  expect(page.body).toMatch(/until <strong>09:30<\/strong> \(Europe\/Lisbon time\)/);
  expect(page.body).not.toMatch(/\bada\b|lovelace/i);
  const [script, ...others] = [...page.body.matchAll(/<script type="module">([\s\S]*?)<\/script>/g)];
  const hash = createHash('sha256')
    .update(script?.[1] ?? '')
    .digest('base64');
  expect(page.headers['content-security-policy']).toContain(`script-src 'sha256-${hash}';`);
  expect([others, page.body.match(/<script/g)]).toEqual([[], ['<script']]);
});

it('takes the payment once: a test order becomes `test`, a live one `paid`', async () => {
  for (const [key, status] of [
    [api.keys.test, 'test'],
    [api.seller, 'paid'],
  ] as const) {
    const { id, path } = await begin(key);
    const answers = [await press(`${path}/pay`), await press(`${path}/pay`)];
    expect(answers.map((answer) => [answer.statusCode, answer.headers.location])).toEqual([
      [303, path],
      [303, path],
    ]);
    expect(await statusOf(id, key)).toBe(status);
    const page = await get(path);
    expect(page.body).toMatch(/Paid/);
    expect(page.body).not.toMatch(/(pay|cancel)"/);
  }
});

it('cancels, and takes no payment for a cancelled order', async () => {
  const { id, path } = await begin();
  expect((await press(`${path}/cancel`)).statusCode).toBe(303);
  await press(`${path}/pay`);
  await press(`${path}/cancel`);
  expect(await statusOf(id)).toBe('cancelled');
  expect((await get(path)).body).toMatch(/was cancelled/);
});

it('offers no payment once the session is over, before the hold is', async () => {
  const { id, path } = await begin();
  api.ctx.clock.set('2026-11-02T09:30:00.000Z');
  const page = await get(path);
  expect(page.body).toMatch(/has expired/);
  expect(page.body).not.toMatch(/<form/);
  expect(await statusOf(id)).toBe('awaiting_payment');
});

it('pressed too late gives the tickets while there are some, else the money back', async () => {
  const shop = await openShop(api.ctx, { capacity: 2 });
  const order = await placeOrder(api.ctx, shop, 2);
  const path = new URL(order.checkout_url ?? '').pathname;
  await expireOrder(api.ctx, { orderId: order.id });
  const other = await placeOrder(api.ctx, shop, 1);
  await press(`${path}/pay`);
  expect((await get(path)).body).toMatch(/Your payment was refunded/);
  expect(await stockOf(api.ctx.sql, shop.ticketTypeId)).toMatchObject({ held: 1, sold: 0 });

  await expireOrder(api.ctx, { orderId: other.id });
  await press(`${new URL(other.checkout_url ?? '').pathname}/pay`);
  expect(await stockOf(api.ctx.sql, shop.ticketTypeId)).toMatchObject({ held: 0, sold: 1 });
});

it('offers no payment after the event was cancelled; a payment that still arrives is refunded', async () => {
  const shop = await openShop(api.ctx, { capacity: 2 });
  const order = await placeOrder(api.ctx, shop, 2);
  const path = new URL(order.checkout_url ?? '').pathname;
  await api.ctx.sql`UPDATE events SET status = 'cancelled' WHERE id = ${shop.eventId}`;
  const page = await get(path);
  expect(page.body).toMatch(/This event was cancelled/);
  expect(page.body).not.toMatch(/<form/);

  await press(`${path}/pay`);
  expect((await get(path)).body).toMatch(/Your payment was refunded/);
  expect(await stockOf(api.ctx.sql, shop.ticketTypeId)).toMatchObject({ held: 0, sold: 0 });
});

it('answers 404 for an unknown token, and 405 for unknown methods', async () => {
  for (const answer of [
    await get('/checkout/nobody'),
    await press('/checkout/nobody/pay'),
    await press('/checkout/nobody/cancel'),
  ]) {
    expect(answer.statusCode).toBe(404);
    expect(answer.body).toMatch(/Order not found/);
  }
  expect((await api.app.inject({ method: 'PUT', url: '/checkout/nobody' })).statusCode).toBe(405);
  expect((await get('/checkout/nobody/pay')).statusCode).toBe(405);
});

it('offers no payment for a live order without a card processor', async () => {
  const closed = await createOrdersApi();
  try {
    const order = await madeOrder(closed, closed.seller);
    Object.assign(closed.ctx.payments.of('live'), { enabled: false });
    const path = new URL(order.checkout_url ?? '').pathname;
    expect((await closed.app.inject({ url: path })).body).toMatch(/Card payments are not available/);
    const answer = await closed.app.inject({ method: 'POST', url: `${path}/pay` });
    expect(answer.statusCode).toBe(503);
  } finally {
    await closed.close();
  }
});
