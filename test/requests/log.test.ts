import { DAY } from '../../src/core/time.js';
import { keepRequestDays } from '../../src/requests/jobs.js';
import { UNLOGGED } from '../../src/requests/record-requests.js';
import { bearer, createTestApi, type TestApi, WEBSITE } from '../support/api.js';
import { type Browser, browserOf } from '../support/dashboard/dashboard.js';

let api: TestApi;
let browser: Browser;
beforeAll(async () => {
  api = await createTestApi();
  await keepRequestDays(api.ctx);
  browser = await browserOf(api.ctx, api.app, { companyId: api.companyId, role: 'developer', step: false });
});
afterAll(() => api.close());

const idOf = ({ headers }: { headers: Record<string, unknown> }) => String(headers['service-request-id']);

test('a call is found by the id in its answer, with its facts and without keys, cursors, places and persons', async () => {
  const query = 'city=Berlin&lat=52.52&lng=13.4&artist=anna%40example.org&unknown=tt_x&limit=3';
  const answer = await api.app.inject({
    url: `/v1/events?${query}`,
    headers: bearer(api.keys.server),
    remoteAddress: '192.0.2.7',
  });
  const shown = await browser.read(`/requests/${idOf(answer)}`);
  expect(shown).toEqual({
    object: 'request',
    id: idOf(answer),
    at: api.ctx.clock.now().toISOString(),
    mode: 'live',
    key_id: api.keys.server.id,
    method: 'GET',
    route: '/events',
    status: 200,
    code: null,
    ms: expect.any(Number),
    address: '192.0.2.7',
    query: 'city=Berlin&lat=…&lng=…&artist=[email]&limit=3',
    retry_after: null,
    replayed: false,
  });
});

test('refusals have their code, a path only its pattern, a visitor only a network; a key in the URL is not repeated', async () => {
  const { server, website, test } = api.keys;
  const calls = {
    missing: { url: '/v1/events/evt_nobody', headers: bearer(server) },
    site: {
      url: '/api/v1/events?limit=0&from=2026-12-01T00:00:00Z&city=PastedInTheWrongPlace',
      headers: bearer(website, { origin: WEBSITE }),
      remoteAddress: '192.0.2.200',
    },
    foreign: { url: '/v1/events', headers: bearer(website, { origin: 'https://elsewhere.example' }) },
    inUrl: { url: `/v1/events?key=${test.key}&city=${server.key}`, headers: bearer(server) },
    unknown: { url: '/v1/events', headers: { authorization: 'Bearer tt_sk_live_nobody' } },
  };
  const shown: Record<string, unknown> = {};
  for (const [name, call] of Object.entries(calls)) {
    const answer = await browser.get(`/requests/${idOf(await api.app.inject(call))}`);
    const { route, status, code, address, query } = answer.json();
    shown[name] = answer.statusCode === 404 ? 404 : [route, status, code, address, query];
  }
  expect(shown).toEqual({
    missing: ['/events/{id}', 404, 'event_not_found', '127.0.0.1', null],
    site: ['/events', 400, 'invalid_request', '192.0.2.0/24', 'limit=0&from=2026-12-01T00:00:00Z&city=…'],
    foreign: ['/events', 403, 'origin_not_allowed', '127.0.0.0/24', null],
    inUrl: ['/events', 400, 'key_in_url', '127.0.0.1', 'city=…'],
    unknown: 404,
  });
  const [stored] = await api.ctx.sql`SELECT string_agg(r::text, '') AS text FROM api_requests r`;
  for (const { key } of [server, website, test]) expect(stored?.text).not.toContain(key.slice(12));
});

test('the list is filtered and counted as the log has it, and another company sees none of it', async () => {
  const { data } = await browser.read('/requests', { mode: 'live', span: '7d' });
  expect(data).toHaveLength(5);
  const errors = await browser.read('/requests', { mode: 'live', status: '4xx' });
  expect(errors.data.map(({ code }: { code: string }) => code).sort()).toEqual(
    ['event_not_found', 'invalid_request', 'key_in_url', 'origin_not_allowed'].sort(),
  );
  const { groups, routes } = await browser.read('/requests/errors', { mode: 'live' });
  expect(groups.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(errors.data.length);
  expect(routes).toEqual(expect.arrayContaining(['/events/{id}', '/orders', '/mcp']));
  const first = await browser.read('/requests', { mode: 'live', limit: '3', route: '/events' });
  const rest = await browser.read('/requests', { mode: 'live', cursor: first.next, route: '/events' });
  expect([...first.data, ...rest.data].map(({ id }: { id: string }) => id)).toEqual(
    data.filter(({ route }: { route: string }) => route === '/events').map(({ id }: { id: string }) => id),
  );
  expect((await browser.read('/requests', { mode: 'test' })).data).toEqual([]);
});

test('a week later it is gone, also before its day is dropped', async () => {
  const answer = await api.app.inject({ url: '/v1/categories', headers: bearer(api.keys.test) });
  expect((await browser.get(`/requests/${idOf(answer)}`)).statusCode).toBe(200);
  api.ctx.clock.advance(7 * DAY + 1);
  const back = await browserOf(api.ctx, api.app, { companyId: api.companyId, role: 'developer', step: false });
  expect((await back.get(`/requests/${idOf(answer)}`)).statusCode).toBe(404);
  expect((await back.read('/requests', { mode: 'test', span: '7d' })).data).toEqual([]);
  expect(await keepRequestDays(api.ctx)).toMatchObject({ made: 7 });
});

test('a log that cannot be written costs no call: lost lines are counted', async () => {
  const lost = () => Object.fromEntries(api.ctx.counts.of(UNLOGGED));
  const call = () => api.app.inject({ url: '/v1/categories', headers: bearer(api.keys.server) });
  api.ctx.clock.advance(60 * DAY);
  expect((await call()).statusCode).toBe(200);
  await api.app.requestLog.flush();
  expect(lost()).toEqual({ 'no partition': 1 });
  const other = await api.ctx.sql.reserve();
  await other.unsafe('BEGIN; ALTER TABLE api_requests RENAME TO api_requests_gone');
  try {
    expect((await call()).statusCode).toBe(200);
    const flushed = api.app.requestLog.flush();
    const { caller } = {
      caller: { ...api.keys.server, companyId: api.companyId, keyId: 'key_a', kind: 'server', mode: 'live' },
    };
    const one = { id: api.ctx.memory.newRequestId(), caller, query: '', declared: new Set<string>() };
    for (let i = 0; i < 10_500; i += 1) api.app.requestLog.record(one as never);
    expect(lost()).toMatchObject({ full: 500 });
    await other`COMMIT`;
    await flushed;
    expect(lost()).toMatchObject({ failed: 10_001, full: 500 });
  } finally {
    await other.unsafe('ROLLBACK; ALTER TABLE IF EXISTS api_requests_gone RENAME TO api_requests');
    other.release();
  }
});
