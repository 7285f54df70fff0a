import type { CreatedClient } from '../../../src/access/oauth-clients.js';
import { refreshSamples } from '../../../src/catalogue/refresh-samples.js';
import { resumeCompany, suspendCompany } from '../../../src/companies/suspend-company.js';
import { CLASSES, SCOPED } from '../../support/access/access-classes.js';
import { newClient, tokenOf } from '../../support/access/oauth.js';
import { bearer, createTestApi, type TestApi, WEBSITE } from '../../support/api.js';
import { revokeKey } from '../../support/dashboard/as-operator.js';
import { expectProblem } from '../../support/problem.js';
import { waitFor } from '../../support/wait-for.js';

let api: TestApi;
let server: CreatedClient;
let test_: CreatedClient;
beforeAll(async () => {
  api = await createTestApi();
  await refreshSamples(api.ctx);
  server = await newClient(api, { kind: 'server', rateLimit: 100_000 });
  test_ = await newClient(api, { kind: 'test', rateLimit: 100_000 });
});
afterAll(() => api.close());

const get = (url: string, headers: Record<string, string> = {}) => api.app.inject({ url, headers });

/** A call of an endpoint about something that there is not. */
function unknown(endpoint: string): { method: 'GET' | 'POST'; url: string; status: number } {
  const [method, path = ''] = endpoint.split(' ');
  const url = path.replace('{file}', 'events.json').replace('{id}', 'unknown');
  return { method: method as 'GET' | 'POST', url, status: path.includes('{id}') ? 404 : 200 };
}

/** What no token opens (contract: Authentication 5). */
const KEYS_ONLY = [...CLASSES.offers, ...CLASSES.checkout, ...CLASSES.order, ...CLASSES.bulk, ...CLASSES.assistant];
const SCOPES = ['events:read', 'events:details', 'earnings:read'];

describe.each(['/v1', '/api/v1'])('under %s', (base) => {
  test.each(SCOPED)('%s needs %s', async (endpoint, scope) => {
    const { url, status } = unknown(endpoint);
    for (const client of [server, test_]) {
      const with_ = await tokenOf(api, client, scope);
      expect((await get(base + url, bearer(with_))).statusCode).toBe(status);
      const without = await tokenOf(api, client, SCOPES.filter((one) => one !== scope).join(' '));
      const refused = await get(base + url, bearer(without));
      expect(expectProblem(refused, 'scope_required').detail).toContain(scope);
      expect(refused.headers['www-authenticate']).toBe(
        `Bearer realm="partner-events", error="insufficient_scope", scope="${scope}"`,
      );
      expect(refused.headers['ratelimit-limit']).toBe('100000');
    }
  });

  test.each(KEYS_ONLY)('%s needs a key', async (endpoint) => {
    const { method, url } = unknown(endpoint);
    for (const client of [server, test_]) {
      const headers = bearer(await tokenOf(api, client), { 'content-type': 'application/json' });
      const refused = await api.app.inject({
        method,
        url: base + url,
        headers,
        ...(method === 'POST' && { payload: {} }),
      });
      expectProblem(refused, 'scope_required');
      expect(refused.headers['www-authenticate']).toBe('Bearer realm="partner-events", error="insufficient_scope"');
    }
  });
});

describe('a token is its client', () => {
  test("mode, code in buy links and company are its key's", async () => {
    expect((await get('/v1/events', bearer(await tokenOf(api, server)))).json().mode).toBe('live');
    expect((await get('/v1/earnings', bearer(await tokenOf(api, test_)))).json().mode).toBe('test');
    const url = '/v1/events/evt_test_berlin_jazz_night';
    const byKey = await get(url, bearer(api.keys.test));
    expect(byKey.json().event.tickets.buy_url).toContain('ref=');
    expect((await get(url, bearer(await tokenOf(api, test_)))).body).toBe(byKey.body);
  });

  test('all its tokens count together, apart from its key and from other clients', async () => {
    const client = await newClient(api, { kind: 'test', rateLimit: 3 });
    const tokens = [await tokenOf(api, client), await tokenOf(api, client), await tokenOf(api, client)];
    for (const token of tokens) {
      const answer = await get('/v1/events', bearer(token));
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['ratelimit-limit']).toBe('3');
    }
    const refused = await get('/v1/events', bearer(await tokenOf(api, client)));
    expectProblem(refused, 'rate_limited');
    expect((await get('/v1/events', bearer(await tokenOf(api, test_)))).statusCode).toBe(200);
    expect((await get('/v1/events', bearer(api.keys.test))).statusCode).toBe(200);
  });

  test("without a limit of its own it has its key's limit, else the kind's", async () => {
    const limitOf = async (client: CreatedClient) =>
      (await get('/v1/events', bearer(await tokenOf(api, client)))).headers['ratelimit-limit'];
    expect(await limitOf(await newClient(api, { kind: 'test' }))).toBe('60');
    const key = await api.newKey({ kind: 'server', rateLimit: 77 });
    expect(await limitOf(await newClient(api, { keyId: key.id }))).toBe('77');
  });

  test('a website client works from the pages of its key and reads events only', async () => {
    const website = await newClient(api, { kind: 'website' });
    const token = await tokenOf(api, website);
    const answer = await get('/v1/events', bearer(token, { origin: WEBSITE }));
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['access-control-allow-origin']).toBe(WEBSITE);
    expectProblem(await get('/v1/events', bearer(token, { origin: 'https://evil.example' })), 'origin_not_allowed');
    expectProblem(await get('/v1/earnings', bearer(token, { origin: WEBSITE })), 'scope_required');
  });

  test('pages may read answers to test tokens, never those to live ones', async () => {
    const origin = { origin: 'https://any.example' };
    const sample = await get('/v1/events', bearer(await tokenOf(api, test_), origin));
    expect(sample.headers['access-control-allow-origin']).toBe('*');
    const live = await get('/v1/events', bearer(await tokenOf(api, server), origin));
    expect(live.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('401', () => {
  test('token_expired after an hour, remembered or not', async () => {
    const used = await tokenOf(api, server);
    const unused = await tokenOf(api, server);
    expect((await get('/v1/events', bearer(used))).statusCode).toBe(200);
    api.ctx.clock.advance(3_600_000 - 1);
    expect((await get('/v1/events', bearer(used))).statusCode).toBe(200);
    api.ctx.clock.advance(1);
    for (const token of [used, unused]) {
      const answer = await get('/v1/events', bearer(token));
      expectProblem(answer, 'token_expired');
      expect(answer.headers['www-authenticate']).toBe('Bearer realm="partner-events", error="invalid_token"');
    }
    api.ctx.clock.advance(-3_600_000);
  });

  test('key_revoked with the key behind the client, at once', async () => {
    const key = await api.newKey({ kind: 'server' });
    const token = await tokenOf(api, await newClient(api, { keyId: key.id }));
    expect((await get('/v1/events', bearer(token))).statusCode).toBe(200);
    await revokeKey(api.ctx, key.id);
    const answer = await waitFor(async () => {
      const one = await get('/v1/events', bearer(token));
      return one.statusCode === 401 && one;
    });
    expectProblem(answer, 'key_revoked');
  });

  test('key_invalid: a client secret is never a key, nor is a token that is not ours', async () => {
    for (const key of [server.secret, server.id, `tt_at_${'x'.repeat(40)}`, 'tt_at_short']) {
      const answer = await get('/v1/events', bearer({ key }));
      expectProblem(answer, 'key_invalid');
      expect(answer.headers['www-authenticate']).toMatch(/error="invalid_token"/);
    }
    const basic = `Basic ${Buffer.from(`${server.id}:${server.secret}`).toString('base64')}`;
    expectProblem(await get('/v1/events', { authorization: basic }), 'key_missing');
  });
});

test('403 account_suspended, until the company is resumed', async () => {
  const token = await tokenOf(api, server);
  expect((await get('/v1/events', bearer(token))).statusCode).toBe(200);
  await suspendCompany(api.ctx, api.companyId);
  const answer = await waitFor(async () => {
    const one = await get('/v1/events', bearer(token));
    return one.statusCode === 403 && one;
  });
  expectProblem(answer, 'account_suspended');
  await resumeCompany(api.ctx, api.companyId);
  await waitFor(async () => (await get('/v1/events', bearer(token))).statusCode === 200);
});

test('400 key_in_url: tokens and secrets in any address, also where a key may stand', async () => {
  const token = await tokenOf(api, test_);
  for (const value of [token.key, test_.secret]) {
    for (const url of [
      `/v1/feeds/events.json?key=${value}`,
      `/v1/events?city=${value}`,
      `/v1/demo/events?x=${value}`,
    ]) {
      expectProblem(await get(url), 'key_in_url');
    }
    expectProblem(await get(`/v1/mcp?key=${value}`), 'key_in_url');
  }
  expectProblem(await get(`/v1/events?access_token=${token.key}`, bearer(token)), 'key_in_url');
});

test('a signal with a token in its body is accepted without counting', async () => {
  const { key } = await tokenOf(api, test_);
  const payload = { type: 'impression', shown: 3, key };
  expect((await api.app.inject({ method: 'POST', url: '/v1/track', payload })).statusCode).toBe(204);
  expect(await api.ctx.sql`SELECT FROM signal_counts`).toHaveLength(0);
});
