import type { InjectOptions } from 'fastify';
import { bearer, createTestApi, probeRoutes, type TestApi, WEBSITE } from '../../support/api.js';
import { expectProblem } from '../../support/problem.js';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({
    build: { extraRoutes: probeRoutes },
    context: { env: { TRUSTED_PROXIES: '127.0.0.1', DATABASE_POOL: '2' } },
  });
});
afterAll(() => api.close());

const inject = (call: InjectOptions) => api.app.inject(call);
type Answer = Awaited<ReturnType<typeof inject>>;

const limits = ({ headers }: Answer) => [headers['ratelimit-limit'], headers['ratelimit-remaining']];
const allowed = ({ headers }: Answer) => headers['access-control-allow-origin'];

test.each([
  { range: 'bytes=99999999-' },
  { range: 'bytes=5-2' },
  { 'if-match': '"other"' },
  { 'if-unmodified-since': 'Mon, 01 Jan 1990 00:00:00 GMT' },
])('200: a file of the documentation, whatever is said of parts and versions: %j', async (headers) => {
  const answer = await inject({ url: '/docs/assets/any/docs.css', headers });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8']);
});

describe('calls that reach a keyed path and meet no route', () => {
  const lost = [
    { method: 'POST', url: '/v1/events', code: 'method_not_allowed' },
    { method: 'DELETE', url: '/api/v1/orders/ord_x', code: 'method_not_allowed' },
    { method: 'GET', url: '/v1/events/%ZZ', code: 'invalid_request' },
    { method: 'GET', url: `/v1/events/${'x'.repeat(9_000)}`, code: 'uri_too_long' },
  ] as const;

  test('count against the key, and say so', async () => {
    const key = await api.newKey({ kind: 'test', rateLimit: 10 });
    let left = 10;
    for (const { code, ...call } of lost) {
      const answer = await inject({ ...call, headers: bearer(key, { 'if-none-match': '*' }) });
      expectProblem(answer, code);
      expect(limits(answer)).toEqual(['10', String(--left)]);
      expect(allowed(answer)).toBe('*');
    }
  });

  test('429 before them', async () => {
    const key = await api.newKey({ kind: 'server', rateLimit: 1 });
    await inject({ url: '/v1/probe', headers: bearer(key) });
    for (const { code: _code, ...call } of lost) {
      const answer = await inject({ ...call, headers: bearer(key) });
      expectProblem(answer, 'rate_limited');
      expect(answer.headers['retry-after']).toMatch(/^\d+$/);
    }
  });

  test('website key: every page may read why, and other pages leave the site’s allowance alone', async () => {
    const key = await api.newKey({ kind: 'website', domains: ['shop.example'], rateLimit: 50, siteRateLimit: 3 });
    const post = (origin: string, from: string) =>
      inject({ method: 'POST', url: '/v1/events', headers: bearer(key, { origin, 'x-forwarded-for': from }) });
    for (const from of ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4']) {
      const foreign = await post('https://evil.example', from);
      expectProblem(foreign, 'method_not_allowed');
      expect([limits(foreign), allowed(foreign)]).toEqual([['50', '49'], '*']);
    }
    const own = await post(WEBSITE, '203.0.113.9');
    expectProblem(own, 'method_not_allowed');
    expect([limits(own), allowed(own)]).toEqual([['3', '2'], WEBSITE]);
  });

  test('a server key: no page ever', async () => {
    const answer = await inject({ ...lost[0], headers: bearer(api.keys.server, { origin: WEBSITE }) });
    expect([limits(answer), allowed(answer)]).toEqual([['600', '599'], undefined]);
  });

  test('an unknown caller gets the refusal alone', async () => {
    for (const authorization of [undefined, 'Basic abc', `Bearer tt_test_${'x'.repeat(40)}`, 'Bearer nonsense']) {
      for (const { code, ...call } of lost) {
        const answer = await inject({ ...call, headers: authorization === undefined ? {} : { authorization } });
        expectProblem(answer, code);
        expect(limits(answer)).toEqual([undefined, undefined]);
      }
    }
  });

  test('paths that take no key do not ask who calls', async () => {
    const answer = await inject({ method: 'POST', url: '/v1/demo/events', headers: bearer(api.keys.server) });
    expectProblem(answer, 'method_not_allowed');
    expect(limits(answer)).toEqual([undefined, undefined]);
  });
});

describe('the last that is taken, the first that is not', () => {
  const body = (length: number) => `{"quantity":1,"padding":"${'x'.repeat(length - 27)}"}`;

  test.each(['/v1/probe-orders', '/v1/track'])('bodies of 64 KB: %s', async (url) => {
    for (const type of url === '/v1/track' ? ['application/json', 'text/plain'] : ['application/json']) {
      const send = (payload: string) =>
        inject({ method: 'POST', url, payload, headers: bearer(api.keys.test, { 'content-type': type }) });
      expect(Buffer.byteLength(body(65_536))).toBe(65_536);
      expectProblem(await send(body(65_536)), 'invalid_request');
      expectProblem(await send(body(65_537)), 'body_too_large');
      // Letters are counted by their bytes.
      expectProblem(await send(body(65_536).replace('x', 'ö')), 'body_too_large');
    }
  });

  test('addresses of 8 KB', async () => {
    const ask = (length: number) =>
      inject({ url: '/v1/probe?x='.padEnd(length, 'x'), headers: bearer(api.keys.server) });
    expect((await ask(8_192)).statusCode).toBe(200);
    expectProblem(await ask(8_193), 'uri_too_long');
  });

  test('cursors of 512 characters', async () => {
    const ask = (length: number) =>
      inject({ url: `/v1/events?cursor=${'A'.repeat(length)}`, headers: bearer(api.keys.server) });
    expectProblem(await ask(512), 'invalid_cursor');
    expectProblem(await ask(513), 'invalid_request');
  });

  test('connections of a pool: as many as it may hold, however many ask', async () => {
    const asked = Array.from({ length: 30 }, () => api.ctx.sql<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`);
    const pids = (await Promise.all(asked)).map(([row]) => row?.pid);
    expect(new Set(pids).size).toBeLessThanOrEqual(2);
  });
});
