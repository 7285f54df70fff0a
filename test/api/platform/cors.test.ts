import { bearer, createTestApi, probeRoutes, type TestApi, WEBSITE } from '../../support/api.js';

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

  test('website key: not the page that is refused, nor a caller without a page', async () => {
    expect((await get('/v1/probe', bearer(api.keys.website, ANYWHERE))).headers).not.toHaveProperty(
      'access-control-allow-origin',
    );
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

  test('an unknown key and a missing one: nobody', async () => {
    expect((await get('/v1/probe', ANYWHERE)).headers).not.toHaveProperty('access-control-allow-origin');
    const unknown = await get('/v1/probe', bearer({ key: `tt_test_${'x'.repeat(40)}` }, ANYWHERE));
    expect(unknown.headers).not.toHaveProperty('access-control-allow-origin');
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
    expect((await preflight('/v1/orders', 'POST')).headers['access-control-allow-methods']).toBe('POST, OPTIONS');
  });

  test('OPTIONS without a page says what the path takes', async () => {
    const { statusCode, headers } = await api.app.inject({ method: 'OPTIONS', url: '/v1/events' });
    expect({ statusCode, allow: headers.allow }).toEqual({ statusCode: 204, allow: 'GET, HEAD, OPTIONS' });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });

  test('404 where there is nothing', async () => {
    expect((await preflight('/v1/nothing')).statusCode).toBe(404);
  });
});
