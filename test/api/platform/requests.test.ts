import { bearer, createTestApi, probeRoutes, type TestApi } from '../../support/api.js';
import { expectProblem } from '../../support/problem.js';

let api: TestApi;
let key: { key: string };
beforeAll(async () => {
  api = await createTestApi({ build: { extraRoutes: probeRoutes } });
  key = await api.newKey({ kind: 'test', rateLimit: 100_000 });
});
afterAll(() => api.close());

const get = (url: string) => api.app.inject({ url, headers: bearer(key) });
const post = (payload: string | Buffer | object, headers: Record<string, string> = {}) =>
  api.app.inject({
    method: 'POST',
    url: '/v1/probe-orders',
    headers: { 'content-type': 'application/json', ...bearer(key), ...headers },
    payload,
  });

describe('queries', () => {
  test('200: unknown names are ignored, whatever they hold; escapes and + are read', async () => {
    for (const query of ['nonsense=1&nonsense=2', 'x=', 'x', '=', '&&', '__proto__=1&constructor=2', 'x=%00']) {
      expect({ query, status: (await get(`/v1/probe?${query}`)).statusCode }).toEqual({ query, status: 200 });
    }
    expect((await get('/v1/probe?city=S%C3%A3o+Paulo')).json()).toMatchObject({ city: 'São Paulo' });
    expect((await get('/v1/probe?c%69ty=a%2Bb')).json()).toMatchObject({ city: 'a+b' });
  });

  test.each([
    ['repeated', 'city=a&city=b', 'city'],
    ['repeated under an escaped name', 'city=a&c%69ty=a', 'city'],
    ['empty', 'city=', 'city'],
    ['without =', 'city', 'city'],
    ['a NUL', 'city=a%00b', 'city'],
    ['a lone surrogate', 'city=%ED%A0%80', 'city'],
    ['bad percent-encoding', 'city=%E0%A4%A', 'city'],
    ['a cut escape', 'city=%', 'city'],
    ['bad percent-encoding of an unknown name', 'x=%ZZ', 'query'],
    ['bad percent-encoding in a name', '%ZZ=1', 'query'],
    ['too long', `city=${'x'.repeat(101)}`, 'city'],
  ])('400 invalid_request: %s', async (_what, query, field) => {
    const answer = await get(`/v1/probe?${query}`);
    const body = expectProblem(answer, 'invalid_request');
    expect(body.errors).toEqual([{ field, message: expect.any(String) }]);
    expect(body.detail).toContain(field);
  });

  test('400 names every field at fault and echoes no value', async () => {
    const answer = await get('/v1/events?limit=secret1&country=secret2&from=secret3&lat=secret4');
    const fields = expectProblem(answer, 'invalid_request').errors?.map(({ field }) => field);
    expect(fields).toEqual(expect.arrayContaining(['limit', 'country', 'from', 'lat']));
    expect(answer.body).not.toContain('secret');
  });
});

describe('paths', () => {
  test.each([
    '/v1/nowhere',
    '/v2/probe',
    '/v1//probe',
    '//v1/probe',
    '/v1/probe//',
    '/v1/probe/x//',
    '/v1/events//tickets',
    '/v1/nowhere/',
    '/v1/PROBE',
    '/v1',
    '/v1/',
    '/v1/probe;x=1',
  ])('404 not_found: %s', async (url) => {
    expectProblem(await get(url), 'not_found');
  });

  test.each(['/v1//events', '//v1/probe', '/v1/probe//', '/v1/events//?limit=1', '/stripe//webhooks'])(
    '404 names the two slashes: %s',
    async (url) => {
      expect(expectProblem(await get(url), 'not_found').detail).toContain('two slashes');
    },
  );

  test.each([
    ['GET', '/v1/events/'],
    ['GET', '/v1/events/?limit=1'],
    ['HEAD', '/v1/events/'],
    ['GET', '/api/v1/categories/'],
    ['GET', '/v1/events/evt_test_berlin_jazz_night/'],
    ['GET', '/v1/feeds/events.rss/'],
    ['GET', '/v1/demo/events/?limit=1&city='],
    ['POST', '/v1/track/'],
    ['POST', '/v1/mcp/'],
    ['POST', '/v1/oauth/token/'],
    ['GET', '/docs/'],
    ['GET', '/docs/webhooks/'],
    ['GET', '/docs/reference/events/'],
    ['GET', '/problems/not_found/'],
    ['GET', '/e/evt_test_berlin_jazz_night/'],
    ['GET', '/buy/evt_test_berlin_jazz_night/?ref=x'],
    ['GET', '/openapi.json/'],
    ['GET', '/healthz/'],
    ['OPTIONS', '/v1/events/'],
  ] as const)('a slash at the end changes nothing: %s %s', async (method, url) => {
    const call = (target: string) => api.app.inject({ method, url: target, headers: bearer(key) });
    const [slashed, plain] = [await call(url), await call(url.replace(/\/(?=\?|$)/, ''))];
    const facts = ({ statusCode, headers, body }: typeof plain) => {
      const type = String(headers['content-type']);
      return [statusCode, type, type.includes('problem') && JSON.parse(body).code];
    };
    expect(facts(slashed)).toEqual(facts(plain));
    expect(facts(plain)).not.toContain('not_found');
  });

  test.each([
    ['/BUY/evt_Ab/CODE/Click-1?A=b', '/buy/evt_Ab/CODE/Click-1?A=b'],
    ['/Buy/evt_Ab?ref=X', '/buy/evt_Ab?ref=X'],
    ['/E/evt_test_berlin_jazz_night', '/e/evt_test_berlin_jazz_night'],
    ['/Tickets/AbC', '/tickets/AbC'],
    ['/TICKETS/AbC/Tickets.PDF', '/tickets/AbC/tickets.pdf'],
    ['/Tickets/AbC/Event.ics', '/tickets/AbC/event.ics'],
    ['/Checkout/AbC?from=payment', '/checkout/AbC?from=payment'],
    ['/Docs', '/docs'],
    ['/DOCS/webhooks', '/docs/webhooks'],
    ['/Problems/not_found', '/problems/not_found'],
    ['/Sandbox/', '/sandbox'],
    ['/Dashboard/Settings?Mode=test', '/dashboard/Settings?Mode=test'],
    ['/Robots.txt', '/robots.txt'],
    ['/Widget.js', '/widget.js'],
    ['/V1/Feeds/events.ics?key=Ab', '/v1/feeds/events.ics?key=Ab'],
    ['/API/V1/Demo/Events?city=Berlin', '/api/v1/demo/events?city=Berlin'],
  ])('a page in capitals leads to the page: %s', async (url, location) => {
    const { statusCode, headers } = await get(url);
    expect([statusCode, headers.location]).toEqual([308, location]);
  });

  test.each(['/V1/Events', '/v1/ORDERS/ord_1', '/Buyer/evt_1', '/buy', '/BUY', '/BUY/evt_1//CODE', '/Checkout/a/b'])(
    'keyed operations and unknown paths lead nowhere: %s',
    async (url) => void expectProblem(await get(url), 'not_found'),
  );

  test.each(['/V1/Track', '/BUY/evt_1', '/Stripe/Webhooks'])('no body is redirected: POST %s', async (url) => {
    expectProblem(await api.app.inject({ method: 'POST', url, payload: {} }), 'not_found');
  });

  test('400: a NUL or bad percent-encoding, a parameter that is too long', async () => {
    expect(expectProblem(await get('/v1/probe/a%00'), 'invalid_request').errors?.[0]?.field).toBe('id');
    expect(expectProblem(await get(`/v1/probe/${'x'.repeat(60)}`), 'invalid_request').errors?.[0]?.field).toBe('id');
    expectProblem(await get('/v1/probe/%E0%A4%A'), 'invalid_request');
    expectProblem(await get('/v1/nowhere/%ZZ'), 'invalid_request');
  });

  test('414 uri_too_long', async () => {
    expectProblem(await get(`/v1/probe?city=${'x'.repeat(8_200)}`), 'uri_too_long');
    expectProblem(await get(`/v1/probe/${'x'.repeat(8_200)}`), 'uri_too_long');
  });
});

describe('405 method_not_allowed', () => {
  test.each([
    ['POST', '/v1/probe', ['GET', 'HEAD', 'OPTIONS']],
    ['DELETE', '/api/v1/events/evt_x', ['GET', 'HEAD', 'OPTIONS']],
    ['GET', '/v1/track', ['POST', 'OPTIONS']],
    ['DELETE', '/v1/orders', ['POST', 'GET', 'HEAD', 'OPTIONS']],
    ['PUT', '/v1/orders/ord_x', ['GET', 'HEAD', 'OPTIONS']],
    ['PATCH', '/v1/demo/events', ['GET', 'HEAD', 'OPTIONS']],
    ['GET', '/v1/orders/ord_x/cancel', ['POST', 'OPTIONS']],
    ['POST', '/healthz', ['GET', 'HEAD', 'OPTIONS']],
    ['TRACE', '/v1/events', ['GET', 'HEAD', 'OPTIONS']],
  ] as const)('%s %s', async (method, url, allowed) => {
    const answer = await api.app.inject({ method: method as 'GET', url, headers: bearer(key) });
    expect(expectProblem(answer, 'method_not_allowed').allowed).toEqual(allowed);
    expect(answer.headers.allow).toBe(allowed.join(', '));
  });

  test('before the body is looked at', async () => {
    const answer = await api.app.inject({
      method: 'POST',
      url: '/v1/events',
      headers: { 'content-type': 'application/json' },
      payload: '{',
    });
    expectProblem(answer, 'method_not_allowed');
  });
});

describe('bodies', () => {
  test('200: JSON, with or without charset', async () => {
    expect((await post({ quantity: 2 })).json()).toEqual({ quantity: 2 });
    expect((await post('{"quantity":2}', { 'content-type': 'application/json; charset=UTF-8' })).statusCode).toBe(200);
    expect((await post('{"quantity":2}', { 'content-encoding': 'identity' })).statusCode).toBe(200);
  });

  test.each([
    ['not JSON', '{', 'body'],
    ['empty', '', 'body'],
    ['null', 'null', 'body'],
    ['a list', '[]', 'body'],
    ['a string', '"x"', 'body'],
    ['a missing field', '{}', 'quantity'],
    ['text for a number', '{"quantity":"2"}', 'quantity'],
    ['a fraction', '{"quantity":1.5}', 'quantity'],
    ['out of range', '{"quantity":21}', 'quantity'],
    ['too large to be exact', '{"quantity":1e400}', 'quantity'],
    ['null for a number', '{"quantity":null}', 'quantity'],
    ['an unknown field', '{"quantity":1,"colour":"red"}', 'body'],
    ['an unknown field further down', '{"quantity":1,"buyer":{"name":"A","age":3}}', 'buyer'],
    ['too long', `{"quantity":1,"buyer":{"name":"${'x'.repeat(21)}"}}`, 'buyer.name'],
    ['a NUL', '{"quantity":1,"buyer":{"name":"a\\u0000"}}', 'buyer'],
    ['a lone surrogate', '{"quantity":1,"buyer":{"name":"\\ud800"}}', 'buyer'],
    ['__proto__', '{"quantity":1,"__proto__":{"x":1}}', 'body'],
    ['constructor', '{"quantity":1,"constructor":{"prototype":{}}}', 'body'],
    ['too deep', `${'['.repeat(50)}${']'.repeat(50)}`, 'body'],
    ['far too deep', `${'['.repeat(30_000)}${']'.repeat(30_000)}`, 'body'],
  ])('400 invalid_request: %s', async (_what, payload, field) => {
    expect(expectProblem(await post(payload), 'invalid_request').errors).toContainEqual({
      field,
      message: expect.any(String),
    });
  });

  test('400: bytes that are not UTF-8', async () => {
    expectProblem(await post(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])), 'invalid_request');
  });

  test('a thousand faults are not a thousand lines', async () => {
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`field${i}`, i]));
    expect(expectProblem(await post(many), 'invalid_request').errors?.length).toBeLessThanOrEqual(20);
  });

  test('413 body_too_large', async () => {
    expectProblem(await post(JSON.stringify({ quantity: 1, padding: 'x'.repeat(65_536) })), 'body_too_large');
  });

  test('415 unsupported_media_type: another type, another charset, an encoded body', async () => {
    for (const type of [
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      'nonsense',
      'application/json; charset=utf-16',
    ]) {
      expectProblem(await post('{"quantity":1}', { 'content-type': type }), 'unsupported_media_type');
    }
    expectProblem(await post('{"quantity":1}', { 'content-encoding': 'gzip' }), 'unsupported_media_type');
  });
});

test('links and problem types come from the settings, never from Host', async () => {
  const answer = await api.app.inject({
    url: '/v1/nowhere',
    headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
  });
  expect(answer.body).not.toContain('evil.example');
});
