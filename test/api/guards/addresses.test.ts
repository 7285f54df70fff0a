import { allow, BASES, call, verdict } from '../../support/access/guarded.js';
import { createTestApi, probeRoutes, type TestApi, WEBSITE } from '../../support/api.js';
import { setAllowedAddresses } from '../../support/dashboard/as-operator.js';
import { expectProblem } from '../../support/problem.js';
import { waitFor } from '../../support/wait-for.js';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({
    build: { extraRoutes: probeRoutes },
    context: { env: { TRUSTED_PROXIES: '10.0.0.0/8, 2001:db8:f::/48' } },
  });
});
afterAll(() => api.close());

/** A key that may call from these networks only. */
async function guardedKey(networks: string[], kind: 'test' | 'server' = 'server') {
  const key = await api.newKey({ kind });
  await allow(api, key, networks);
  return key;
}

test('ip_not_allowed from elsewhere, at both base addresses; the answer says which address was seen', async () => {
  const key = await guardedKey(['203.0.113.0/25', '2001:db8:1::/48']);
  for (const base of BASES) {
    const url = `${base}/probe`;
    for (const remote of ['203.0.113.0', '203.0.113.127', '::ffff:203.0.113.9', '2001:db8:1::', '2001:db8:1:ffff::1']) {
      expect(await verdict(api, { key, url, remote })).toBe('ok');
    }
    for (const remote of ['203.0.113.128', '::ffff:203.0.113.128', '203.0.112.255', '2001:db8:2::1', '::203.0.113.9']) {
      const problem = expectProblem(await call(api, { key, url, remote }), 'ip_not_allowed');
      expect(problem.status).toBe(403);
      expect(problem.detail).toContain(remote);
    }
  }
});

test('a key without a list may call from everywhere, and does again when its list is taken away', async () => {
  const key = await guardedKey(['203.0.113.1']);
  expect(await verdict(api, { key })).toBe('ip_not_allowed');
  await setAllowedAddresses(api.ctx, { keyId: key.id, networks: [] });
  await waitFor(async () => (await verdict(api, { key })) === 'ok');
});

describe('behind proxies', () => {
  const forwarded = (remote: string, from: string) => ({ remote, headers: { 'x-forwarded-for': from } });

  test('the nearest address that is no trusted proxy’s counts; what stands before it does not', async () => {
    const key = await guardedKey(['203.0.113.7']);
    const cases: [verdict: string, remote: string, from: string][] = [
      ['ok', '10.1.1.1', '203.0.113.7'],
      ['ok', '::ffff:10.1.1.1', '203.0.113.7'],
      ['ok', '2001:db8:f::1', '::ffff:203.0.113.7'],
      ['ok', '10.1.1.1', '198.51.100.1, 203.0.113.7'],
      ['ok', '10.1.1.1', '203.0.113.7, 10.2.2.2, 10.3.3.3'],
      ['ip_not_allowed', '10.1.1.1', '203.0.113.7, 198.51.100.1'],
      ['ip_not_allowed', '10.1.1.1', '203.0.113.7, 198.51.100.1, 10.2.2.2'],
      ['ip_not_allowed', '10.1.1.1', '203.0.113.7, unknown'],
      ['ok', '10.1.1.1', '203.0.113.7:443'],
      ['ip_not_allowed', '10.1.1.1', '203.0.113.7:'],
      ['ip_not_allowed', '10.1.1.1', '203.0.113.007'],
      ['ip_not_allowed', '10.1.1.1', ''],
    ];
    for (const [expected, remote, from] of cases) {
      expect([remote, from, await verdict(api, { key, ...forwarded(remote, from) })]).toEqual([remote, from, expected]);
    }
  });

  test('no other client is believed, with any header', async () => {
    const key = await guardedKey(['203.0.113.7']);
    for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'true-client-ip', 'client-ip']) {
      const headers = { [name]: name === 'forwarded' ? 'for=203.0.113.7' : '203.0.113.7' };
      expect(await verdict(api, { key, remote: '198.51.100.1', headers })).toBe('ip_not_allowed');
    }
    expect(await verdict(api, { key, remote: '203.0.113.7', headers: { 'x-forwarded-for': '198.51.100.1' } })).toBe(
      'ok',
    );
  });
});

describe('refusals are counted', () => {
  const left = ({ headers }: Awaited<ReturnType<typeof call>>) =>
    [headers['ratelimit-limit'], headers['ratelimit-remaining']].map(Number);

  test('with limit headers until 429, and not at the cost of permitted callers', async () => {
    const key = await api.newKey({ kind: 'server', rateLimit: 3 });
    await setAllowedAddresses(api.ctx, { keyId: key.id, networks: ['203.0.113.7'] });
    for (const remaining of [2, 1, 0]) {
      const answer = await call(api, { key });
      expectProblem(answer, 'ip_not_allowed');
      expect(left(answer)).toEqual([3, remaining]);
    }
    expectProblem(await call(api, { key }), 'rate_limited');
    expectProblem(await call(api, { key, remote: '198.51.100.2' }), 'ip_not_allowed');
    expect(left(await call(api, { key, remote: '203.0.113.7' }))).toEqual([3, 2]);
  });
});

describe('whatever takes a key asks the same', () => {
  test('an address with the key in it, and an assistant', async () => {
    const key = await guardedKey(['203.0.113.7'], 'test');
    for (const base of BASES) {
      const feed = (remoteAddress: string) =>
        api.app.inject({ url: `${base}/feeds/events.json?key=${key.key}`, remoteAddress });
      expect((await feed('203.0.113.7')).statusCode).toBe(200);
      expectProblem(await feed('198.51.100.1'), 'ip_not_allowed');
      const assistant = await api.app.inject({ url: `${base}/mcp?key=${key.key}`, remoteAddress: '198.51.100.1' });
      expect(assistant.statusCode).toBe(403);
    }
  });

  test('an answer kept for a website is not given elsewhere', async () => {
    const key = await api.newKey({ kind: 'website', domains: ['shop.example'] });
    await setAllowedAddresses(api.ctx, { keyId: key.id, networks: ['203.0.113.7'] });
    const headers = { origin: WEBSITE };
    const ask = (remote: string) => call(api, { key, url: '/v1/events?limit=3', remote, headers });
    expect((await ask('203.0.113.7')).statusCode).toBe(200);
    const refused = await ask('198.51.100.1');
    const problem = expectProblem(refused, 'ip_not_allowed');
    // Visitors' addresses stay out of answers that are logged.
    expect(problem.detail).not.toContain('198.51.100.1');
    // The page may read why.
    expect(refused.headers['access-control-allow-origin']).toBe(WEBSITE);
    expect((await ask('203.0.113.7')).statusCode).toBe(200);
  });

  test('a signal is accepted without counting', async () => {
    const key = await guardedKey(['203.0.113.7'], 'test');
    const signal = (remoteAddress: string) =>
      api.app.inject({
        method: 'POST',
        url: '/v1/track',
        remoteAddress,
        payload: { type: 'impression', shown: 1, key: key.key },
      });
    const counted = async () =>
      (await api.ctx.sql`SELECT impressions FROM signal_counts WHERE key_id = ${key.id}`).map((row) => row.impressions);
    expect((await signal('198.51.100.1')).statusCode).toBe(204);
    expect(await counted()).toEqual([]);
    expect((await signal('203.0.113.7')).statusCode).toBe(204);
    expect(await counted()).toEqual([1]);
  });

  test('preflights, pages and the sandbox know of no key and stay open', async () => {
    for (const url of ['/v1/demo/events', '/healthz', '/problems/ip_not_allowed']) {
      expect((await api.app.inject({ url, remoteAddress: '198.51.100.1' })).statusCode).toBe(200);
    }
    const preflight = await api.app.inject({ method: 'OPTIONS', url: '/v1/events', headers: { origin: WEBSITE } });
    expect(preflight.statusCode).toBe(204);
  });
});

describe('400', () => {
  test.each([
    [['203.0.113.7/24'], 'write 203.0.113.0/24'],
    [['203.0.113.1', 'office.example'], 'office.example is no address'],
    [['0.0.0.0/0'], 'every address'],
    [Array.from({ length: 101 }, (_, i) => `10.0.0.${i}`), 'at most 100'],
  ])('cannot be listed: case %#', async (networks, message) => {
    const key = await api.newKey({ kind: 'server' });
    const refused = expect(setAllowedAddresses(api.ctx, { keyId: key.id, networks })).rejects;
    await refused.toMatchObject({ code: 'invalid_request', message: expect.stringContaining(message) });
    expect(await verdict(api, { key })).toBe('ok');
  });
});
