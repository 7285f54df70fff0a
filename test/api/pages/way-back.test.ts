import { randomUUID } from 'node:crypto';
import type { CreatedKey } from '../../../src/access/create-key.js';
import { eraseBuyer } from '../../../src/orders/buyers.js';
import { cancelOrder } from '../../../src/orders/end-hold.js';
import { payOrder } from '../../../src/orders/pay-order.js';
import { refundOrder } from '../../../src/orders/refunds.js';
import type { Order } from '../../../src/orders/wire.js';
import { bearer, createTestApi, type TestApi } from '../../support/api.js';
import { addTicketedEvent, type TicketedEvent } from '../../support/data/build.js';
import { expireOrder } from '../../support/data/holds.js';
import { formFields } from '../../support/read/forms.js';

const BACK = 'https://app.shop.example/done?cart=7';

let api: TestApi;
let seller: CreatedKey;
let event: TicketedEvent;
let ref: string;
beforeAll(async () => {
  api = await createTestApi();
  seller = await api.newKey({ kind: 'server', capabilities: ['EMBEDDED_CHECKOUT'], rateLimit: 10_000 });
  event = await addTicketedEvent(api.ctx);
  [{ ref } = { ref: '' }] = await list('{*.shop.example}');
});
afterAll(() => api.close());

const list = (domains: string) =>
  api.ctx.sql<{ ref: string }[]>`
    UPDATE api_keys SET domains = ${domains}::text::text[] WHERE id = ${api.keys.website.id} RETURNING ref`;

const post = (returnUrl: string | undefined, key: string = randomUUID()) =>
  api.app.inject({
    method: 'POST',
    url: '/v1/orders',
    headers: bearer(seller, { 'idempotency-key': key }),
    payload: {
      ...{ event_id: event.eventId, ticket_type_id: event.ticketTypeId, quantity: 2 },
      ...{ buyer_email: 'ada@example.org', buyer_name: 'Ada', return_url: returnUrl },
    },
  });

async function order(returnUrl: string | undefined = BACK): Promise<Order & { page: string }> {
  const answer = await post(returnUrl);
  expect(answer.statusCode).toBe(200);
  const made: Order = answer.json();
  return { ...made, page: new URL(made.checkout_url ?? '').pathname };
}

/** The addresses of other sites that a page links to. */
async function linksOf(page: string): Promise<string[]> {
  const { body } = await api.app.inject({ url: page });
  return [...body.matchAll(/href="(https:\/\/[^"]*shop\.example[^"]*)"/g)].map(([, url = '']) =>
    url.replaceAll('&amp;', '&'),
  );
}

test('after payment, refunds, cancellation and expiry the page leads back with the order and its status', async () => {
  const paid = await order();
  expect(await linksOf(paid.page)).toEqual([]);
  await payOrder(api.ctx, { orderId: paid.id, paymentReference: 'pay_1' });
  expect(await linksOf(paid.page)).toEqual([`${BACK}&order_id=${paid.id}&status=paid`]);
  await refundOrder(api.ctx, { orderId: paid.id, requestKey: 'one', tickets: 1 });
  expect(await linksOf(paid.page)).toEqual([`${BACK}&order_id=${paid.id}&status=partially_refunded`]);

  const cancelled = await order();
  await cancelOrder(api.ctx, { caller: { companyId: api.companyId, mode: 'live' }, orderId: cancelled.id });
  expect(await linksOf(cancelled.page)).toEqual([`${BACK}&order_id=${cancelled.id}&status=cancelled`]);

  const expired = await order();
  await expireOrder(api.ctx, { orderId: expired.id });
  expect(await linksOf(expired.page)).toEqual([`${BACK}&order_id=${expired.id}&status=expired`]);
});

test('an address that is not listed is refused, and named', async () => {
  for (const returnUrl of ['https://evil.example/', 'https://shop.example/', 'http://app.shop.example/']) {
    const answer = await post(returnUrl);
    expect([returnUrl, answer.statusCode]).toEqual([returnUrl, 400]);
    expect(answer.json()).toMatchObject({ code: 'invalid_request', errors: [{ field: 'return_url' }] });
  }
});

test('a domain that was removed from its key leads nowhere, and a repeat of the order still returns it', async () => {
  const key = randomUUID();
  const made: Order = (await post(BACK, key)).json();
  await payOrder(api.ctx, { orderId: made.id, paymentReference: 'pay_2' });
  await list('{other.example}');
  try {
    expect(await linksOf(new URL(made.checkout_url ?? '').pathname)).toEqual([]);
    const again = await post(BACK, key);
    expect([again.statusCode, again.json().id]).toEqual([200, made.id]);
    expect((await post(BACK)).statusCode).toBe(400);
  } finally {
    await list('{*.shop.example}');
  }
});

test('a repeat with another way back is another request, also after the buyer was erased', async () => {
  const key = randomUUID();
  const made: Order = (await post(BACK, key)).json();
  expect((await post(undefined, key)).json()).toMatchObject({ code: 'idempotency_key_reused' });
  await eraseBuyer(api.ctx, { orderId: made.id });
  expect((await post(BACK, key)).json()).toMatchObject({ id: made.id });
  expect((await post(undefined, key)).json()).toMatchObject({ code: 'idempotency_key_reused' });
});

test.each([
  [BACK, true],
  ['https://evil.example/', false],
  ['javascript:alert(1)', false],
])('a buy link with return_url %s sells, and leads back: %s', async (returnUrl, leadsBack) => {
  const query = new URLSearchParams({ ref, return_url: returnUrl });
  const form = await api.app.inject({ url: `/buy/${event.eventId}?${query}` });
  const answer = await api.app.inject({
    method: 'POST',
    url: `/buy/${event.eventId}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ ...formFields(form.body), name: 'Ada', email: 'ada@example.org' }).toString(),
  });
  expect(answer.statusCode).toBe(303);
  const page = String(answer.headers.location);
  const [row] = await api.ctx.sql<{ id: string }[]>`
    SELECT id FROM orders WHERE checkout_token = ${page.split('/').at(-1) ?? ''}`;
  await payOrder(api.ctx, { orderId: row?.id ?? '', paymentReference: `pay_${row?.id}` });
  const back = (await linksOf(page)).filter((url) => url.includes('order_id'));
  expect(back).toEqual(leadsBack ? [`${BACK}&order_id=${row?.id}&status=paid`] : []);
  expect((await api.app.inject({ url: page })).body).not.toMatch(/evil\.example|javascript:/);
});
