import { eraseBuyer } from '../../../src/orders/buyers.js';
import { type Order, order as orderSchema } from '../../../src/orders/wire.js';
import { bearer } from '../../support/api.js';
import { addTicketType } from '../../support/data/build.js';
import { stockOf } from '../../support/data/stock.js';
import { createOrdersApi, newOrder, type OrdersApi, postOrder, sampleOrder } from './tools.js';

let api: OrdersApi;

beforeAll(async () => {
  api = await createOrdersApi();
});
afterAll(() => api.close());

describe('200', () => {
  it.each(['/v1', '/api/v1'])('holds tickets under %s and answers the payment link', async (base) => {
    const answer = await postOrder(api, newOrder(api, { sub_id: 'a.b_c~d-1' }), { base });

    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(answer.headers).not.toHaveProperty('idempotency-replayed');
    expect(answer.headers['service-request-id']).toMatch(/^req_/);
    const order = orderSchema.strict().parse(answer.json());
    expect(order).toMatchObject({
      status: 'awaiting_payment',
      quantity: 2,
      total: 25,
      currency: 'EUR',
      sub_id: 'a.b_c~d-1',
      test: false,
      checkout_url: expect.stringMatching(/\/checkout\/\w+$/),
    });
    expect(answer.body).not.toMatch(/\bada\b|lovelace/i);
  });

  it('asks for one ticket when the body does not say', async () => {
    const { quantity: _, ...body } = newOrder(api);
    expect((await postOrder(api, body)).json()).toMatchObject({ quantity: 1, total: 12.5 });
  });

  it.each([
    'ada+tickets@example.co.uk',
    "o'hara_1-2@example.org",
    'first/last=a&b%c@example.org',
    `${'x'.repeat(64)}@example.org`,
    'ada@xn--bcher-kva.example',
    'ada@xn--80a1acny.xn--p1ai',
    'ADA@EXAMPLE.ORG',
    'anna@müller.example',
    'anna@почта.рф',
  ])('sends the tickets to %s', async (address) => {
    expect((await postOrder(api, newOrder(api, { buyer_email: address }))).statusCode).toBe(200);
  });

  it('keeps the domain of an address in ASCII, in any spelling', async () => {
    const key = { idempotencyKey: 'one-domain-two-forms' };
    const { id } = (await postOrder(api, newOrder(api, { buyer_email: 'ben@BÜCHER.example' }), key)).json();
    const [row] = await api.ctx.sql`SELECT buyer_email FROM orders WHERE id = ${id}`;
    expect(row?.buyerEmail).toBe('ben@xn--bcher-kva.example');
    const again = await postOrder(api, newOrder(api, { buyer_email: 'ben@xn--bcher-kva.example' }), key);
    expect([again.statusCode, again.json().id]).toEqual([200, id]);
    expect((await eraseBuyer(api.ctx, { email: 'ben@bücher.example' })).erased).toEqual([id]);
  });

  it('makes a sandbox order with a test key, also when live payments are off', async () => {
    const answer = await postOrder(api, sampleOrder(api), { key: api.keys.test });
    expect(answer.json()).toMatchObject({ mode: 'test', test: true, status: 'awaiting_payment' });
  });

  it('answers the same order to the same key, and says that it is a replay', async () => {
    const body = newOrder(api);
    const answers = [];
    for (let call = 0; call < 3; call++) answers.push(await postOrder(api, body, { idempotencyKey: 'same-key-again' }));
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200]);
    expect(answers.map((answer) => answer.headers['idempotency-replayed'])).toEqual([undefined, 'true', 'true']);
    expect(new Set(answers.map((answer) => answer.json<Order>().id)).size).toBe(1);
  });

  it('answers fifty calls with one key at once with one order and one hold', async () => {
    const last = await addTicketType(api.ctx, api.eventId, { capacity: 3 });
    const body = newOrder(api, { ticket_type_id: last });
    const calls = Array.from({ length: 50 }, () => postOrder(api, body, { idempotencyKey: 'fifty-at-once' }));
    const answers = await Promise.all(calls);
    expect(answers.every((answer) => answer.statusCode === 200)).toBe(true);
    expect(answers.filter((answer) => answer.headers['idempotency-replayed'] === 'true')).toHaveLength(49);
    expect(await stockOf(api.ctx.sql, last)).toMatchObject({ held: 2 });
  });
});

function badAddress(address: string): [string, Record<string, unknown>, string] {
  return ['buyer_email', { buyer_email: address }, 'invalid_request'];
}

describe('400', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['event_id', { event_id: 5 }, 'invalid_request'],
    ['event_id', { event_id: undefined }, 'invalid_request'],
    ['event_id', { event_id: 'evt_nobody' }, 'unknown_event'],
    ['event_id', { event_id: `evt_${'x'.repeat(100)}` }, 'invalid_request'],
    ['event_id', { event_id: 'evt_\u0000' }, 'invalid_request'],
    ['ticket_type_id', { ticket_type_id: undefined }, 'invalid_request'],
    ['ticket_type_id', { ticket_type_id: 'tkt_nobody' }, 'unknown_ticket_type'],
    ['quantity', { quantity: 0 }, 'invalid_request'],
    ['quantity', { quantity: 21 }, 'invalid_request'],
    ['quantity', { quantity: 1.5 }, 'invalid_request'],
    ['quantity', { quantity: '2' }, 'invalid_request'],
    ['quantity', { quantity: null }, 'invalid_request'],
    ['quantity', { quantity: 9 }, 'quantity_over_limit'],
    ['buyer_email', { buyer_email: 'ada' }, 'invalid_request'],
    ['buyer_email', { buyer_email: undefined }, 'invalid_request'],
    ...[
      'a@b',
      'a@b.c',
      '.a@b.org',
      'a..b@c.org',
      'a.@b.org',
      'a@-b.org',
      'a@b-.org',
      'a@b.org.',
      'a@b..org',
      'a@b.123',
      'a@xn--',
    ].map(badAddress),
    ...[
      '"a b"@c.org',
      'a@[192.0.2.1]',
      'ä@b.org',
      'a@b ü.org',
      'a@bü',
      'a@ü_.org',
      'a@bü.org@c.org',
      'a@b.org,c@d.org',
      'a@b.org\nBcc: c@d.org',
    ].map(badAddress),
    ['buyer_email', { buyer_email: `${'x'.repeat(65)}@example.com` }, 'invalid_request'],
    ['buyer_email', { buyer_email: `ada@${'x'.repeat(64)}.com` }, 'invalid_request'],
    ['buyer_name', { buyer_name: ' ' }, 'invalid_request'],
    ['buyer_name', { buyer_name: 'x'.repeat(161) }, 'invalid_request'],
    ['buyer_name', { buyer_name: `${'x'.repeat(160)} ` }, 'invalid_request'],
    ['buyer_name', { buyer_name: 'a\u0000b' }, 'invalid_request'],
    ['buyer_name', { buyer_name: 'a\u0085b' }, 'invalid_request'],
    ['sub_id', { sub_id: 'no spaces' }, 'invalid_request'],
    ['sub_id', { sub_id: '' }, 'invalid_request'],
    ['sub_id', { sub_id: 'x'.repeat(101) }, 'invalid_request'],
    ['sub_id', { sub_id: `tt_cs_${'x'.repeat(40)}` }, 'invalid_request'],
    ['body', { seat: 'A1' }, 'invalid_request'],
  ])('%s: %j', async (field, fields, code) => {
    const answer = await postOrder(api, newOrder(api, fields));
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code, status: 400, errors: [{ field }] });
  });

  it('names the most that one order may hold', async () => {
    const answer = await postOrder(api, newOrder(api, { quantity: 9 }));
    expect(answer.json()).toMatchObject({ errors: [{ field: 'quantity', message: 'must be at most 8' }] });
  });

  it.each([
    ['', 'idempotency_key_required'],
    ['short', 'idempotency_key_invalid'],
    ['x'.repeat(81), 'idempotency_key_invalid'],
    ['has spaces in it', 'idempotency_key_invalid'],
    ['twice-the-key, twice-the-key', 'idempotency_key_invalid'],
  ])('Idempotency-Key %j', async (idempotencyKey, code) => {
    const answer = await postOrder(api, newOrder(api), { idempotencyKey });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code, errors: [{ field: 'Idempotency-Key' }] });
  });

  it('without an Idempotency-Key', async () => {
    const answer = await api.app.inject({
      method: 'POST',
      url: '/v1/orders',
      headers: bearer(api.seller),
      payload: newOrder(api),
    });
    expect(answer.json()).toMatchObject({ code: 'idempotency_key_required', status: 400 });
  });

  it.each(['', '[]', '"text"', 'null', '{'])('the body %j', async (payload) => {
    const answer = await api.app.inject({
      method: 'POST',
      url: '/v1/orders',
      headers: bearer(api.seller, { 'content-type': 'application/json', 'idempotency-key': 'body-of-a-kind' }),
      payload,
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'invalid_request' });
  });
});

describe('403', () => {
  it('for a website key', async () => {
    const answer = await postOrder(api, newOrder(api), { key: api.keys.website });
    expect(answer.statusCode).toBe(403);
  });

  it('for a server key without the capability', async () => {
    const answer = await postOrder(api, newOrder(api), { key: api.keys.server });
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ code: 'capability_required' });
  });
});

describe('409', () => {
  it.each<[string, Parameters<typeof addTicketType>[2]]>([
    ['tickets_unavailable', { capacity: 1 }],
    ['sales_not_open', { sales_from: new Date('2026-11-03T00:00:00Z') }],
    ['sales_ended', { sales_until: new Date('2026-11-01T00:00:00Z') }],
    ['free_ticket', { price_minor: 0, total_minor: 0 }],
  ])('%s', async (code, fields) => {
    const ticketTypeId = await addTicketType(api.ctx, api.eventId, fields);
    const answer = await postOrder(api, newOrder(api, { ticket_type_id: ticketTypeId }));
    expect(answer.statusCode).toBe(409);
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(answer.json()).toMatchObject({ code, status: 409 });
  });

  it('event_not_on_sale', async () => {
    await api.ctx.sql`UPDATE events SET status = 'postponed' WHERE id = ${api.eventId}`;
    const answer = await postOrder(api, newOrder(api));
    await api.ctx.sql`UPDATE events SET status = 'scheduled' WHERE id = ${api.eventId}`;
    expect(answer.json()).toMatchObject({ code: 'event_not_on_sale', status: 409 });
  });

  it('idempotency_key_reused', async () => {
    await postOrder(api, newOrder(api), { idempotencyKey: 'used-before' });
    const answer = await postOrder(api, newOrder(api, { quantity: 1 }), { idempotencyKey: 'used-before' });
    expect(answer.json()).toMatchObject({ code: 'idempotency_key_reused', status: 409 });
  });
});

describe('503', () => {
  it('for a live key while no card processor is configured', async () => {
    const closed = await createOrdersApi({ env: { PAYMENTS: 'none' } });
    try {
      const answer = await postOrder(closed, newOrder(closed));
      expect(answer.statusCode).toBe(503);
      expect(answer.json()).toMatchObject({ code: 'payments_unavailable' });
      expect((await postOrder(closed, sampleOrder(closed), { key: closed.keys.test })).statusCode).toBe(200);
    } finally {
      await closed.close();
    }
  });
});

it('declares the refusals of a body', async () => {
  const { paths } = (await api.app.inject({ url: '/openapi.json' })).json();
  expect(Object.keys(paths['/orders'].post.responses)).toEqual(expect.arrayContaining(['400', '409', '413', '415']));
});
