import { eventList } from '../../../src/core/wire/event.js';
import { bearer, WEBSITE } from '../../support/api.js';
import { addEvents, change } from '../../support/data/listings.js';
import { createReadingApi, type ReadingApi } from './tools.js';

let api: ReadingApi;

beforeAll(async () => {
  api = await createReadingApi();
});
afterAll(() => api.close());

const names = async (path: string) => (await api.get(path)).json().events.map((event: { name: string }) => event.name);

describe.each(['/v1/events', '/api/v1/events'])('GET %s', (path) => {
  describe('200', () => {
    it("lists the key's events, in the wire shape, with the headers of every keyed answer", async () => {
      const answer = await api.get(path);
      expect(answer.statusCode).toBe(200);
      expect(eventList.strict().parse(answer.json())).toMatchObject({ object: 'list', mode: 'live', next: null });
      expect(answer.json().events).toHaveLength(5);
      expect(answer.headers).toMatchObject({
        'content-type': 'application/json',
        etag: expect.stringMatching(/^"/),
        'service-request-id': expect.stringMatching(/^req_/),
        'ratelimit-limit': '600',
        'cache-control': expect.stringContaining('private'),
      });
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    });

    it('shows a test key the samples alone', async () => {
      const answer = (await api.get(`${path}?limit=100`, { key: api.keys.test })).json();
      expect(answer.mode).toBe('test');
      expect(answer.notices[0]).toMatch(/^sandbox: /);
      for (const event of answer.events) {
        expect(event.id).toMatch(/^evt_test_/);
        expect(event.name).toMatch(/^TEST EVENT — NO REAL MONEY/);
        expect(event.test).toBe(true);
      }
    });

    it('carries the code of the key in each buy link', async () => {
      const link = async (key: { key: string }) => {
        const { events } = (await api.get(`${path}?limit=1`, { key, headers: { origin: WEBSITE } })).json();
        return new URL(events[0].tickets.buy_url);
      };
      const server = await link(api.keys.server);
      const website = await link(api.keys.website);
      expect(server.origin).toBe(api.ctx.config.origin);
      expect(server.searchParams.get('ref')).toBeTruthy();
      expect(website.searchParams.get('ref')).not.toBe(server.searchParams.get('ref'));
    });

    it('answers HEAD with the headers alone', async () => {
      const answer = await api.app.inject({ method: 'HEAD', url: path, headers: bearer(api.keys.server) });
      expect(answer.statusCode).toBe(200);
      expect(answer.body).toBe('');
      expect(answer.headers.etag).toBe((await api.get(path)).headers.etag);
    });
  });

  it('304 when nothing changed, with the tag and the request id', async () => {
    const { etag } = (await api.get(path)).headers;
    const answer = await api.get(path, { headers: { 'if-none-match': String(etag) } });
    expect(answer.statusCode).toBe(304);
    expect(answer.body).toBe('');
    expect(answer.headers).toMatchObject({ etag, 'service-request-id': expect.stringMatching(/^req_/) });
  });

  it('400 names the parameter', async () => {
    const answer = await api.get(`${path}?limit=0`);
    expect(answer.statusCode).toBe(400);
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect(answer.json()).toMatchObject({ code: 'invalid_request', status: 400, errors: [{ field: 'limit' }] });
  });

  it('401 without a key', async () => {
    const answer = await api.get(path, { key: null });
    expect(answer.json()).toMatchObject({ status: 401, code: 'key_missing' });
  });

  it('403 for a website key elsewhere than on its domains', async () => {
    const answer = await api.get(path, { key: api.keys.website, headers: { origin: 'https://elsewhere.example' } });
    expect(answer.json()).toMatchObject({ status: 403, code: 'origin_not_allowed' });
  });

  it('429 with Retry-After beyond the limit of the key', async () => {
    const key = await api.newKey({ kind: 'server', rateLimit: 2 });
    await api.get(path, { key });
    await api.get(path, { key });
    const answer = await api.get(path, { key });
    expect(answer.json()).toMatchObject({ status: 429, code: 'rate_limited' });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('405 names the methods there are', async () => {
    const answer = await api.app.inject({ method: 'DELETE', url: path, headers: bearer(api.keys.server) });
    expect(answer.statusCode).toBe(405);
    expect(answer.json().allowed).toContain('GET');
  });
});

describe('filters', () => {
  it.each([
    ['city=helsinki', ['One', 'Two', 'Three']],
    ['city=UME%C3%85&country=se', ['Five']],
    ['country=fi&category=film', ['Three']],
    ['artist=bj%C3%B6', ['One']],
    ['q=BJO', ['One']],
    ['q=four%20tur&category=music', ['Four']],
    ['commissioned=true&city=Helsinki', ['One', 'Two']],
    ['minimum_earnings=2.01', []],
    ['near=Turku,FI', ['Four']],
    ['lat=60.3&lng=22.5', ['Four']],
    ['lat=60.3&lng=22.5&radius=200', ['One', 'Two', 'Three', 'Four']],
    ['to=2026-11-11', []],
    ['from=2026-11-12&to=2026-11-12&limit=100', ['One', 'Two', 'Three', 'Four', 'Five']],
    ['changed_since=2026-11-01T00:00:00%2B02:00&city=turku', ['Four']],
    ['changed_since=2026-11-01T00:00:00+02:00&city=turku', ['Four']],
    ['commissioned=false&unknown=1&city=turku', ['Four']],
  ])('%s', async (query, expected) => {
    expect((await names(`/v1/events?${query}`)).sort()).toEqual([...expected].sort());
  });

  it.each([
    ['sort=price&currency=EUR', 'sort', 'a `city` or a `country`'],
    ['sort=price&city=Helsinki', 'currency', 'prices of two currencies'],
    ['sort=price&currency=EUR&country=FI&q=one', 'sort', '`price` together with `q`'],
    ['sort=price&currency=EUR&country=FI&near=Turku,FI', 'sort', '`near`'],
    ['sort=-starts_at&q=one', 'sort', '`q`'],
    ['sort=starts_at&changed_since=2026-11-01T00:00:00Z', 'sort', '`changed_since`'],
    ['sort=updated_at', 'sort', 'only with `changed_since`'],
    ['currency=EUR', 'currency', '`sort=price`'],
    ['on_sale_from=2026-12-01', 'on_sale_to', 'together with `on_sale_from`'],
    ['on_sale_to=2026-12-01', 'on_sale_from', 'together with `on_sale_to`'],
    ['on_sale_from=2026-12-01&on_sale_to=2026-11-30', 'on_sale_to', 'before `on_sale_from`'],
    ['on_sale_from=2026-12-01&on_sale_to=2027-01-01', 'on_sale_to', 'at most 30 days'],
    [
      'on_sale_from=2026-12-01&on_sale_to=2026-12-31&changed_since=2026-11-01T00:00:00Z',
      'on_sale_from',
      '`changed_since`',
    ],
  ])('400 for %s', async (query, field, message) => {
    const { status, errors } = (await api.get(`/v1/events?${query}`)).json();
    expect([status, errors]).toEqual([400, [{ field, message: expect.stringContaining(message) }]]);
  });

  it('lists changes with `sort=updated_at` as without it', async () => {
    const changes = 'changed_since=1970-01-01T00:00:00Z';
    expect(await names(`/v1/events?${changes}&sort=updated_at`)).toEqual(await names(`/v1/events?${changes}`));
  });

  it('400 for a search among changes', async () => {
    const answer = await api.get('/v1/events?q=one&changed_since=2026-11-01T00:00:00Z');
    expect(answer.json()).toMatchObject({ status: 400, errors: [{ field: 'q' }] });
  });

  it('an unknown place is an empty list that says so', async () => {
    const answer = (await api.get('/v1/events?near=Nowhereville,FI')).json();
    expect(answer).toMatchObject({ events: [], next: null });
    expect(answer.notices).toEqual([expect.stringMatching(/^unknown_place: /)]);
  });
});

describe('ids', () => {
  const idOf = (name: string) => String(api.events.find((event) => event.name === name)?.id);

  it('returns each id in one of three lists, in the order given and once, as GET /events/{id} does', async () => {
    const [gone = '', past = ''] = (await addEvents(api.ctx, [{}, { status: 'completed' }])).map(({ id }) => id);
    await change(api.ctx, gone, { shared: false });
    const asked = [idOf('Five'), 'evt_unknown', past, gone, idOf('One'), idOf('Five'), 'evt_test_berlin_jazz_night'];
    const answer = await api.get(`/v1/events?ids=${asked.join(',')}&limit=1`);
    const list = eventList.strict().parse(answer.json());
    expect(list.events.map(({ id }) => id)).toEqual([idOf('Five'), past, idOf('One')]);
    expect(list.missing).toEqual(['evt_unknown', 'evt_test_berlin_jazz_night']);
    expect(list.withdrawn).toEqual([{ id: gone, withdrawn_at: expect.stringMatching(/Z$/) }]);
    expect(list.next).toBeNull();
    for (const event of list.events) expect(event).toEqual((await api.get(`/v1/events/${event.id}`)).json().event);
    for (const id of list.missing ?? []) expect((await api.get(`/v1/events/${id}`)).statusCode).toBe(404);
    expect((await api.get(`/v1/events/${gone}`)).statusCode).toBe(410);
    const again = await api.get(`/v1/events?ids=${gone}`, {
      headers: { 'if-none-match': String(answer.headers.etag) },
    });
    expect(again.json().withdrawn).toEqual(list.withdrawn);
    const unchanged = { 'if-none-match': String(again.headers.etag) };
    expect((await api.get(`/v1/events?ids=${gone}`, { headers: unchanged })).statusCode).toBe(304);
  });

  it.each(['city=Turku', 'changed_since=2026-11-01T00:00:00Z', 'cursor=abc'])('400 together with %s', async (other) => {
    const answer = await api.get(`/v1/events?ids=evt_1&${other}`);
    expect(answer.json()).toMatchObject({ code: 'invalid_request', errors: [{ field: 'ids' }] });
  });
});

describe('cursor', () => {
  it('goes on alone, or with its filters and another limit', async () => {
    const first = (await api.get('/v1/events?country=FI&limit=1')).json();
    const alone = (await api.get(`/v1/events?cursor=${first.next}`)).json();
    const again = (await api.get(`/v1/events?country=fi&limit=2&cursor=${first.next}`)).json();
    expect(alone.events).toHaveLength(3);
    expect(again.events).toEqual(alone.events.slice(0, 2));
    expect(alone.events.map((event: { id: string }) => event.id)).not.toContain(first.events[0].id);
  });

  it('400 invalid_cursor with another filter, for another key’s company or mode, on another list, or tampered with', async () => {
    const { next } = (await api.get('/v1/events?country=FI&limit=1')).json();
    const sample = (await api.get('/v1/events?limit=1', { key: api.keys.test })).json().next;
    const paths = [
      `/v1/events?country=SE&cursor=${next}`,
      `/v1/events?country=FI&category=film&cursor=${next}`,
      `/v1/events?cursor=${next}x`,
      `/v1/events?cursor=${sample}`,
      `/v1/demo/events?cursor=${sample}`,
    ];
    for (const path of paths) {
      expect((await api.get(path)).json()).toMatchObject({ status: 400, code: 'invalid_cursor' });
    }
  });
});

describe('changed_since', () => {
  it('brings ended and cancelled events too, and lists those to take down without a reason', async () => {
    const [one, two, three] = api.events;
    const since = new Date(api.ctx.clock.now().getTime() + 60_000);
    api.ctx.clock.set(new Date(since.getTime() + 60_000));
    await change(api.ctx, one?.id ?? '', { status: 'cancelled' });
    await change(api.ctx, two?.id ?? '', { status: 'completed' });
    await change(api.ctx, three?.id ?? '', { shared: false });
    const answer = (await api.get(`/v1/events?changed_since=${since.toISOString()}`)).json();
    expect(answer.events.map((event: { status: string }) => event.status)).toEqual(['cancelled', 'completed']);
    expect(answer.withdrawn).toEqual([{ id: three?.id, withdrawn_at: expect.stringMatching(/\.\d{6}Z$/) }]);
    expect(eventList.strict().parse(answer)).toBeTruthy();
    expect(await names('/v1/events?city=helsinki')).toEqual([]);
  });
});
