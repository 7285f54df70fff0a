import { categoryList, locationList } from '../../../src/core/wire/event.js';
import { createReadingApi, type ReadingApi } from './tools.js';

let api: ReadingApi;

beforeAll(async () => {
  api = await createReadingApi();
});
afterAll(() => api.close());

describe('GET /categories', () => {
  it('200 counts upcoming events, most first', async () => {
    const answer = (await api.get('/v1/categories')).json();
    expect(categoryList.strict().parse(answer)).toEqual({
      object: 'list',
      mode: 'live',
      categories: [
        { id: 'music', name: 'Music', events: 4 },
        { id: 'film', name: 'Film', events: 1 },
      ],
    });
    expect((await api.get('/v1/categories?country=se')).json().categories).toEqual([
      { id: 'music', name: 'Music', events: 1 },
    ]);
  });
});

describe('GET /locations', () => {
  it('200 counts upcoming events, most first, as many as asked for', async () => {
    const answer = (await api.get('/v1/locations')).json();
    expect(locationList.strict().parse(answer).locations).toEqual([
      { city: 'Helsinki', country: 'FI', events: 3 },
      { city: 'Turku', country: 'FI', events: 1 },
      { city: 'Umeå', country: 'SE', events: 1 },
    ]);
    expect((await api.get('/v1/locations?limit=1&country=FI')).json().locations).toHaveLength(1);
  });
});

describe.each(['/v1/categories', '/v1/locations'])('GET %s', (path) => {
  it('304 when nothing changed', async () => {
    const { etag } = (await api.get(path)).headers;
    expect((await api.get(path, { headers: { 'if-none-match': String(etag) } })).statusCode).toBe(304);
  });

  it('400 names the parameter', async () => {
    expect((await api.get(`${path}?country=FIN`)).json()).toMatchObject({
      status: 400,
      errors: [{ field: 'country' }],
    });
  });

  it('401 without a key', async () => {
    expect((await api.get(path, { key: null })).statusCode).toBe(401);
  });

  it('429 beyond the limit of the key', async () => {
    const key = await api.newKey({ kind: 'server', rateLimit: 1 });
    await api.get(path, { key });
    expect((await api.get(path, { key })).statusCode).toBe(429);
  });
});
