import { refreshSamples } from '../../src/catalogue/refresh-samples.js';
import { createCompany } from '../../src/companies/create-company.js';
import { DAY } from '../../src/core/time.js';
import { addWebhook } from '../../src/deliveries/endpoints/add-endpoint.js';
import { chooseTypes } from '../../src/deliveries/endpoints/configure-endpoint.js';
import { keepRequestDays } from '../../src/requests/jobs.js';
import { writeRequests } from '../../src/requests/record-requests.js';
import { getGoLive, noteAllGoLive } from '../../src/sandbox/go-live.js';
import { makeTestSale } from '../../src/sandbox/test-sales.js';
import { bearer, createTestApi, type TestApi } from '../support/api.js';
import { setAllowedAddresses } from '../support/dashboard/as-operator.js';
import { type Browser, browserOf } from '../support/dashboard/dashboard.js';
import { addKey, addPartner, addSale, addTicketedEvent } from '../support/data/build.js';
import { addDelivery, addWebhookRows } from '../support/data/deliveries.js';
import { loggedRequest } from '../support/data/requests.js';

let api: TestApi;
let browser: Browser;
beforeAll(async () => {
  api = await createTestApi();
  await keepRequestDays(api.ctx);
  await refreshSamples(api.ctx);
  browser = await browserOf(api.ctx, api.app, { companyId: api.companyId, role: 'developer', step: false });
});
afterAll(() => api.close());

/** The done steps, from the page. */
async function done(): Promise<string[]> {
  const { items } = await browser.read('/go-live');
  return items.filter((item: { done: boolean }) => item.done).map(({ fact }: { fact: string }) => fact);
}

async function order(key: string) {
  const [type] = await api.ctx.sql<{ id: string; eventId: string }[]>`
    SELECT t.id, t.event_id FROM ticket_types t JOIN events e ON e.id = t.event_id
    WHERE e.test AND e.status = 'scheduled' AND t.total_minor > 0 ORDER BY t.id LIMIT 1`;
  return api.app.inject({
    method: 'POST',
    url: '/v1/orders',
    headers: bearer(api.keys.test, { 'idempotency-key': key }),
    payload: {
      ...{ event_id: type?.eventId, ticket_type_id: type?.id, quantity: 1 },
      ...{ buyer_email: 'ada@example.com', buyer_name: 'Ada' },
    },
  });
}

const sales = async () => (await browser.read('/sandbox')).data;
const statuses = async () =>
  (await sales()).flatMap(({ records }: { records: { status: string }[] }) => records.map(({ status }) => status));

test('a test sale by button: it earns, moves on, is refunded and reset; nothing of it ticks the checklist', async () => {
  expect(await sales()).toEqual([]);
  const { order_id: made } = await browser.done('/sandbox/sales');
  expect(made).toMatch(/^ord_/);
  await browser.done('/sandbox/sales');
  expect(await sales()).toHaveLength(2);
  const earned = await statuses();
  expect(earned.length).toBeGreaterThan(0);
  expect(new Set(earned)).toEqual(new Set(['pending']));
  expect(await browser.done('/sandbox/step')).toEqual({ moved: earned.length });
  expect(new Set(await statuses())).toEqual(new Set(['approved']));
  await browser.done('/sandbox/step');
  expect(new Set(await statuses())).toEqual(new Set(['ready']));
  expect(await browser.done('/sandbox/step')).toEqual({ moved: 0 });

  const [{ id }] = await sales();
  await browser.done(`/sandbox/sales/${id}/refund`);
  const again = await browser.post(`/sandbox/sales/${id}/refund`);
  expect([again.statusCode, again.json().code]).toEqual([400, 'invalid_request']);
  expect(await browser.done('/sandbox/reset')).toMatchObject({ refunded: 1 });
  expect((await sales()).map(({ refundable }: { refundable: number }) => refundable)).toEqual([0, 0]);
  expect(new Set(await statuses())).toEqual(new Set(['reversed']));
  expect(await done()).toEqual([]);
});

test('a test sale names its key and the webhooks that are notified', async () => {
  const webhook = { kind: 'webhook', key_id: api.keys.test.id, url: 'https://hooks.example.com/one' };
  expect(await browser.done('/sandbox/sales')).toMatchObject({ key_id: api.keys.test.id, webhooks: [] });
  expect((await sales())[0]).toMatchObject({ key_id: api.keys.test.id });
  const { id } = await browser.done('/endpoints', webhook);
  expect(await browser.done('/sandbox/sales')).toMatchObject({ webhooks: [webhook.url] });
  await chooseTypes(api.ctx, id, ['event.changed']);
  expect(await browser.done('/sandbox/sales')).toMatchObject({ webhooks: [] });
  await chooseTypes(api.ctx, id, ['order.changed']);
  expect(await browser.done('/sandbox/sales')).toMatchObject({ webhooks: [webhook.url] });
  await browser.done(`/endpoints/${id}/disable`);
  expect(await browser.done('/sandbox/sales')).toMatchObject({ webhooks: [] });
});

test('a test sale names the webhook of its key among a hundred newer ones of other keys', async () => {
  const { ctx } = api;
  const { id: companyId } = await createCompany(ctx, { name: 'Many Webhooks Ltd' });
  const keys = await Promise.all(Array.from({ length: 5 }, () => addKey(ctx, companyId, 'test')));
  ctx.clock.advance(1_000);
  const { keyId: newest } = await addKey(ctx, companyId, 'test');
  const { url } = await addWebhook(ctx, { key: newest, url: 'https://hooks.example.com/newest' });
  ctx.clock.advance(1_000);
  for (const { keyId } of keys)
    for (let i = 0; i < 20; i++) await addWebhook(ctx, { key: keyId, url: `https://hooks.example.com/${i}` });
  const owner = await browserOf(ctx, api.app, { companyId, role: 'owner' });
  expect(await owner.done('/sandbox/sales')).toMatchObject({ key_id: newest, webhooks: [url] });
});

test('a reset brings the balance to zero, whatever the number, state and key of the sales', async () => {
  const { ctx, companyId } = api;
  const revoked = await addKey(ctx, companyId, 'test');
  for (let i = 0; i < 55; i++) await makeTestSale(ctx, { companyId, turn: i });
  await ctx.sql`UPDATE api_keys SET revoked_at = ${ctx.clock.now()} WHERE id = ${revoked.keyId}`;
  for (let i = 0; i < 2; i++) await browser.done('/sandbox/step');
  expect((await browser.done('/sandbox/reset')).refunded).toBeGreaterThanOrEqual(55);
  const owner = await browserOf(ctx, api.app, { companyId, role: 'owner' });
  for (const { net, deducted } of (await owner.read('/earnings/summary', { span: '30d', mode: 'test' })).currencies) {
    expect([net, deducted]).toEqual([0, 0]);
  }
});

test('live sales cannot be touched', async () => {
  const { companyId, keys, ctx } = api;
  const partner = { companyId, keyId: keys.server.id, ref: '', kind: 'server' as const };
  const { saleId } = await addSale(ctx, partner, await addTicketedEvent(ctx));
  const before = await ctx.sql`SELECT * FROM earnings WHERE mode = 'live'`;
  expect((await browser.post(`/sandbox/sales/${saleId}/refund`)).statusCode).toBe(404);
  await browser.done('/sandbox/step');
  await browser.done('/sandbox/reset');
  expect(await ctx.sql`SELECT * FROM earnings WHERE mode = 'live'`).toEqual(before);
});

test('the checklist is ticked by traces, stays ticked when the traces are deleted, and is each company’s own', async () => {
  const { ctx, companyId, keys } = api;
  const other = await createCompany(ctx, { name: 'Other Ltd' });
  expect((await order('checklist-1')).statusCode).toBe(200);
  expect(await done()).toEqual(['test_order']);
  expect((await order('checklist-1')).headers['idempotency-replayed']).toBe('true');
  expect(await done()).toEqual(['test_order', 'order_repeated']);

  const at = new Date(ctx.clock.now().getTime() - 60_000);
  const later = new Date(at.getTime() + 31_000);
  const mine = { companyId, keyId: keys.server.id };
  await writeRequests(ctx.sql, [
    loggedRequest({ ...mine, at, status: 429, code: 'rate_limited', retryAfter: 30 }),
    loggedRequest({ ...mine, at: later }),
  ]);
  await setAllowedAddresses(ctx, { keyId: keys.server.id, networks: ['192.0.2.0/24'] });
  await answer(false);
  // By the Schedule, without opening the page.
  expect(await noteAllGoLive(ctx)).toEqual({ companies: 3 });
  expect(await done()).toEqual(['test_order', 'webhook_verified', 'order_repeated', 'limit_respected', 'keys_guarded']);
  await answer(true);
  expect(await done()).toHaveLength(6);

  await ctx.sql`DELETE FROM deliveries`;
  await ctx.sql`TRUNCATE api_requests`;
  ctx.clock.advance(60 * DAY);
  const items = await getGoLive(ctx, companyId);
  expect(items.every((item) => item.done && item.seenAt !== null)).toBe(true);
  expect((await getGoLive(ctx, other.id)).some((step) => step.done)).toBe(false);
  // Guards have their current state.
  await setAllowedAddresses(ctx, { keyId: keys.server.id, networks: [] });
  expect((await getGoLive(ctx, companyId)).filter((step) => !step.done)).toEqual([
    { fact: 'keys_guarded', done: false, seenAt: null },
  ]);
});

test('withdrawals are no step of a company whose webhooks receive no events', async () => {
  const { ctx } = api;
  const { companyId, keyId } = await addPartner(ctx);
  const asked = async () => (await getGoLive(ctx, companyId)).some(({ fact }) => fact === 'withdrawal_received');
  expect(await asked()).toBe(true);
  await addWebhook(ctx, { key: keyId, url: 'https://hooks.example/orders', events: ['order.changed'] });
  expect(await asked()).toBe(false);
  await addWebhook(ctx, { key: keyId, url: 'https://hooks.example/events', events: ['event.changed'] });
  expect(await asked()).toBe(true);
});

/** A delivery that the company's webhook answered with 2xx. */
async function answer(withdraws: boolean): Promise<void> {
  const { ctx, companyId, keys } = api;
  const [endpointId = ''] = await addWebhookRows(ctx, { companyId, keyId: keys.server.id }, [{}]);
  await addDelivery(ctx, { endpointId, eventId: 'evt_a', withdraws, state: 'delivered' });
}
