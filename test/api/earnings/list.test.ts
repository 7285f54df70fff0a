import type { Problem } from '../../../src/core/wire/problem.js';
import { reverseSale } from '../../../src/earnings/reverse-sale.js';
import type { EarningsList } from '../../../src/earnings/wire.js';
import { bearer, createTestApi, type TestApi } from '../../support/api.js';
import { addPartner, addSale, addTicketedEvent, type Seller } from '../../support/data/build.js';

let api: TestApi;
let own: Seller;
let eventId: string;
let saleId: string;
let orderId: string;

const get = async (query = '', key: { key: string } = api.keys.server) => {
  const answer = await api.app.inject({ url: `/v1/earnings${query}`, headers: bearer(key) });
  return { status: answer.statusCode, headers: answer.headers, text: answer.body, body: answer.json() as EarningsList };
};
const problem = async (query: string) => (await get(query)).body as unknown as Problem;

beforeAll(async () => {
  api = await createTestApi();
  const { ctx } = api;
  own = { companyId: api.companyId, keyId: api.keys.server.id, ref: '', kind: 'server' };
  const event = await addTicketedEvent(ctx);
  eventId = event.eventId;
  for (const day of ['01', '02', '03', '04', '05']) {
    ctx.clock.set(`2026-11-${day}T12:00:00Z`);
    await addSale(ctx, own, event, { subId: `click-${day}` });
  }
  ({ saleId, orderId } = await addSale(ctx, own, event, { quantity: 2, subId: 'click-06' }));
  await reverseSale(ctx, { saleId, reason: 'chargeback', amount: 44.4 });
  await addSale(
    ctx,
    own,
    await addTicketedEvent(ctx, { currency: 'JPY', reward: { kind: 'percent', percent: 10 } }),
    {},
  );
  const testKey: Seller = { ...own, keyId: api.keys.test.id, kind: 'test' };
  await addSale(ctx, testKey, await addTicketedEvent(ctx, { test: true }), { subId: 'sandbox' });
  await addSale(ctx, await addPartner(ctx), event, { subId: 'of-another-company' });
});
afterAll(() => api.close());

describe('200', () => {
  test("the contract's envelope, every field of every record, totals of the company's currency", async () => {
    const { status, headers, body } = await get();
    expect(status).toBe(200);
    expect(headers['service-request-id']).toMatch(/^req_/);
    expect(body).toMatchObject({
      object: 'earnings',
      mode: 'live',
      currency: 'EUR',
      totals: { pending: 35, approved: 0, ready: 0, paid: 0, reversed: -5 },
      next: null,
      notices: [expect.stringMatching(/^other_currencies: .*JPY/)],
    });
    expect(body.earnings).toHaveLength(8);
    const refund = body.earnings.find((earning) => earning.kind === 'refund');
    expect(refund).toEqual({
      id: expect.stringMatching(/^ern_/),
      kind: 'refund',
      sale_id: saleId,
      event_id: eventId,
      transaction_value: -40,
      commission: -5,
      currency: 'EUR',
      status: 'reversed',
      reason: 'chargeback',
      created_at: '2026-11-05T12:00:00.000Z',
      test: false,
      sub_id: 'click-06',
      settlement_id: null,
      approves_at: null,
      order_id: orderId,
    });
  });

  test('never a buyer, nor what another company earned', async () => {
    const { text } = await get();
    for (const word of ['Berta', 'buyer@', 'of-another-company', 'sandbox']) expect(text).not.toContain(word);
  });

  test('a test key sees the test sales of its company, and a notice that they are none', async () => {
    const { body } = await get('', api.keys.test);
    expect(body).toMatchObject({ mode: 'test', notices: [expect.stringMatching(/^sandbox: /)] });
    expect(body.earnings).toMatchObject([{ test: true, sub_id: 'sandbox', status: 'pending' }]);
  });

  test.each([
    ['?sub_id=click-03', 1],
    ['?status=reversed', 1],
    ['?status=paid', 0],
    ['?from=2026-11-02&to=2026-11-04', 3],
    ['?from=2026-11-06', 0],
    ['?from=1970-01-01&to=2026-11-02', 2],
    ['?from=2026-11-02&to=2200-12-31', 7],
    ['?from=2200-12-31&to=2200-12-31', 0],
    ['?from=0001-01-01&to=9999-12-31', 8],
    ['?changed_since=2026-11-04T12:00:00Z', 4],
    ['?currency=JPY', 1],
    ['?settlement_id=stm_none', 0],
    ['?event_id=evt_none', 0],
    ['?unknown=1', 8],
  ])('%s narrows the answer to %i records', async (query, count) => {
    expect((await get(query)).body.earnings).toHaveLength(count);
  });

  test('another currency has its own totals', async () => {
    const { body } = await get('?currency=JPY');
    expect(body).toMatchObject({ currency: 'JPY', totals: { pending: 400 } });
    expect(body.notices).toBeUndefined();
  });

  test.each([1, 3, 8])('pages of %i give every record once, newest first, with the same totals', async (limit) => {
    const seen: string[] = [];
    const filter = limit === 3 ? '&currency=EUR' : '';
    let page = (await get(`?limit=${limit}${filter}`)).body;
    for (;;) {
      seen.push(...page.earnings.map((earning) => `${earning.created_at} ${earning.id}`));
      expect(page.totals.pending).toBe(35);
      const more = (page.notices ?? []).some((notice) => notice.startsWith('earnings_truncated: '));
      expect(more).toBe(page.next !== null);
      if (page.next === null) break;
      // A cursor alone repeats its filters.
      page = (await get(`?limit=${limit}&cursor=${page.next}`)).body;
    }
    expect(seen).toHaveLength(limit === 3 ? 7 : 8);
    expect(seen).toEqual([...new Set(seen)].sort().reverse());
  });

  test('an unchanged answer is 304', async () => {
    const { headers } = await get();
    const again = await api.app.inject({
      url: '/v1/earnings',
      headers: bearer(api.keys.server, { 'if-none-match': String(headers.etag) }),
    });
    expect(again.statusCode).toBe(304);
  });
});

describe('400', () => {
  test.each([
    ['status', '?status=lost'],
    ['sub_id', '?sub_id=a%20b'],
    ['from', '?from=2026-02-30'],
    ['to', '?from=2026-11-05&to=2026-11-04'],
    ['changed_since', '?changed_since=yesterday'],
    ['currency', '?currency=eur'],
    ['limit', '?limit=0'],
    ['limit', '?limit=1001'],
    ['limit', '?limit=1&limit=2'],
    ['event_id', '?event_id=%00'],
    ['settlement_id', '?settlement_id='],
  ])('names %s in %s', async (field, query) => {
    expect(await problem(query)).toMatchObject({ status: 400, code: 'invalid_request', errors: [{ field }] });
  });

  test('a cursor of another filter, another company or no company', async () => {
    const next = (await get('?limit=1')).body.next;
    for (const query of [`?cursor=${next}&status=paid`, '?cursor=abcdef']) {
      expect(await problem(query)).toMatchObject({ status: 400, code: 'invalid_cursor' });
    }
    expect((await get(`?cursor=${next}`, api.keys.test)).status).toBe(400);
  });
});

test('401 without a key', async () => {
  const answer = await api.app.inject({ url: '/v1/earnings' });
  expect(answer.statusCode).toBe(401);
  expect(answer.json()).toMatchObject({ code: 'key_missing' });
});

test('403 for a website key', async () => {
  const answer = await api.app.inject({
    url: '/v1/earnings',
    headers: bearer(api.keys.website, { origin: 'https://shop.example' }),
  });
  expect(answer.statusCode).toBe(403);
  expect(answer.json()).toMatchObject({ code: 'key_kind_not_allowed' });
});
