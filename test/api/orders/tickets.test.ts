import type { CreatedKey } from '../../../src/access/create-key.js';
import { eventTicketsList, ticketTypeList } from '../../../src/orders/wire.js';
import { bearer } from '../../support/api.js';
import { addEvent, addTicketType } from '../../support/data/build.js';
import { createOrdersApi, madeOrder, type OrdersApi, type TicketList } from './tools.js';

let api: OrdersApi;

beforeAll(async () => {
  api = await createOrdersApi({ capacity: 10 });
});
afterAll(() => api.close());

const list = (eventId: string, key: CreatedKey = api.seller) =>
  api.app.inject({ url: `/v1/events/${eventId}/tickets`, headers: bearer(key) });
const listed = async (eventId: string) => (await list(eventId)).json<TicketList>().ticket_types;

describe('200', () => {
  it('lists the paid ticket types with the price to show', async () => {
    const answer = await list(api.sampleId, api.keys.test);
    expect(answer.statusCode).toBe(200);
    expect(ticketTypeList.strict().parse(answer.json())).toEqual({
      object: 'list',
      mode: 'test',
      event_id: api.sampleId,
      ticket_types: [
        {
          id: api.sampleTicketTypeId,
          name: 'Standing',
          price: 10,
          total_per_ticket: 12.5,
          currency: 'EUR',
          max_per_order: 8,
          available: true,
          sales: 'open',
        },
      ],
    });
  });

  it('shows open, future, ended and sold out ticket types; free tickets are left out', async () => {
    const eventId = await addEvent(api.ctx, {});
    const add = (fields: Parameters<typeof addTicketType>[2]) => addTicketType(api.ctx, eventId, fields);
    const expected = [
      [await add({ currency: 'JPY', price_minor: 1000, total_minor: 1100 }), 'open', true, 1100],
      [await add({ capacity: 0 }), 'open', false, 12.5],
      [await add({ sales_from: new Date('2026-12-01T00:00:00Z') }), 'not_yet', false, 12.5],
      [await add({ sales_until: new Date('2026-11-01T00:00:00Z') }), 'ended', false, 12.5],
    ];
    await add({ price_minor: 0, total_minor: 0 });
    const types = await listed(eventId);
    expect(types.map((type) => [type.id, type.sales, type.available, type.total_per_ticket]).sort()).toEqual(
      expected.sort(),
    );
  });

  it.each([
    ['cancelled', 'ended'],
    ['completed', 'ended'],
    ['postponed', 'not_yet'],
  ])('sells nothing for an event that is %s', async (status, sales) => {
    const eventId = await addEvent(api.ctx, { status });
    await addTicketType(api.ctx, eventId, {});
    expect(await listed(eventId)).toMatchObject([{ available: false, sales }]);
  });

  it('counts held tickets as gone', async () => {
    for (let order = 0; order < 5; order++) await madeOrder(api);
    expect(await listed(api.eventId)).toMatchObject([{ available: false, sales: 'open' }]);
  });
});

describe('403', () => {
  it('for a website key, and for a server key without the capability', async () => {
    expect((await list(api.eventId, api.keys.website)).statusCode).toBe(403);
    expect((await list(api.eventId, api.keys.server)).json()).toMatchObject({ code: 'capability_required' });
  });
});

describe('404', () => {
  it('for an event that the key cannot show', async () => {
    const hidden = await addEvent(api.ctx, { shared: false });
    for (const [id, key] of [
      ['evt_nobody', api.seller],
      [hidden, api.seller],
      [api.sampleId, api.seller],
      [api.eventId, api.keys.test],
    ] as const) {
      const answer = await list(id, key);
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ code: 'event_not_found' });
    }
  });
});

describe('503', () => {
  it('for a live key while no card processor is configured', async () => {
    const closed = await createOrdersApi({ env: { PAYMENTS: 'none' } });
    try {
      const headers = bearer(closed.seller);
      const answer = await closed.app.inject({ url: `/v1/events/${closed.eventId}/tickets`, headers });
      expect(answer.json()).toMatchObject({ status: 503, code: 'payments_unavailable' });
    } finally {
      await closed.close();
    }
  });
});

describe('GET /tickets', () => {
  const ask = (ids: readonly string[], key: CreatedKey = api.seller, site = api) =>
    site.app.inject({ url: `/v1/tickets?event_ids=${ids.join(',')}`, headers: bearer(key) });

  it('lists the ticket types of each event once, in the given order; other ids are missing', async () => {
    const other = await addEvent(api.ctx, {});
    await addTicketType(api.ctx, other, { price_minor: 500, total_minor: 700 });
    const empty = await addEvent(api.ctx, {});
    const answer = await ask([other, 'evt_nobody', api.eventId, empty, other]);
    const { events, missing, unavailable } = eventTicketsList.strict().parse(answer.json());
    expect(events.map(({ event_id }) => event_id)).toEqual([other, api.eventId, empty]);
    for (const { event_id, ticket_types } of events) expect(ticket_types).toEqual(await listed(event_id));
    expect(missing).toEqual(['evt_nobody']);
    expect(unavailable).toEqual([]);
  });

  it('400 for none, for more than 20 and for a malformed id', async () => {
    for (const ids of [[], ['a b'], Array.from({ length: 21 }, (_, n) => `evt_${n}`)]) {
      expect((await ask(ids)).json()).toMatchObject({ status: 400, errors: [{ field: 'event_ids' }] });
    }
  });
});
