import { entityTag, matchesTag } from '../../../api/plugins/etag.js';
import { bearer, createTestApi, probed, probeRoutes, type TestApi, WEBSITE } from '../../support/api.js';
import { expectProblem } from '../../support/problem.js';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ build: { extraRoutes: probeRoutes } });
});
afterAll(() => api.close());

const get = (url: string, headers: Record<string, string> = {}) => api.app.inject({ url, headers });
const head = (url: string, headers: Record<string, string> = {}) => api.app.inject({ method: 'HEAD', url, headers });

describe('ETag', () => {
  test('is a strong tag of the bytes: the same for the same, another for others', async () => {
    const tags = [];
    for (const city of ['Berlin', 'Berlin', 'Bremen']) {
      tags.push((await get(`/v1/probe?city=${city}`, bearer(api.keys.test))).headers.etag);
    }
    expect(tags[0]).toMatch(/^"[^"]+"$/);
    expect(tags[1]).toBe(tags[0]);
    expect(tags[2]).not.toBe(tags[0]);
    expect(entityTag('é')).toBe(entityTag(Buffer.from('é')));
  });

  test('not on errors, nor on answers to other methods than GET', async () => {
    expect((await get('/v1/probe?city=', bearer(api.keys.test))).headers).not.toHaveProperty('etag');
    const post = await api.app.inject({
      method: 'POST',
      url: '/v1/probe-orders',
      headers: bearer(api.keys.test, { 'if-none-match': '*' }),
      payload: { quantity: 1 },
    });
    expect(post.statusCode).toBe(200);
    expect(post.headers).not.toHaveProperty('etag');
  });

  test('keyed answers are private and vary', async () => {
    const { headers } = await get('/v1/probe', bearer(api.keys.server));
    expect(headers['cache-control']).toBe('private');
    expect(headers.vary).toBe('Authorization, Origin');
  });

  test.each([
    ['"a"', true],
    ['W/"a"', true],
    ['"a-gzip"', true],
    ['W/"a-gzip"', true],
    ['"a;gzip"', true],
    ['"a--gzip"', true],
    ['"a-br"', true],
    ['"a:br"', true],
    ['"a-zstd"', true],
    ['"a/deflate"', true],
    ['"A-gzip"', false],
    ['"agzip"', false],
    ['"a-gzip-x"', false],
    ['"b-gzip", W/"a-br"', true],
    ['*', true],
    [' * ', true],
    ['"b", "a"', true],
    ['"b",W/"a" , "c"', true],
    ['"x,y", "a"', true],
    ['"b"', false],
    ['a', false],
    ['"ab"', false],
    ['', false],
    ['"b", "c', false],
    [', "b",, "a" ,', true],
    ['"a"x', false],
    ['x"a"', false],
    ['"a" "b"', false],
    ['"b"x, "a"', false],
    ['"a", x', false],
    ['"a", *', false],
    ['w/"a"', false],
    ['W/ "a"', false],
  ])('If-None-Match: %s', (header, expected) => expect(matchesTag(header, '"a"')).toBe(expected));
});

describe('304', () => {
  test('no body, the ETag, the request id, the limits; for GET and HEAD', async () => {
    const { etag, 'content-length': length } = (await get('/v1/probe', bearer(api.keys.server))).headers;
    for (const call of [get, head]) {
      const answer = await call('/v1/probe', bearer(api.keys.server, { 'if-none-match': String(etag) }));
      expect({ status: answer.statusCode, body: answer.body, etag: answer.headers.etag }).toEqual({
        status: 304,
        body: '',
        etag,
      });
      expect(answer.headers['service-request-id']).toMatch(/^req_/);
      expect(answer.headers['ratelimit-remaining']).toBeDefined();
      expect(answer.headers['cache-control']).toBe('private');
      expect(answer.headers).not.toHaveProperty('content-type');
      // RFC 9110 section 8.6: only the headers of a 200.
      expect([undefined, length]).toContain(answer.headers['content-length']);
    }
  });

  test('after a change the new answer comes whole', async () => {
    const { etag } = (await get('/v1/probe', bearer(api.keys.server))).headers;
    const answer = await get('/v1/probe?city=Bonn', bearer(api.keys.server, { 'if-none-match': String(etag) }));
    expect(answer.statusCode).toBe(200);
  });

  test('loses to 400, 401, 403, 404, 405 and 500', async () => {
    const any = { 'if-none-match': '*' };
    expectProblem(await get('/v1/probe?city=', bearer(api.keys.test, any)), 'invalid_request');
    expectProblem(await get('/v1/probe', any), 'key_missing');
    expectProblem(await get('/v1/probe', bearer(api.keys.website, any)), 'origin_not_allowed');
    expectProblem(await get('/v1/events/evt_test_unknown', bearer(api.keys.test, any)), 'event_not_found');
    expectProblem(await api.app.inject({ method: 'PUT', url: '/v1/probe', headers: any }), 'method_not_allowed');
    expectProblem(await get('/v1/probe-failure', bearer(api.keys.test, any)), 'internal_error');
  });
});

describe('HEAD', () => {
  test('as GET, without the body', async () => {
    const whole = await get('/v1/probe?city=Ulm', bearer(api.keys.server));
    const answer = await head('/v1/probe?city=Ulm', bearer(api.keys.server));
    expect({ status: answer.statusCode, body: answer.body }).toEqual({ status: 200, body: '' });
    for (const name of ['etag', 'content-length', 'content-type', 'cache-control', 'vary']) {
      expect({ [name]: answer.headers[name] }).toEqual({ [name]: whole.headers[name] });
    }
  });

  test('refusals have their status and no body over HTTP', async () => {
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    const origin = api.app.listeningOrigin;
    for (const [path, status] of [
      ['/v1/probe', 401],
      ['/v1/nowhere', 404],
      ['/v1/track', 405],
    ] as const) {
      const answer = await fetch(origin + path, { method: 'HEAD' });
      expect({ status: answer.status, body: await answer.text() }).toEqual({ status, body: '' });
    }
  });
});

describe('30-second reuse', () => {
  const site = (url: string, origin = WEBSITE) => get(url, bearer(api.keys.website, { origin }));

  test('the same question gets the same bytes without asking again, spelled in any order', async () => {
    const before = probed.count;
    const first = await site('/v1/probe?city=Reuse&limit=3');
    for (const query of [
      'city=Reuse&limit=3',
      'limit=3&city=Reuse',
      'limit=3&city=%52euse&unknown=1',
      'city=Reuse&limit=3',
    ]) {
      const again = await site(`/v1/probe?${query}`);
      expect(again.body).toBe(first.body);
      expect(again.headers.etag).toBe(first.headers.etag);
      expect(again.headers['service-request-id']).not.toBe(first.headers['service-request-id']);
    }
    expect((await head('/v1/probe?city=Reuse&limit=3', bearer(api.keys.website, { origin: WEBSITE }))).body).toBe('');
    expect(probed.count).toBe(before + 1);
  });

  test('still counted against the limits, still answered 304', async () => {
    const first = await site('/v1/probe?city=Counted');
    const again = await get(
      '/v1/probe?city=Counted',
      bearer(api.keys.website, { origin: WEBSITE, 'if-none-match': String(first.headers.etag) }),
    );
    expect(again.statusCode).toBe(304);
    expect(Number(again.headers['ratelimit-remaining'])).toBe(Number(first.headers['ratelimit-remaining']) - 1);
  });

  test("the route's headers are kept with its answer", async () => {
    for (let i = 0; i < 2; i++) {
      const { headers } = await site('/v1/probe-described');
      expect(headers).toMatchObject({
        'content-type': 'text/csv',
        'content-disposition': 'attachment',
        'service-note': 'kept',
      });
    }
  });

  test('another query, origin or key is a new request; its CORS header is its own', async () => {
    const before = probed.count;
    await site('/v1/probe?city=Other');
    await site('/v1/probe?city=Another');
    const elsewhere = await site('/v1/probe?city=Other', 'https://www.shop.example');
    expect(elsewhere.headers['access-control-allow-origin']).toBe('https://www.shop.example');
    const key = await api.newKey({ kind: 'website', domains: ['shop.example'] });
    await get('/v1/probe?city=Other', bearer(key, { origin: WEBSITE }));
    expect(probed.count).toBe(before + 4);
  });

  test('many at once are one question', async () => {
    const before = probed.count;
    const answers = await Promise.all(Array.from({ length: 25 }, () => site('/v1/probe?city=Crowd')));
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect(probed.count).toBe(before + 1);
  });

  test('errors are not kept, and test and server keys always ask', async () => {
    expectProblem(await site('/v1/probe-failure'), 'internal_error');
    expectProblem(await site('/v1/probe-failure'), 'internal_error');
    const before = probed.count;
    for (const key of [api.keys.test, api.keys.server, api.keys.test]) await get('/v1/probe?city=Fresh', bearer(key));
    expect(probed.count).toBe(before + 3);
  });
});
