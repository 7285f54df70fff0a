import { bearer, createTestApi, probeRoutes, type TestApi, WEBSITE } from '../../support/api.js';
import { expectProblem } from '../../support/problem.js';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({
    build: { extraRoutes: probeRoutes },
    context: { env: { TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8' } },
  });
});
afterAll(() => api.close());

interface Call {
  url?: string;
  from?: string;
  remote?: string;
  headers?: Record<string, string>;
}

/** A call through a trusted proxy that says whom it came from. */
const call = ({ url = '/v1/probe', from = '203.0.113.1', remote = '10.1.2.3', headers = {} }: Call) =>
  api.app.inject({ url, remoteAddress: remote, headers: { 'x-forwarded-for': from, ...headers } });

type Answer = Awaited<ReturnType<typeof call>>;

const limits = ({ headers }: Answer) => [headers['ratelimit-limit'], headers['ratelimit-remaining']].map(Number);

describe('headers', () => {
  test('on every answer of a known caller: 200, 304, 400, 403, 404, 405 aside, 500', async () => {
    const key = await api.newKey({ kind: 'server', rateLimit: 20 });
    const urls = ['/v1/probe', '/v1/probe?city=', '/v1/events/evt_unknown', '/v1/probe-failure', '/v1/probe?key=x'];
    let left = 20;
    for (const url of urls) {
      const answer = await call({ url, headers: bearer(key, { 'if-none-match': '*' }) });
      expect(limits(answer)).toEqual([20, --left]);
      expect(Number(answer.headers['ratelimit-reset'])).toBeGreaterThanOrEqual(1);
      expect(Number(answer.headers['ratelimit-reset'])).toBeLessThanOrEqual(60);
    }
  });

  test('on refusals of unreadable requests: 413, 414, 415', async () => {
    const key = await api.newKey({ kind: 'test' });
    const send = (url: string, headers: Record<string, string>, payload: string) =>
      api.app.inject({ method: 'POST', url, headers: { ...bearer(key), ...headers }, payload });
    const json = { 'content-type': 'application/json' };
    const answers = [
      await send('/v1/probe-orders', { ...json, 'content-encoding': 'gzip' }, '{}'),
      await send('/v1/probe-orders', { 'content-type': 'text/csv' }, 'a,b'),
      await send('/v1/probe-orders', json, `"${'x'.repeat(70_000)}"`),
      await send(`/v1/probe-orders?x=${'x'.repeat(9_000)}`, json, '{}'),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([415, 415, 413, 414]);
    expect(answers.map((answer) => limits(answer))).toEqual([59, 58, 57, 56].map((left) => [60, left]));
  });

  test('the limits of each kind where the key has none of its own', async () => {
    expect(limits(await call({ headers: bearer(await api.newKey({ kind: 'test' })) }))).toEqual([60, 59]);
    expect(limits(await call({ headers: bearer(await api.newKey({ kind: 'server' })) }))).toEqual([600, 599]);
    const website = await api.newKey({ kind: 'website', domains: ['shop.example'] });
    expect(limits(await call({ headers: bearer(website, { origin: WEBSITE }) }))).toEqual([120, 119]);
    expect(limits(await call({ url: '/v1/probe-demo', from: '203.0.113.200' }))).toEqual([60, 59]);
  });

  test('none for a caller we do not know', async () => {
    const answer = await call({ headers: bearer({ key: `tt_test_${'x'.repeat(40)}` }) });
    expect(answer.headers).not.toHaveProperty('ratelimit-limit');
  });
});

describe('429', () => {
  test('rate_limited with Retry-After, and it wins over 304 and 400', async () => {
    const key = await api.newKey({ kind: 'server', rateLimit: 2 });
    await call({ headers: bearer(key) });
    expect(limits(await call({ headers: bearer(key) }))).toEqual([2, 0]);
    for (const url of ['/v1/probe', '/v1/probe?city=']) {
      const answer = await call({ url, headers: bearer(key, { 'if-none-match': '*' }) });
      expectProblem(answer, 'rate_limited');
      expect(answer.headers['retry-after']).toBe(answer.headers['ratelimit-reset']);
      expect(limits(answer)).toEqual([2, 0]);
    }
  });

  test('a key is one bucket under both base addresses, whatever the address of the caller', async () => {
    const key = await api.newKey({ kind: 'test', rateLimit: 2 });
    await call({ headers: bearer(key) });
    await call({ url: '/api/v1/probe', from: '203.0.113.9', headers: bearer(key) });
    expectProblem(await call({ headers: bearer(key) }), 'rate_limited');
  });

  test('website key: per visitor, so that one does not spend another one’s', async () => {
    const key = await api.newKey({ kind: 'website', domains: ['shop.example'], rateLimit: 2, siteRateLimit: 100 });
    const headers = bearer(key, { origin: WEBSITE });
    for (let i = 0; i < 2; i++) expect((await call({ headers })).statusCode).toBe(200);
    const spent = await call({ headers });
    expectProblem(spent, 'rate_limited');
    // The page reads why.
    expect(spent.headers['access-control-allow-origin']).toBe(WEBSITE);
    expect(limits(await call({ from: '203.0.113.2', headers }))).toEqual([2, 1]);
  });

  test('website key: the site’s ceiling over all visitors; headers show the bucket nearest exhaustion', async () => {
    const key = await api.newKey({ kind: 'website', domains: ['shop.example'], rateLimit: 50, siteRateLimit: 3 });
    const headers = bearer(key, { origin: WEBSITE });
    for (let i = 1; i <= 3; i++) {
      expect(limits(await call({ from: `203.0.113.${i}`, headers }))).toEqual([3, 3 - i]);
    }
    expectProblem(await call({ from: '203.0.113.4', headers }), 'rate_limited');
  });

  test('a visitor over the limit, and pages that may not use the key, leave the site’s allowance alone', async () => {
    const key = await api.newKey({ kind: 'website', domains: ['shop.example'], rateLimit: 2, siteRateLimit: 5 });
    const flood = bearer(key, { origin: WEBSITE });
    for (let i = 0; i < 6; i++) await call({ from: '203.0.113.1', headers: flood });
    const foreign = bearer(key, { origin: 'https://evil.example' });
    for (const url of ['/v1/probe', '/v1/probe?key=x']) {
      for (let i = 0; i < 6; i++) await call({ url, from: '203.0.113.2', headers: foreign });
    }
    expect(limits(await call({ from: '203.0.113.3', headers: flood }))).toEqual([2, 1]);
    expect(limits(await call({ from: '203.0.113.4', headers: flood }))).toEqual([2, 1]);
    expect(limits(await call({ from: '203.0.113.5', headers: flood }))).toEqual([5, 0]);
  });

  test('the sandbox: 60 from one address', async () => {
    const demo = () => call({ url: '/v1/probe-demo', from: '198.51.100.7' });
    for (let i = 0; i < 60; i++) expect((await demo()).statusCode).toBe(200);
    const answer = await demo();
    expectProblem(answer, 'rate_limited');
    expect(answer.headers['retry-after']).toMatch(/^\d+$/);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
  });
});

describe('who a visitor is', () => {
  const demoLeft = async (more: Call) => limits(await call({ url: '/v1/probe-demo', ...more }))[1];

  test('X-Forwarded-For counts from a trusted proxy only', async () => {
    expect(await demoLeft({ remote: '198.51.100.50', from: '1.1.1.1' })).toBe(59);
    expect(await demoLeft({ remote: '198.51.100.50', from: '2.2.2.2' })).toBe(58);
    expect(await demoLeft({ remote: '10.0.0.9', from: '198.51.100.50' })).toBe(57);
    // Addresses that a client writes in front of the proxy's are not believed.
    expect(await demoLeft({ remote: '10.0.0.9', from: '9.9.9.9, 198.51.100.50' })).toBe(56);
  });

  test('IPv6 visitors are counted by their network, mapped IPv4 as IPv4', async () => {
    expect(await demoLeft({ from: '2001:db8:1:2::1' })).toBe(59);
    expect(await demoLeft({ from: '2001:db8:1:2:ffff::9' })).toBe(58);
    expect(await demoLeft({ from: '2001:db8:1:3::1' })).toBe(59);
    expect(await demoLeft({ from: '198.51.100.60' })).toBe(59);
    expect(await demoLeft({ from: '::ffff:198.51.100.60' })).toBe(58);
  });
});
