import type { CreatedKey } from '../../../src/access/create-key.js';
import type { Offer } from '../../../src/catalogue/offer-wire.js';
import { offer as offerShape } from '../../../src/catalogue/offer-wire.js';
import { projectChanges } from '../../../src/catalogue/project-changes.js';
import { seedDemo } from '../../../src/cli/demo/seed-demo.js';
import { enqueue } from '../../../src/platform/outbox/messages.js';
import { bearer, createTestApi, type TestApi, WEBSITE } from '../../support/api.js';
import { addSale, addTicketedEvent } from '../../support/data/build.js';

let api: TestApi;
let partner: CreatedKey;

beforeAll(async () => {
  api = await createTestApi();
  partner = await api.newKey({ kind: 'server', capabilities: ['CARD_LINKED_OFFERS'] });
  await seedDemo(api.ctx);
});
afterAll(() => api.close());

const get = (path: string, key: CreatedKey, headers: Record<string, string> = {}) =>
  api.app.inject({ method: 'GET', url: `/v1/${path}`, headers: bearer(key, headers) });

async function offersOf(path: string, key = partner): Promise<Offer[]> {
  const answer = await get(path, key);
  expect(answer.statusCode).toBe(200);
  return answer.json().offers;
}

describe('200', () => {
  test('a live key with the capability: every field, as the contract has it', async () => {
    const answer = await get('offers?limit=100', partner);
    const { offers, ...envelope } = answer.json();
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/json']);
    expect(envelope).toEqual({ object: 'list', mode: 'live', next: expect.any(String) });
    expect(offers).toHaveLength(100);
    for (const offer of offers) {
      expect(offerShape.strict().parse(offer)).toEqual(offer);
      expect(offer).toMatchObject({ test: false, id: offer.event_id.replace('evt_', 'ofr_') });
    }
    expect(new Set(offers.map((offer: Offer) => offer.reward.kind))).toEqual(new Set(['flat', 'percent']));
  });

  test('each offer says what its event says, with the same tracked link', async () => {
    const { events } = (await get('events?commissioned=true&limit=100', partner)).json();
    const offers = await offersOf('offers?limit=100');
    expect(offers.map((offer) => offer.activation.url)).toEqual(
      events.map((event: { tickets: { buy_url: string } }) => event.tickets.buy_url),
    );
    for (const [i, offer] of offers.entries()) {
      const { buy_url, availability, ...price } = events[i].tickets;
      expect(offer).toMatchObject({
        event_id: events[i].id,
        title: events[i].name,
        destination: events[i].location,
        price,
        event_url: events[i].url,
        updated_at: events[i].updated_at,
        merchant: events[i].organizer,
        eligible: { event_date: events[i].date, starts_at: events[i].starts_at },
      });
      expect(offer.eligible.purchase_until >= offer.eligible.purchase_from).toBe(true);
    }
  });

  test('a test key, without any capability, gets sample offers', async () => {
    const answer = await get('offers', api.keys.test);
    expect(answer.json()).toMatchObject({ mode: 'test', notices: [expect.stringMatching(/^sandbox: /)] });
    expect(answer.json().offers.length).toBeGreaterThan(0);
    for (const offer of answer.json().offers) {
      expect(offer).toMatchObject({
        test: true,
        event_id: expect.stringMatching(/^evt_test_/),
        id: expect.stringMatching(/^ofr_test_/),
      });
      expect(offer.title).toMatch(/^TEST EVENT — NO REAL MONEY/);
    }
  });

  test('paging gives each offer once, and a cursor belongs to its list', async () => {
    const whole = (await offersOf('offers?limit=100')).map((offer) => offer.id);
    const paged: string[] = [];
    let next: string | null = '';
    while (next !== null && paged.length < 100) {
      const answer = await get(`offers?limit=7${next && `&cursor=${next}`}`, partner);
      paged.push(...answer.json().offers.map((offer: Offer) => offer.id));
      next = answer.json().next;
    }
    expect(paged.slice(0, 100)).toEqual(whole);
    const { next: foreign } = (await get('events?commissioned=true&limit=2', partner)).json();
    for (const query of [`cursor=${foreign}`, `cursor=${next}&country=DE`, 'cursor=abc']) {
      const refused = await get(`offers?${query}`, partner);
      expect([refused.statusCode, refused.json().code]).toEqual([400, 'invalid_cursor']);
    }
  });

  test('parameters it does not list are ignored, even malformed ones', async () => {
    const plain = await offersOf('offers?limit=5');
    const query = 'commissioned=false&artist=nobody&lat=1000&lng=x&radius=9999&anything=1';
    expect(await offersOf(`offers?limit=5&${query}`)).toEqual(plain);
  });

  test('304 to the tag of the last answer', async () => {
    const first = await get('offers?limit=2', partner);
    const again = await get('offers?limit=2', partner, { 'if-none-match': String(first.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });
});

describe('403', () => {
  test('a website key', async () => {
    const answer = await get('offers', api.keys.website, { origin: WEBSITE });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'key_kind_not_allowed']);
  });

  test('a live key without the capability', async () => {
    const other = await api.newKey({ kind: 'server', capabilities: ['EMBEDDED_CHECKOUT', 'BULK_FEEDS'] });
    for (const key of [api.keys.server, other]) {
      const answer = await get('offers', key);
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'capability_required']);
    }
  });
});

test('401 without a key, 400 for a malformed parameter or a key in the address', async () => {
  expect((await api.app.inject({ method: 'GET', url: '/v1/offers' })).statusCode).toBe(401);
  for (const [query, field] of [
    ['limit=101', 'limit'],
    ['minimum_earnings=-1', 'minimum_earnings'],
    ['near=Berlin', 'near'],
    ['from=2026-02-30', 'from'],
    ['changed_since=yesterday', 'changed_since'],
    ['from=2027-02-01&to=2027-01-01', 'to'],
  ]) {
    const answer = await get(`offers?${query}`, partner);
    expect([answer.statusCode, answer.json().errors?.[0].field]).toEqual([400, field]);
  }
  expect((await get(`offers?key=${api.keys.test.key}`, partner)).json().code).toBe('key_in_url');
});

describe('a limited budget', () => {
  test('shows the rest after each sale, and takes the offer down when it is spent', async () => {
    const { ctx } = api;
    const event = await addTicketedEvent(ctx, { reward: { kind: 'flat', amountMinor: 500 }, budgetMinor: 1_700 });
    const reread = async () => {
      await ctx.sql.begin((tx) => enqueue(tx, 'event.touched', [event.eventId], ctx.clock.now()));
      await projectChanges(ctx);
      const offers = await offersOf('offers?from=2026-12-01&to=2026-12-01&limit=100');
      return offers.find((offer) => offer.event_id === event.eventId);
    };
    expect((await reread())?.limits).toEqual({ budget_remaining: 17, orders_remaining: 3 });
    const key = { companyId: api.companyId, keyId: partner.id, ref: '', kind: 'server' } as const;
    await addSale(ctx, key, event, { quantity: 2 });
    expect((await reread())?.limits).toEqual({ budget_remaining: 7, orders_remaining: 1 });
    await addSale(ctx, key, event);
    expect(await reread()).toBeUndefined();
  });

  test('of a share has no number of orders', async () => {
    const { ctx } = api;
    const event = await addTicketedEvent(ctx, { reward: { kind: 'percent', percent: 10 }, budgetMinor: 10_000 });
    await ctx.sql.begin((tx) => enqueue(tx, 'event.touched', [event.eventId], ctx.clock.now()));
    await projectChanges(ctx);
    const offers = await offersOf('offers?from=2026-12-01&to=2026-12-01&limit=100');
    const found = offers.find((offer) => offer.event_id === event.eventId);
    expect(found?.limits).toEqual({ budget_remaining: 100, orders_remaining: null });
    expect(found?.reward).toMatchObject({ kind: 'percent', percent: 10, currency: 'EUR' });
  });
});
