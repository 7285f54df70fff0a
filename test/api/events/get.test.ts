import { WITHDRAWN_SAMPLE } from '../../../src/catalogue/samples/sample-events.js';
import { singleEvent } from '../../../src/core/wire/event.js';
import { change } from '../../support/data/listings.js';
import { createReadingApi, type ReadingApi } from './tools.js';

let api: ReadingApi;
let id: string;

beforeAll(async () => {
  api = await createReadingApi();
  id = api.events[0]?.id ?? '';
});
afterAll(() => api.close());

describe('GET /events/{id}', () => {
  it('200 is the event in its envelope, as the list shows it', async () => {
    const answer = await api.get(`/v1/events/${id}`);
    expect(answer.statusCode).toBe(200);
    expect(singleEvent.strict().parse(answer.json())).toMatchObject({ object: 'event', mode: 'live', event: { id } });
    const { events } = (await api.get('/v1/events?limit=100')).json();
    expect(events).toContainEqual(answer.json().event);
    expect(answer.headers).toMatchObject({ etag: expect.any(String), 'ratelimit-remaining': expect.any(String) });
  });

  it('200 also after it was cancelled', async () => {
    const cancelled = api.events[1]?.id ?? '';
    await change(api.ctx, cancelled, { status: 'cancelled' });
    expect((await api.get(`/v1/events/${cancelled}`)).json()).toMatchObject({
      event: { status: 'cancelled', tickets: { availability: 'not_on_sale' } },
    });
  });

  it('304 when nothing changed', async () => {
    const { etag } = (await api.get(`/v1/events/${id}`)).headers;
    const answer = await api.get(`/v1/events/${id}`, { headers: { 'if-none-match': `"other", W/${etag}` } });
    expect(answer.statusCode).toBe(304);
  });

  it.each([
    ['an id there is not', 'evt_nothing'],
    ['a sample, for a live key', 'evt_test_berlin_jazz_night'],
    ['an id that is none', '%27%20OR%201=1'],
    ['an id longer than any', 'e'.repeat(2000)],
  ])('404 event_not_found for %s', async (_name, unknown) => {
    expect((await api.get(`/v1/events/${unknown}`)).json()).toMatchObject({ status: 404, code: 'event_not_found' });
  });

  it('400 for an id that no database can hold', async () => {
    expect((await api.get('/v1/events/evt_%00')).json()).toMatchObject({ status: 400, errors: [{ field: 'id' }] });
  });

  it('410 event_withdrawn once it is no longer shared', async () => {
    const gone = api.events[2]?.id ?? '';
    await change(api.ctx, gone, { shared: false });
    expect((await api.get(`/v1/events/${gone}`)).json()).toMatchObject({ status: 410, code: 'event_withdrawn' });
    const answer = await api.get(`/v1/events/${WITHDRAWN_SAMPLE}`, { key: api.keys.test });
    expect(answer.json()).toMatchObject({ status: 410, code: 'event_withdrawn' });
  });

  it('401 without a key, 429 beyond its limit', async () => {
    expect((await api.get(`/v1/events/${id}`, { key: null })).statusCode).toBe(401);
    const key = await api.newKey({ kind: 'server', rateLimit: 1 });
    await api.get(`/v1/events/${id}`, { key });
    expect((await api.get(`/v1/events/${id}`, { key })).statusCode).toBe(429);
  });
});
