import { buildApp } from '../../../api/app.js';
import { resumeCompany, suspendCompany } from '../../../src/companies/suspend-company.js';
import { bearer, createTestApi, probeRoutes, type TestApi, WEBSITE } from '../../support/api.js';
import { revokeKey } from '../../support/dashboard/as-operator.js';
import { expectProblem } from '../../support/problem.js';
import { waitFor } from '../../support/wait-for.js';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ build: { extraRoutes: probeRoutes } });
});
afterAll(() => api.close());

const get = (url: string, headers: Record<string, string> = {}) => api.app.inject({ url, headers });

describe('200', () => {
  test('each kind of key reads in its mode, under both base addresses', async () => {
    for (const base of ['/v1', '/api/v1']) {
      expect((await get(`${base}/probe`, bearer(api.keys.test))).json()).toMatchObject({ mode: 'test' });
      expect((await get(`${base}/probe`, bearer(api.keys.server))).json()).toMatchObject({ mode: 'live' });
      expect((await get(`${base}/probe`, bearer(api.keys.website, { origin: WEBSITE }))).json()).toMatchObject({
        mode: 'live',
      });
    }
  });

  test('the scheme is read in any case', async () => {
    expect((await get('/v1/probe', { authorization: `bearer  ${api.keys.test.key}` })).statusCode).toBe(200);
  });

  test('a website key works from a subdomain listed with *., and by Referer where there is no Origin', async () => {
    const { website } = api.keys;
    expect((await get('/v1/probe', bearer(website, { origin: 'https://tickets.shop.example' }))).statusCode).toBe(200);
    expect((await get('/v1/probe', bearer(website, { referer: `${WEBSITE}/events?page=2` }))).statusCode).toBe(200);
  });

  test('a cached key takes a changed limit at once', async () => {
    const key = await api.newKey({ kind: 'server' });
    const limit = async () => Number((await get('/v1/probe', bearer(key))).headers['ratelimit-limit']);
    const setLimit = (value: number) => api.ctx.sql`UPDATE api_keys SET rate_limit = ${value} WHERE id = ${key.id}`;
    await api.ctx.sql`ALTER TABLE api_keys DISABLE TRIGGER announce_key_change`;
    await waitFor(async () => {
      const before = await limit();
      await setLimit(before + 1);
      return (await limit()) === before;
    });
    await api.ctx.sql`ALTER TABLE api_keys ENABLE TRIGGER announce_key_change`;
    await setLimit(50);
    await waitFor(async () => (await limit()) === 50);
    expect(await limit()).toBe(50);
  });

  test('a feed takes a website or test key from the address', async () => {
    expect((await get(`/v1/probe-feed?key=${api.keys.test.key}`)).statusCode).toBe(200);
    expect((await get(`/v1/probe-feed?key=${api.keys.website.key}`)).statusCode).toBe(200);
    expect((await get(`/v1/probe-feed?key=${api.keys.website.key}`, { origin: WEBSITE })).statusCode).toBe(200);
  });
});

describe('401', () => {
  test('key_missing: no header, another scheme, an empty credential', async () => {
    for (const authorization of [undefined, 'Basic dTpw', 'Bearer ', 'Bearer']) {
      const answer = await get('/v1/probe', authorization === undefined ? {} : { authorization });
      expectProblem(answer, 'key_missing');
      expect(answer.headers['www-authenticate']).toBe('Bearer realm="partner-events"');
    }
  });

  test('key_invalid: unknown keys of every kind, tokens and nonsense', async () => {
    const unknown = ['tt_test_', 'tt_pk_live_', 'tt_sk_live_', 'tt_at_'].map((prefix) => prefix + 'x'.repeat(40));
    for (const key of [...unknown, 'nonsense', 'tt_test_short', `${api.keys.test.key}x`, "' OR 1=1 --"]) {
      const answer = await get('/v1/probe', bearer({ key }));
      expectProblem(answer, 'key_invalid');
      expect(answer.headers['www-authenticate']).toMatch(/^Bearer .*error="invalid_token"/);
      expect(answer.body).not.toContain(key);
    }
  });

  test('key_revoked: at once, in every process', async () => {
    const other = await buildApp(api.ctx, { extraRoutes: probeRoutes });
    try {
      const key = await api.newKey({ kind: 'server' });
      for (const app of [api.app, other]) {
        expect((await app.inject({ url: '/v1/probe', headers: bearer(key) })).statusCode).toBe(200);
      }
      await revokeKey(api.ctx, key.id);
      for (const app of [api.app, other]) {
        // Long before it would no longer be believed unasked.
        const answer = await waitFor(async () => {
          const one = await app.inject({ url: '/v1/probe', headers: bearer(key) });
          return one.statusCode === 401 && one;
        });
        expectProblem(answer, 'key_revoked');
        expect(answer.headers['www-authenticate']).toMatch(/^Bearer /);
      }
    } finally {
      await other.close();
    }
  });

  test('key_revoked: also while announcements do not arrive', async () => {
    const key = await api.newKey({ kind: 'server' });
    expect((await get('/v1/probe', bearer(key))).statusCode).toBe(200);
    await api.ctx.sql`ALTER TABLE api_keys DISABLE TRIGGER announce_key_change`;
    await api.ctx.sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'partner-events keys' AND datname = current_database()`;
    await revokeKey(api.ctx, key.id);
    await api.ctx.sql`ALTER TABLE api_keys ENABLE TRIGGER announce_key_change`;
    const answer = await waitFor(async () => {
      const one = await get('/v1/probe', bearer(key));
      return one.statusCode === 401 && one;
    });
    expectProblem(answer, 'key_revoked');
  });
});

describe('403', () => {
  test('key_kind_not_allowed: a website key where only server and test keys go', async () => {
    const answer = await api.app.inject({
      method: 'POST',
      url: '/v1/probe-orders',
      headers: bearer(api.keys.website, { origin: WEBSITE }),
      payload: { quantity: 1 },
    });
    expectProblem(answer, 'key_kind_not_allowed');
  });

  test('capability_required: a live key without it; a test key never needs one', async () => {
    const post = (key: { key: string }) =>
      api.app.inject({ method: 'POST', url: '/v1/probe-orders', headers: bearer(key), payload: { quantity: 1 } });
    expect(expectProblem(await post(api.keys.server), 'capability_required').detail).toContain('EMBEDDED_CHECKOUT');
    expect((await post(api.keys.test)).statusCode).toBe(200);
    expect((await post(await api.newKey({ kind: 'server', capabilities: ['EMBEDDED_CHECKOUT'] }))).statusCode).toBe(
      200,
    );
  });

  test('origin_not_allowed: another page, no page, a page that only looks alike', async () => {
    const { website } = api.keys;
    for (const origin of [
      'https://evil.example',
      'https://shop.example.evil.example',
      'https://notshop.example',
      'null',
      'file://shop.example',
      'https://shop.example, https://evil.example',
    ]) {
      expectProblem(await get('/v1/probe', bearer(website, { origin })), 'origin_not_allowed');
    }
    expectProblem(await get('/v1/probe', bearer(website)), 'origin_not_allowed');
    expectProblem(
      await get('/v1/probe', bearer(website, { origin: 'https://evil.example', referer: WEBSITE })),
      'origin_not_allowed',
    );
    expectProblem(
      await get(`/v1/probe-feed?key=${website.key}`, { origin: 'https://evil.example' }),
      'origin_not_allowed',
    );
  });

  test('account_suspended: every key of the company, until it is resumed', async () => {
    await suspendCompany(api.ctx, api.companyId);
    const answer = await waitFor(async () => {
      const one = await get('/v1/probe', bearer(api.keys.test));
      return one.statusCode === 403 && one;
    });
    expectProblem(answer, 'account_suspended');
    await resumeCompany(api.ctx, api.companyId);
    await waitFor(async () => (await get('/v1/probe', bearer(api.keys.test))).statusCode === 200);
  });
});

describe('400 key_in_url', () => {
  test('a parameter named key, or a value that looks like a key of ours, with or without a good header', async () => {
    const { test: key, server } = api.keys;
    for (const query of [
      `key=${key.key}`,
      'key=',
      'key=anything',
      `city=${server.key}`,
      `unknown=${key.key}`,
      `k%65y=${key.key}`,
      'a=tt_at_x',
    ]) {
      expectProblem(await get(`/v1/probe?${query}`), 'key_in_url');
      const answer = await get(`/v1/probe?${query}`, bearer(key));
      expectProblem(answer, 'key_in_url');
      expect(answer.headers['ratelimit-limit']).toBeDefined();
    }
    expectProblem(await get(`/v1/probe-demo?key=${key.key}`), 'key_in_url');
  });

  test('a server key or an access token is refused even where a key may stand', async () => {
    expectProblem(await get(`/v1/probe-feed?key=${api.keys.server.key}`), 'key_in_url');
    expectProblem(await get('/v1/probe-feed?key=tt_at_whatever'), 'key_in_url');
  });
});
