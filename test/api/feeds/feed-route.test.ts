import { FEED_FILES } from '../../../api/routes/feeds.js';
import { seedDemo } from '../../../src/cli/demo/seed-demo.js';
import type { Event } from '../../../src/core/wire/event.js';
import { bearer, createTestApi, type TestApi, WEBSITE } from '../../support/api.js';

let api: TestApi;

beforeAll(async () => {
  api = await createTestApi();
  await seedDemo(api.ctx);
});
afterAll(() => api.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  api.app.inject({ method: 'GET', url: `/v1/feeds/${path}`, headers });

const TYPES: Record<string, string> = {
  'events.json': 'application/feed+json',
  'events.rss': 'application/rss+xml',
  'events.xml': 'application/xml',
  'events.csv': 'text/csv; charset=utf-8',
  'events.ics': 'text/calendar; charset=utf-8',
};

describe.each(FEED_FILES)('%s', (file) => {
  test('200 with its media type, with any key in the header and a website or test key in the address', async () => {
    const { test: testKey, website, server } = api.keys;
    const answers = [
      await get(file, bearer(testKey)),
      await get(file, bearer(server)),
      await get(file, bearer(website, { origin: WEBSITE })),
      await get(`${file}?key=${website.key}`),
      await get(`${file}?key=${testKey.key}&limit=3`),
    ];
    for (const answer of answers) {
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, TYPES[file]]);
      expect(answer.headers['ratelimit-limit']).toBeDefined();
      expect(answer.body).not.toMatch(/tt_(test|pk|sk)_/);
    }
    expect(answers[0]?.body).toContain('evt_test_');
    expect(answers[1]?.body).not.toContain('evt_test_');
  });

  test('304 to the tag of the last answer', async () => {
    const first = await get(`${file}?key=${api.keys.website.key}&limit=2`);
    const again = await get(`${file}?key=${api.keys.website.key}&limit=2`, {
      'if-none-match': String(first.headers.etag),
    });
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', first.headers.etag]);
  });

  test('400 key_in_url for a server key or an access token in the address, whatever the header says', async () => {
    for (const key of [api.keys.server.key, `tt_sk_live_${'x'.repeat(40)}`, `tt_at_${'x'.repeat(40)}`]) {
      for (const headers of [{}, bearer(api.keys.test)]) {
        const answer = await get(`${file}?key=${key}`, headers);
        expect([answer.statusCode, answer.json().code]).toEqual([400, 'key_in_url']);
        expect(answer.body).not.toContain(key);
      }
    }
  });
});

test('401 without a key, with an unknown one and with a revoked one', async () => {
  const revoked = await api.newKey({ kind: 'test' });
  await api.ctx.sql`UPDATE api_keys SET revoked_at = ${api.ctx.clock.now()} WHERE id = ${revoked.id}`;
  const answers = [
    await get('events.json'),
    await get(`events.json?key=tt_pk_live_${'x'.repeat(40)}`),
    await get('events.json?key=hello'),
    await get(`events.json?key=${revoked.key}`),
    await get('nothing.json'),
  ];
  const codes = ['key_missing', 'key_invalid', 'key_invalid', 'key_revoked', 'key_missing'];
  expect(answers.map((answer) => [answer.statusCode, answer.json().code])).toEqual(codes.map((code) => [401, code]));
  for (const answer of answers) expect(answer.headers['www-authenticate']).toMatch(/^Bearer/);
});

test('403 for a website key on a foreign page, in the header or in the address', async () => {
  const foreign = { origin: 'https://evil.example' };
  for (const answer of [
    await get('events.rss', bearer(api.keys.website, foreign)),
    await get(`events.rss?key=${api.keys.website.key}`, foreign),
    await get('events.rss', bearer(api.keys.website)),
  ]) {
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'origin_not_allowed']);
  }
  const listed = await get(`events.rss?key=${api.keys.website.key}`, { origin: WEBSITE });
  expect([listed.statusCode, listed.headers['access-control-allow-origin']]).toEqual([200, WEBSITE]);
});

test('200 for a link with the key in it, from any page', async () => {
  const mail = { referer: 'https://mail.example/' };
  const followed = await get(`events.ics?key=${api.keys.website.key}`, mail);
  expect([followed.statusCode, followed.headers['access-control-allow-origin']]).toEqual([200, undefined]);
  expect((await get('events.ics', bearer(api.keys.website, mail))).statusCode).toBe(403);
});

test('404 for another file, 405 for another method', async () => {
  for (const file of ['events.atom', 'events.JSON', 'events', 'events.csv.gz']) {
    const answer = await get(file, bearer(api.keys.test));
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'file_not_found']);
  }
  const posted = await api.app.inject({ method: 'POST', url: '/v1/feeds/events.json', headers: bearer(api.keys.test) });
  expect([posted.statusCode, posted.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
});

test.each([
  ['limit=0', 'limit'],
  ['limit=101', 'limit'],
  ['limit=ten', 'limit'],
  ['limit=5&limit=5', 'limit'],
  ['country=GER', 'country'],
  ['city=', 'city'],
  ['city=%00', 'city'],
  ['category=a&category=b', 'category'],
])('400 for ?%s', async (query, field) => {
  const answer = await get(`events.csv?${query}`, bearer(api.keys.server));
  expect([answer.statusCode, answer.json().code, answer.json().errors[0].field]).toEqual([
    400,
    'invalid_request',
    field,
  ]);
});

test('the self link repeats the filters, never the key, and unknown parameters are ignored', async () => {
  const answer = await get(
    `events.json?key=${api.keys.website.key}&country=de&city=K%C3%B6ln&limit=5&cursor=x&artist=y`,
  );
  const feed = answer.json();
  expect(feed.feed_url).toBe(`${api.ctx.config.baseUrl}/feeds/events.json?city=K%C3%B6ln&country=DE&limit=5`);
});

test.each(['venue_id', 'performer_id'])('filters by %s', async (filter) => {
  const [event] = (await get('events.json?limit=100', bearer(api.keys.server)))
    .json()
    .items.map(({ _event }: { _event: Event }) => _event)
    .filter(({ location, performers }: Event) => location.venue_id && performers.length > 0);
  const idOf = ({ location, performers }: Event) =>
    filter === 'venue_id' ? [location.venue_id] : performers.map(({ id }) => id);
  const [id] = idOf(event);
  const { items } = (await get(`events.json?limit=100&${filter}=${id}`, bearer(api.keys.server))).json();
  expect(items.length).toBeGreaterThan(0);
  for (const { _event } of items) expect(idOf(_event)).toContain(id);
});

test('HEAD answers the same headers without a body', async () => {
  const headers = bearer(api.keys.server);
  const [get_, head] = [
    await get('events.ics', headers),
    await api.app.inject({ method: 'HEAD', url: '/api/v1/feeds/events.ics', headers }),
  ];
  expect([head.statusCode, head.body, head.headers.etag, head.headers['content-type']]).toEqual([
    200,
    '',
    get_.headers.etag,
    get_.headers['content-type'],
  ]);
});
