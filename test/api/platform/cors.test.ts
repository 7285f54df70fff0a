import { bearer, createTestApi, probeRoutes, type TestApi, WEBSITE } from '../../support/api.js';
import { revokeKey } from '../../support/dashboard/as-operator.js';

const EXPOSED = [
  'Service-Request-Id',
  'ETag',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
];

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ build: { extraRoutes: probeRoutes } });
});
afterAll(() => api.close());

const get = (url: string, headers: Record<string, string> = {}) => api.app.inject({ url, headers });
const ANYWHERE = { origin: 'https://anywhere.example' };

describe('who may read an answer', () => {
  test('website key: its own origin, and caches know', async () => {
    for (const url of ['/v1/probe', '/v1/probe?city=', '/v1/probe/%00', '/v1/probe-failure']) {
      const { headers } = await get(url, bearer(api.keys.website, { origin: WEBSITE }));
      expect(headers['access-control-allow-origin']).toBe(WEBSITE);
      expect(String(headers['access-control-expose-headers']).split(', ')).toEqual(EXPOSED);
      expect(headers.vary).toBe('Authorization, Origin');
    }
  });

  test('a website key opens data to no page for a caller without a page', async () => {
    const byReferer = await get('/v1/probe', bearer(api.keys.website, { referer: `${WEBSITE}/` }));
    expect(byReferer.statusCode).toBe(200);
    expect(byReferer.headers).not.toHaveProperty('access-control-allow-origin');
  });

  test('test key: every page, errors too', async () => {
    for (const url of ['/v1/probe', '/v1/probe?city=']) {
      expect((await get(url, bearer(api.keys.test, ANYWHERE))).headers['access-control-allow-origin']).toBe('*');
    }
  });

  test('server key: never, whatever the answer', async () => {
    for (const url of ['/v1/probe', '/v1/probe?city=', '/v1/probe-failure', `/v1/probe?key=${api.keys.server.key}`]) {
      for (const origin of [WEBSITE, 'https://anywhere.example']) {
        const { headers } = await get(url, bearer(api.keys.server, { origin }));
        expect(headers).not.toHaveProperty('access-control-allow-origin');
      }
    }
  });

  test('the sandbox: every page', async () => {
    expect((await get('/v1/probe-demo', ANYWHERE)).headers['access-control-allow-origin']).toBe('*');
    expect((await get('/v1/probe-demo?key=x', ANYWHERE)).headers['access-control-allow-origin']).toBe('*');
  });

  test('pages of the service itself: none but their own', async () => {
    expect((await get('/', ANYWHERE)).headers).not.toHaveProperty('access-control-allow-origin');
    expect((await get('/v1/probe-open', ANYWHERE)).headers).not.toHaveProperty('access-control-allow-origin');
  });
});

describe('every page may read why a call without data was refused', () => {
  const unknown = (prefix: string) => prefix + 'x'.repeat(40);
  const refusals: [string, string, string, (keys: TestApi['keys']) => Record<string, string>][] = [
    ['an unlisted domain', '/v1/probe', 'origin_not_allowed', ({ website }) => bearer(website)],
    ['an unlisted domain and a feed', '/v1/feeds/events.json', 'origin_not_allowed', ({ website }) => bearer(website)],
    ['an unlisted domain and a wrong field', '/v1/probe?city=', 'origin_not_allowed', ({ website }) => bearer(website)],
    ['an unlisted domain and MCP', '/v1/mcp', 'origin_not_allowed', ({ website }) => bearer(website)],
    ['an unknown website key', '/v1/probe', 'key_invalid', () => bearer({ key: unknown('tt_pk_live_') })],
    ['an unknown test key', '/v1/probe', 'key_invalid', () => bearer({ key: unknown('tt_test_') })],
    ['a key that was cut short', '/v1/events', 'key_invalid', () => bearer({ key: 'tt_pk_live_abc' })],
    ['a placeholder', '/v1/events', 'key_invalid', () => bearer({ key: 'YOUR_WEBSITE_KEY' })],
    ['no key', '/v1/probe', 'key_missing', () => ({})],
    ['no Bearer', '/v1/probe', 'key_missing', ({ website }) => ({ authorization: website.key })],
    ['the word undefined', '/v1/probe', 'key_invalid', () => ({ authorization: 'Bearer undefined' })],
    ['another scheme', '/v1/probe', 'key_missing', () => ({ authorization: 'Token abc' })],
    [
      'an unknown key in a feed address',
      `/v1/feeds/events.rss?key=${unknown('tt_pk_live_')}`,
      'key_invalid',
      () => ({}),
    ],
    ['a key in the address', `/v1/probe?key=${unknown('tt_pk_live_')}`, 'key_in_url', () => ({})],
  ];

  test.each(refusals)('%s', async (_what, url, code, headers) => {
    const answer = await get(url, { ...headers(api.keys), ...ANYWHERE });
    expect(answer.json().code).toBe(code);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('a revoked website key', async () => {
    const key = await api.newKey({ kind: 'website', domains: ['shop.example'] });
    await revokeKey(api.ctx, key.id);
    const answer = await get('/v1/probe', bearer(key, ANYWHERE));
    expect(answer.json().code).toBe('key_revoked');
    expect(answer.headers['access-control-allow-origin']).toBe('*');
  });

  test('no page reads a refusal of a credential of a server, known or unknown', async () => {
    const revoked = await api.newKey({ kind: 'server' });
    await revokeKey(api.ctx, revoked.id);
    const unknownKey = unknown('tt_sk_live_');
    const refused: [string, Record<string, string>][] = [
      ['/v1/probe', bearer(revoked)],
      ['/v1/probe', bearer({ key: unknownKey })],
      ['/v1/probe', bearer({ key: 'tt_sk_live_short' })],
      ['/v1/probe', { authorization: unknownKey }],
      ['/v1/probe', { authorization: `Basic ${btoa(`${api.keys.server.key}:`)}` }],
      ['/v1/probe', bearer({ key: unknown('tt_at_') })],
      ['/v1/probe', bearer({ key: unknown('tt_cs_') })],
      [`/v1/probe?key=${unknownKey}`, {}],
      [`/v1/probe?token=${unknownKey}`, bearer({ key: unknown('tt_test_') })],
      [`/v1/feeds/events.json?key=${unknownKey}`, {}],
      [`/v1/mcp?key=${api.keys.server.key}`, {}],
      [`/v1/probe?key=${revoked.key}`, {}],
    ];
    for (const [url, headers] of refused) {
      const answer = await get(url, { ...headers, ...ANYWHERE });
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    }
  });
});

describe('preflight', () => {
  const preflight = (url: string, method = 'GET') =>
    api.app.inject({
      method: 'OPTIONS',
      url,
      headers: {
        ...ANYWHERE,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization',
      },
    });

  test('204 for every keyed path of the contract, and for the sandbox, under both base addresses', async () => {
    const paths = [
      '/events',
      '/events/evt_x',
      '/categories',
      '/locations',
      '/earnings',
      '/events/evt_x/tickets',
      '/orders/ord_x',
      '/demo/events',
      '/probe',
    ];
    for (const path of paths) {
      for (const base of ['/v1', '/api/v1']) {
        const { statusCode, headers, body } = await preflight(base + path);
        expect({ path, statusCode, body }).toEqual({ path, statusCode: 204, body: '' });
        expect(headers['access-control-allow-origin']).toBe('*');
        expect(headers['access-control-allow-methods']).toBe('GET, HEAD, OPTIONS');
        expect(headers['access-control-allow-headers']).toBe(
          'Authorization, Content-Type, If-None-Match, Idempotency-Key',
        );
        expect(headers['access-control-max-age']).toMatch(/^\d+$/);
        expect(headers['service-request-id']).toMatch(/^req_/);
      }
    }
    expect((await preflight('/v1/orders', 'POST')).headers['access-control-allow-methods']).toBe(
      'POST, GET, HEAD, OPTIONS',
    );
  });

  test('OPTIONS without a page lists the methods of the path', async () => {
    const { statusCode, headers } = await api.app.inject({ method: 'OPTIONS', url: '/v1/events' });
    expect({ statusCode, allow: headers.allow }).toEqual({ statusCode: 204, allow: 'GET, HEAD, OPTIONS' });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });

  test('404 where there is nothing', async () => {
    expect((await preflight('/v1/nothing')).statusCode).toBe(404);
  });
});
