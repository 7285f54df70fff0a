import { z } from 'zod';
import { createKey } from '../../../src/access/create-key.js';
import { seedDemo } from '../../../src/cli/demo/seed-demo.js';
import { createCompany } from '../../../src/companies/create-company.js';
import { partnerStats } from '../../../src/signals/partner-stats.js';
import { bearer, createTestApi, type TestApi, WEBSITE } from '../../support/api.js';
import { callTool, postRpc, type RpcCall, toolCall } from '../../support/assistant.js';
import { expectProblem } from '../../support/problem.js';
import { waitFor } from '../../support/wait-for.js';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ context: { env: { TRUSTED_PROXIES: '127.0.0.1' } } });
  await seedDemo(api.ctx);
});
afterAll(() => api.close());

let visitor = 0;
/** Each test is a visitor of its own, so that limits do not meet. */
beforeEach(() => {
  visitor++;
});
const address = () => ({ 'x-forwarded-for': `203.0.113.${visitor}` });

function ask({ headers, ...call }: Omit<RpcCall, 'body'> = {}) {
  return postRpc(api, { body: toolCall('find_events', { limit: 1 }), headers: { ...address(), ...headers }, ...call });
}

type Asked = Awaited<ReturnType<typeof ask>>;
const shown = (answer: Asked) => answer.json().result.structuredContent;

/** The code in the links that `/events` gives to a key. */
async function refOf(key: { key: string }): Promise<string> {
  const headers = bearer(key, { origin: WEBSITE });
  const { events } = (await api.app.inject({ url: '/v1/events?limit=1', headers })).json();
  return new URL(events[0].tickets.buy_url).search;
}

describe('who calls', () => {
  test('without a key: samples, whose links give no credit', async () => {
    const { mode, events } = shown(await ask());
    expect([mode, events[0].test]).toEqual(['test', true]);
    expect(events[0].tickets.buy_url).toContain('demo');
  });

  test('a website key in the address: real events, with the credit of /events', async () => {
    const { mode, events } = shown(await ask({ query: `key=${api.keys.website.key}` }));
    expect([mode, events[0].test]).toEqual(['live', false]);
    expect(events[0].tickets.buy_url).toContain(await refOf(api.keys.website));
  });

  test('a test key in the address: samples with the credit of the key', async () => {
    const { mode, events } = shown(await ask({ query: `key=${api.keys.test.key}` }));
    expect(mode).toBe('test');
    expect(events[0].tickets.buy_url).toContain(await refOf(api.keys.test));
  });

  test('any key in the header', async () => {
    expect(shown(await ask({ headers: bearer(api.keys.server) })).mode).toBe('live');
    expect(shown(await ask({ headers: bearer(api.keys.website) })).mode).toBe('live');
    expect(shown(await ask({ headers: bearer(api.keys.test) })).mode).toBe('test');
  });

  test('a server key in the address is refused, known or not, also with a good header', async () => {
    const query = `key=${api.keys.server.key}`;
    expectProblem(await ask({ query }), 'key_in_url');
    expectProblem(await ask({ query, headers: bearer(api.keys.server) }), 'key_in_url');
    expectProblem(await ask({ query: 'key=tt_sk_live_unknown' }), 'key_in_url');
    expectProblem(await ask({ query: `token=${api.keys.website.key}` }), 'key_in_url');
    expectProblem(await api.app.inject({ url: `/v1/mcp?${query}`, headers: address() }), 'key_in_url');
  });

  test('an invalid key does not count as no key', async () => {
    expectProblem(await ask({ query: 'key=tt_pk_live_unknown' }), 'key_invalid');
    expectProblem(await ask({ query: 'key=' }), 'key_invalid');
    expectProblem(await ask({ headers: { authorization: 'Bearer tt_sk_live_unknown' } }), 'key_invalid');
    expectProblem(await ask({ headers: { authorization: 'Basic abc' } }), 'key_missing');
  });
});

test('400 for an empty or repeated key in the address, also with a good header', async () => {
  for (const query of ['key=', `key=${api.keys.website.key}&key=${api.keys.website.key}`]) {
    const { errors } = expectProblem(await ask({ query, headers: bearer(api.keys.server) }), 'invalid_request');
    expect(errors).toEqual([{ field: 'key', message: expect.any(String) }]);
  }
});

describe('Origin', () => {
  const any = 'https://assistant.example';
  const allowed = (answer: Asked) => [answer.statusCode, answer.headers['access-control-allow-origin']];

  test('without a key: every https page', async () => {
    expect(allowed(await ask({ headers: { origin: any } }))).toEqual([200, '*']);
    for (const origin of ['http://assistant.example', 'http://localhost:6274', 'null', 'https://', 'file://x']) {
      const answer = await ask({ headers: { origin } });
      expectProblem(answer, 'origin_not_allowed');
      expect(answer.headers['access-control-allow-origin']).toBe('*');
    }
  });

  test('with a website key: a listed page, or none at all', async () => {
    const query = `key=${api.keys.website.key}`;
    expect(allowed(await ask({ query }))).toEqual([200, undefined]);
    expect(allowed(await ask({ query, headers: { origin: WEBSITE } }))).toEqual([200, WEBSITE]);
    expect(allowed(await ask({ headers: bearer(api.keys.website, { origin: WEBSITE }) }))).toEqual([200, WEBSITE]);
    expectProblem(await ask({ query, headers: { origin: any } }), 'origin_not_allowed');
    expectProblem(await ask({ query, headers: { referer: `${any}/page` } }), 'origin_not_allowed');
    expectProblem(await ask({ headers: bearer(api.keys.website, { origin: any }) }), 'origin_not_allowed');
  });

  test('with a test key every page, with a server key none', async () => {
    const query = `key=${api.keys.test.key}`;
    expect(allowed(await ask({ query, headers: { origin: 'http://localhost:6274' } }))).toEqual([200, '*']);
    expectProblem(await ask({ headers: bearer(api.keys.server, { origin: WEBSITE }) }), 'origin_not_allowed');
    expect(allowed(await ask({ headers: bearer(api.keys.server) }))).toEqual([200, undefined]);
  });

  test('a preflight is answered with what browsers of assistants send', async () => {
    for (const base of ['/v1', '/api/v1']) {
      const { statusCode, headers } = await api.app.inject({
        method: 'OPTIONS',
        url: `${base}/mcp?key=${api.keys.website.key}`,
        headers: {
          origin: any,
          'access-control-request-method': 'POST',
          'access-control-request-headers':
            'authorization,content-type,mcp-method,mcp-name,mcp-protocol-version,traceparent',
        },
      });
      expect(statusCode).toBe(204);
      expect(headers['access-control-allow-origin']).toBe('*');
      expect(headers['access-control-allow-methods']).toContain('POST');
      for (const name of ['Authorization', 'Content-Type', 'mcp-protocol-version', 'mcp-method', 'mcp-name']) {
        expect(headers['access-control-allow-headers']).toContain(name);
      }
    }
    const plain = await api.app.inject({ method: 'OPTIONS', url: '/v1/mcp' });
    expect([plain.statusCode, plain.headers.allow]).toEqual([204, 'GET, HEAD, POST, OPTIONS']);
  });
});

describe('limits', () => {
  const left = (answer: Asked) => [answer.headers['ratelimit-limit'], answer.headers['ratelimit-remaining']];

  test('without a key: 60 a minute from one address', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => ask()));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    const over = await ask();
    expectProblem(over, 'rate_limited');
    expect(over.headers['retry-after']).toMatch(/^\d+$/);
    expect(left(over)).toEqual(['60', '0']);
    visitor++;
    expect(left(await ask())).toEqual(['60', '59']);
  });

  test("with a key: the key's events", async () => {
    expect(left(await ask({ query: `key=${api.keys.website.key}` }))[0]).toBe('120');
    expect(left(await ask({ query: `key=${api.keys.test.key}` }))[0]).toBe('60');
    expect(left(await ask({ headers: bearer(api.keys.server) }))[0]).toBe('600');
  });

  test('each call of a batch counts', async () => {
    const body = Array.from({ length: 40 }, (_, id) => toolCall('list_categories', {}, id));
    const batch = () => postRpc(api, { body, headers: address() });
    const first = await batch();
    expect([first.statusCode, ...left(first)]).toEqual([200, '60', '20']);
    expectProblem(await batch(), 'rate_limited');
  });
});

describe('other methods', () => {
  const get = (query: string, headers = {}) =>
    api.app.inject({ url: `/v1/mcp${query}`, headers: { ...address(), ...headers } });

  test('GET with a key describes the server and its tools, without the key', async () => {
    for (const key of [api.keys.website, api.keys.test]) {
      const answer = await get(`?key=${key.key}`);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-type']).toBe('application/json');
      expect(answer.json()).toMatchObject({
        mode: key === api.keys.test ? 'test' : 'live',
        name: 'partner-events',
        endpoint: `${api.ctx.config.baseUrl}/mcp`,
        protocol_versions: expect.arrayContaining(['2026-07-28', '2025-06-18']),
      });
      const { tools } = answer.json();
      expect(tools).toHaveLength(6);
      for (const tool of tools) expect(tool).toMatchObject({ annotations: { readOnlyHint: true } });
      expect(answer.body).not.toContain(key.key);
      const again = await get(`?key=${key.key}`, { 'if-none-match': String(answer.headers.etag) });
      expect(again.statusCode).toBe(304);
    }
  });

  test('any other GET, and DELETE, is 405 with Allow', async () => {
    const asked = [
      await get(''),
      await get('', bearer(api.keys.server)),
      // How clients of 2025 ask for a stream of notifications; an answer that is none would end them.
      await get(`?key=${api.keys.website.key}`, { accept: 'text/event-stream' }),
      await api.app.inject({ method: 'DELETE', url: '/v1/mcp', headers: address() }),
      await api.app.inject({ method: 'PUT', url: `/api/v1/mcp?key=${api.keys.test.key}`, headers: address() }),
    ];
    for (const answer of asked) {
      const { allowed } = expectProblem(answer, 'method_not_allowed');
      expect(String(answer.headers.allow).split(', ').sort()).toEqual(['GET', 'HEAD', 'OPTIONS', 'POST']);
      expect(allowed?.toSorted()).toEqual(['GET', 'HEAD', 'OPTIONS', 'POST']);
    }
  });

  test('a body that is no JSON by its type, or too large, is a problem', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expectProblem(await postRpc(api, { body: 'a=b', headers: { ...address(), ...form } }), 'unsupported_media_type');
    expectProblem(await postRpc(api, { body: 'x'.repeat(70_000), headers: address() }), 'body_too_large');
  });
});

test("shown events count in the partner's statistics, samples separately", async () => {
  // Events shown to other tests may be counted only now: only this test uses this company.
  const { id: companyId } = await createCompany(api.ctx, { name: 'Counted' });
  const website = await createKey(api.ctx, { companyId, kind: 'website', domains: ['shop.example'] });
  const test = await createKey(api.ctx, { companyId, kind: 'test' });
  const query = `key=${website.key}`;
  const { structuredContent } = await callTool(api, 'find_events', { limit: 3 }, { query });
  const { events } = z.object({ events: z.array(z.object({ id: z.string() })) }).parse(structuredContent);
  await callTool(api, 'get_event', { id: events[0]?.id }, { query });
  await callTool(api, 'list_categories', {}, { query });
  await callTool(api, 'find_events', { city: 'Nowhere at all' }, { query });
  await callTool(api, 'find_events', { limit: 2 }, { query: `key=${test.key}` });
  await callTool(api, 'find_events', { limit: 2 }, { headers: address() });
  const today = async (mode: 'live' | 'test') => (await partnerStats(api.ctx, { company: 'Counted', mode })).at(-1);
  await waitFor(async () => (await today('test'))?.impressions === 1 && (await today('live'))?.views === 1);
  expect(await today('live')).toMatchObject({ impressions: 1, shown: 3, views: 1, clicks: 0 });
  expect(await today('test')).toMatchObject({ impressions: 1, shown: 2, views: 0, clicks: 0 });
});
