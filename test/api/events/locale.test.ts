import { event } from '../../../src/core/wire/event.js';
import { createReadingApi, type ReadingApi } from './tools.js';

let api: ReadingApi;
let id: string;

beforeAll(async () => {
  api = await createReadingApi();
  id = api.events[0]?.id ?? '';
});
afterAll(() => api.close());

/** The same answer with its German labels taken back: every other byte must be the English answer's. */
function withLabelsOf(english: string, german: string): string {
  const labels = (text: string) => text.match(/"date_label":"[^"]*","price_label":"[^"]*"/g) ?? [];
  const [first, second] = [labels(english), labels(german)];
  expect(second).not.toEqual(first);
  let at = 0;
  return german.replaceAll(/"date_label":"[^"]*","price_label":"[^"]*"/g, () => first[at++] ?? '');
}

describe.each([
  ['/v1/events?limit=3', 'server'],
  ['/v1/events?changed_since=2026-01-01T00:00:00Z', 'server'],
  ['/v1/events?limit=100', 'test'],
  ['/v1/demo/events?simulate=sold_out', 'demo'],
  ['/v1/demo/events/evt_test_berlin_jazz_night?simulate=postponed', 'demo'],
] as const)('GET %s with a %s key', (path, kind) => {
  const get = (query: string) =>
    api.get(path + query, { key: kind === 'demo' ? null : kind === 'test' ? api.keys.test : api.keys.server });
  const more = path.includes('?') ? '&' : '?';

  it('writes the labels in German and nothing else, and is English byte for byte without `locale`', async () => {
    const [plain, english, german] = [await get(''), await get(`${more}locale=en`), await get(`${more}locale=de`)];
    // A cursor remembers that a language was given.
    const rest = (text: string) => text.replace(/(?<="next":")[^"]+/, '');
    expect(rest(english.body)).toBe(rest(plain.body));
    expect(rest(withLabelsOf(plain.body, german.body))).toBe(rest(plain.body));
    expect(german.headers.etag).not.toBe(plain.headers.etag);
    const [shown] = german.json().events ?? [german.json().event];
    expect(event.strict().parse(shown).display.date_label).toMatch(
      /^(Mo|Di|Mi|Do|Fr|Sa|So)\., \d+\. \S+ \d{4}(, \d\d:\d\d\u00a0Uhr)?/,
    );
  });
});

it('GET /events/{id} and `ids` have the texts of the list', async () => {
  const { events } = (await api.get('/v1/events?locale=de')).json();
  const listed = events.find((shown: { id: string }) => shown.id === id);
  expect(listed.display.date_label).toContain('Uhr');
  expect((await api.get(`/v1/events/${id}?locale=de`)).json().event).toEqual(listed);
  expect((await api.get(`/v1/events?ids=${id}&locale=de`)).json().events).toEqual([listed]);
});

it('a cursor remembers the language, unless another is given', async () => {
  const { next } = (await api.get('/v1/events?limit=1&locale=de')).json();
  const label = async (query: string) =>
    (await api.get(`/v1/events?limit=1&cursor=${next}${query}`)).json().events[0].display.date_label;
  expect(await label('')).toContain('Uhr');
  expect(await label('&locale=en')).not.toContain('Uhr');
});

it('304 only for the language that the tag is of', async () => {
  const tag = String((await api.get('/v1/events?locale=de')).headers.etag);
  const status = async (path: string) => (await api.get(path, { headers: { 'if-none-match': tag } })).statusCode;
  expect([await status('/v1/events?locale=de'), await status('/v1/events')]).toEqual([304, 200]);
});

it('`Accept-Language` has no effect on the API', async () => {
  const plain = await api.get('/v1/events');
  expect((await api.get('/v1/events', { headers: { 'accept-language': 'de' } })).body).toBe(plain.body);
});

it('names categories, known ones in the language, others by their id', async () => {
  await api.ctx.sql`UPDATE listing_category_counts SET category = 'open-air' WHERE category = 'film'`;
  const names = async (query: string) =>
    (await api.get(`/v1/categories${query}`)).json().categories.map(({ name }: { name: string }) => name);
  expect(await names('')).toEqual(['Music', 'Open air']);
  expect(await names('?locale=de')).toEqual(['Musik', 'Open air']);
});

it.each(['/events', '/events/evt_1', '/categories', '/demo/events', '/demo/events/evt_test_1', '/feeds/events.rss'])(
  'GET %s: an unknown language is a 400 that names the languages',
  async (path) => {
    expect((await api.get(`/v1${path}?locale=fr`)).json()).toMatchObject({
      ...{ status: 400, code: 'invalid_request', title: 'Invalid request' },
      errors: [{ field: 'locale', message: 'must be one of `de`, `en`' }],
    });
  },
);

it('problems have their title and fixed detail in the language, before and after the key is read', async () => {
  expect((await api.get('/v1/events/evt_none?locale=de')).json()).toMatchObject({
    code: 'event_not_found',
    title: 'Veranstaltung nicht gefunden',
    detail: 'Für diesen Schlüssel gibt es keine solche Veranstaltung.',
  });
  expect((await api.get('/v1/events?locale=de', { key: null })).json().title).toBe('Schlüssel fehlt');
  expect((await api.get('/v1/events?locale=de&limit=0')).json()).toMatchObject({
    title: 'Ungültige Anfrage',
    detail: 'limit: must be a whole number from 1 to 100',
  });
});

it('feeds have their titles and descriptions in the language and name it', async () => {
  const feed = async (file: string) => (await api.get(`/v1/feeds/${file}?locale=de`, { key: api.keys.test })).body;
  const [rss, json] = [await feed('events.rss'), JSON.parse(await feed('events.json'))];
  expect(rss).toContain('<title>Partner Events: Beispiele, es fließt kein Geld</title>');
  expect(rss).toContain('<description>Veranstaltungen mit Tickets im Verkauf</description><language>de</language>');
  expect(rss).toMatch(/locale=de&amp;limit=20/);
  expect(json).toMatchObject({ language: 'de', feed_url: expect.stringContaining('locale=de') });
  expect(json.items[0].content_text).toMatch(/Uhr · /);
  expect(await feed('events.ics')).toMatch(/\/\/DE\r\n[\s\S]*Uhr/);
  expect(await feed('events.csv')).toContain('Uhr');
});

it('assistants ask for a language as REST does', async () => {
  const params = { name: 'find_events', arguments: { limit: 3, locale: 'de' } };
  const answer = await api.app.inject({
    ...{ method: 'POST', url: '/v1/mcp' },
    headers: {
      authorization: `Bearer ${api.keys.server.key}`,
      accept: 'application/json, text/event-stream',
    },
    payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
  });
  const rest = await api.get('/v1/events?limit=3&locale=de');
  expect(answer.json().result.content[0].text).toBe(rest.body);
});
