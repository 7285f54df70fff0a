import { WITHDRAWN_SAMPLE } from '../../../src/catalogue/samples/sample-events.js';
import { DAY } from '../../../src/core/time.js';
import { type Event, eventList, singleEvent } from '../../../src/core/wire/event.js';
import { createReadingApi, type ReadingApi } from '../events/tools.js';

let api: ReadingApi;
const SAMPLE = 'evt_test_berlin_jazz_night';
let calls = 0;
/** Each call comes from another address: one alone may call sixty times a minute. */
const get = (path: string) =>
  api.get(path, { key: null, headers: { origin: 'https://any.example' }, from: `10.1.${calls++ >> 5}.1` });

beforeAll(async () => {
  api = await createReadingApi();
});
afterAll(() => api.close());

/** An answer without what differs between a test key and none: the code in the links, and its cursor. */
function common(answer: { next?: unknown }): string {
  return JSON.stringify({ ...answer, next: null }).replace(/\?ref=\w+/g, '');
}

describe.each(['/events', `/events/${SAMPLE}`, '/categories', '/locations'])('GET /demo%s', (path) => {
  it('200 equals the answer for a test key, and any website may read it', async () => {
    const answer = await get(`/v1/demo${path}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    const keyed = await api.get(`/v1${path}`, { key: api.keys.test });
    expect(common(answer.json())).toBe(common(keyed.json()));
  });

  it('400 for a bad value', async () => {
    const query = path.startsWith('/events') ? 'simulate=nothing' : 'country=1';
    expect((await get(`/v1/demo${path}?${query}`)).json()).toMatchObject({ status: 400, code: 'invalid_request' });
  });
});

describe.each(['/v1/demo/events', `/v1/demo/events/${SAMPLE}`])('GET %s', (path) => {
  it('401 as a wrong key would get', async () => {
    const answer = await get(`${path}?simulate=invalid_key`);
    expect(answer.json()).toMatchObject({ status: 401, code: 'key_invalid' });
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer/);
  });

  it('429 with Retry-After', async () => {
    const answer = await get(`${path}?simulate=rate_limited`);
    expect(answer.json()).toMatchObject({ status: 429, code: 'rate_limited' });
    expect(answer.headers['retry-after']).toBe('30');
  });
});

describe('simulate', () => {
  it.each([
    ['sold_out', 'sold_out'],
    ['cancelled', 'not_on_sale'],
    ['postponed', 'not_on_sale'],
    ['rescheduled', null],
  ])('%s is laid over every sample', async (status, availability) => {
    const plain = (await get('/v1/demo/events?limit=100')).json();
    const answer = (await get(`/v1/demo/events?limit=100&simulate=${status}`)).json();
    expect(eventList.strict().parse(answer).events).toHaveLength(plain.events.length);
    for (const [i, event] of answer.events.entries()) {
      const { availability: before } = plain.events[i].tickets;
      expect(event.id).toBe(plain.events[i].id);
      expect(event.status).toBe(status);
      expect(event.tickets.availability).toBe(availability ?? before);
    }
    const one = (await get(`/v1/demo/events/${SAMPLE}?simulate=${status}`)).json();
    expect(singleEvent.strict().parse(one).event.status).toBe(status);
  });
});

it('the demo list takes `sort` and the start of sales, as a test key does', async () => {
  const list = (path: string) => get(`/v1/demo/events?limit=100${path}`);
  const [{ tickets }] = (await list('')).json().events.filter((event: Event) => event.tickets.sales_from !== undefined);
  const day = (days: number) => new Date(Date.parse(tickets.sales_from) + days * DAY).toISOString().slice(0, 10);
  const queries = [
    '&sort=-starts_at',
    '&sort=price&currency=EUR&country=DE',
    `&on_sale_from=${day(-1)}&on_sale_to=${day(1)}`,
  ];
  const usual = common((await list('')).json());
  for (const query of queries) {
    const answer = (await list(query)).json();
    expect(answer.events.length).toBeGreaterThan(0);
    expect(common(answer)).not.toBe(usual);
    const keyed = await api.get(`/v1/events?limit=100${query}`, { key: api.keys.test });
    expect(common(answer)).toBe(common(keyed.json()));
  }
  expect((await list('&sort=updated_at')).json()).toMatchObject({
    code: 'invalid_request',
    errors: [{ field: 'sort' }],
  });
});

it('a cursor repeats the simulation; other parameters win over it', async () => {
  const page = async (query: string) => {
    const { events, next } = (await get(`/v1/demo/events?limit=2&${query}`)).json();
    return { next, statuses: [...new Set(events.map((event: { status: string }) => event.status))] };
  };
  const first = await page('simulate=cancelled');
  const second = await page(`cursor=${first.next}`);
  expect(second.statuses).toEqual(['cancelled']);
  expect((await page(`cursor=${second.next}`)).statuses).toEqual(['cancelled']);
  const other = await page(`cursor=${first.next}&simulate=postponed`);
  expect(other.statuses).toEqual(['postponed']);
  expect((await page(`cursor=${other.next}`)).statuses).toEqual(['postponed']);
});

describe('GET /demo/events/{id}', () => {
  it.each(['evt_test_nothing', WITHDRAWN_SAMPLE])('404 event_not_found for %s', async (id) => {
    expect((await get(`/v1/demo/events/${id}`)).json()).toMatchObject({ status: 404, code: 'event_not_found' });
  });

  it('404 for a real event', async () => {
    expect((await get(`/v1/demo/events/${api.events[0]?.id}`)).statusCode).toBe(404);
  });
});

it('the demo list has no `withdrawn`, ignores unknown parameters, and pages', async () => {
  const first = (await get('/v1/demo/events?limit=2&changed_since=2020-01-01T00:00:00Z')).json();
  expect(first).not.toHaveProperty('withdrawn');
  const next = (await get(`/v1/demo/events?limit=2&cursor=${first.next}`)).json();
  expect(next.events).toHaveLength(2);
  expect(next.events[0].id).not.toBe(first.events[0].id);
});
