import {
  EventNotFoundError,
  InvalidRequestError,
  KeyInvalidError,
  PartnerEvents,
  ProblemError,
} from '../../packages/client/src/index.js';
import { createTestApi, type TestApi } from '../support/api.js';
import { addTicketType } from '../support/data/build.js';
import { addEvents } from '../support/data/listings.js';

let api: TestApi;
let baseUrl: string;
beforeAll(async () => {
  api = await createTestApi();
  baseUrl = `${await api.app.listen({ host: '127.0.0.1', port: 0 })}/v1`;
  const samples = [1, 2, 3, 4, 5].map((number) => ({ id: `evt_test_${number}`, test: true, name: `Sample ${number}` }));
  await addEvents(api.ctx, samples);
});
afterAll(() => api.close());

const client = (options: { key?: string; reuse?: boolean } = {}) =>
  new PartnerEvents({ baseUrl, key: api.keys.test.key, maxRetries: 0, ...options });

test('a list is its first page when awaited, and all its items in a loop', async () => {
  const { events, next, mode } = await client().events.list({ limit: 2 });
  expect(events).toHaveLength(2);
  expect([typeof next, mode]).toEqual(['string', 'test']);
  const ids: string[] = [];
  for await (const event of client().events.list({ limit: 2 })) ids.push(event.id);
  expect(ids.sort()).toEqual([1, 2, 3, 4, 5].map((number) => `evt_test_${number}`));
  const pages: number[] = [];
  for await (const page of client().events.list({ limit: 2 }).pages()) pages.push(page.events.length);
  expect(pages).toEqual([2, 2, 1]);
  expect(await client().events.list({ limit: 2 }).toArray({ limit: 3 })).toHaveLength(3);
});

test('lists of one page are walked through as well', async () => {
  const found: unknown[] = [];
  for await (const { id } of client().categories.list()) found.push(id);
  for await (const { city } of client().locations.list()) found.push(city);
  for await (const earning of client().earnings.list()) found.push(earning);
  for await (const statement of client().settlements.list()) found.push(statement);
  expect(found.length).toBeGreaterThan(0);
});

test('an answer has its request id and limits', async () => {
  const { data, info } = await client().events.get('evt_test_1').withInfo();
  expect(data.event.id).toBe('evt_test_1');
  expect(info).toMatchObject({ status: 200, unchanged: false, rateLimit: { limit: 60 } });
  expect(info.requestId).toMatch(/^req_/);
});

test('errors are classes by code, with the request id and the fields at fault', async () => {
  const missing = client().events.get('evt_test_none');
  await expect(missing).rejects.toBeInstanceOf(EventNotFoundError);
  await expect(missing).rejects.toMatchObject({
    status: 404,
    code: 'event_not_found',
    requestId: expect.stringMatching(/^req_/),
  });
  const refused = client().events.list({ limit: 1000 });
  await expect(refused).rejects.toBeInstanceOf(InvalidRequestError);
  await expect(refused).rejects.toMatchObject({ errors: [{ field: 'limit', message: expect.any(String) }] });
  await expect(client({ key: 'tt_test_wrong' }).events.list()).rejects.toBeInstanceOf(KeyInvalidError);
  await expect(client({ key: 'tt_test_wrong' }).events.list()).rejects.toBeInstanceOf(ProblemError);
});

test('an unchanged answer is not sent again', async () => {
  const one = client();
  const first = await one.events.list({ limit: 1 }).withInfo();
  const second = await one.events.list({ limit: 1 }).withInfo();
  expect([first.info.status, second.info.status, second.info.unchanged]).toEqual([200, 304, true]);
  expect(second.data).toEqual(first.data);
  const without = client({ reuse: false });
  await without.events.list({ limit: 1 });
  expect((await without.events.list({ limit: 1 }).withInfo()).info.status).toBe(200);
});

test('sample events need no key, and none is sent for them', async () => {
  const sent: (string | null)[] = [];
  const watched = new PartnerEvents({
    baseUrl,
    key: api.keys.test.key,
    fetch: (input, init) => {
      sent.push(new Headers(init?.headers).get('authorization'));
      return fetch(input, init);
    },
  });
  expect((await watched.demo.events.list({ limit: 1 })).events).toHaveLength(1);
  expect((await watched.demo.events.get('evt_test_1', { simulate: 'sold_out' })).event.status).toBe('sold_out');
  expect(sent).toEqual([null, null]);
});

test('an order is placed, read and cancelled; the same key places no second one', async () => {
  const ticket_type_id = await addTicketType(api.ctx, 'evt_test_1', { capacity: 10 });
  const { orders, events } = client();
  const [type] = await events.tickets('evt_test_1').toArray({ limit: 1 });
  expect(type?.id).toBe(ticket_type_id);
  const body = {
    event_id: 'evt_test_1',
    ticket_type_id,
    quantity: 2,
    buyer_email: 'ada@example.com',
    buyer_name: 'Ada',
  };
  const order = await orders.create(body, { idempotencyKey: 'my-order-1' });
  expect(order).toMatchObject({ status: 'awaiting_payment', quantity: 2 });
  expect((await orders.create(body, { idempotencyKey: 'my-order-1' })).id).toBe(order.id);
  expect((await orders.create(body)).id).not.toBe(order.id);
  expect((await orders.get(order.id)).id).toBe(order.id);
  expect((await orders.cancel(order.id)).status).toBe('cancelled');
});

test('the other operations answer too', async () => {
  const one = client();
  expect(await (await one.feeds.get('events.ics', { limit: 1 })).text()).toContain('BEGIN:VCALENDAR');
  expect(await one.signals.track({ type: 'impression', shown: 3 })).toBeUndefined();
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'list_categories', arguments: {} },
  } as const;
  expect(await one.mcp.call(call)).toMatchObject({ id: 1, result: { structuredContent: { object: 'list' } } });
  expect(await one.mcp.get({ key: api.keys.test.key })).toMatchObject({ object: 'assistant_server', mode: 'test' });
  expect((await one.offers.list({ limit: 1 })).object).toBe('list');
});
