import { ROTATION_PAUSE_MS } from '../../../src/core/rotation.js';
import { addWebhook } from '../../../src/deliveries/endpoints/add-endpoint.js';
import { listEndpoints } from '../../../src/deliveries/endpoints/list-endpoints.js';
import { bearer, createTestApi, type TestApi } from '../../support/api.js';
import { type Browser, browserOf } from '../../support/dashboard/dashboard.js';
import { makeCertificate } from '../../support/outside/make-certificate.js';
import { expectProblem } from '../../support/problem.js';
import { waitFor } from '../../support/wait-for.js';

let api: TestApi;
let owner: Browser;
beforeAll(async () => {
  api = await createTestApi({ context: { env: { ALLOW_PRIVATE_DELIVERY: '1' } } });
  owner = await browserOf(api.ctx, api.app, { companyId: api.companyId });
});
afterAll(() => api.close());
beforeEach(() => api.ctx.sql`UPDATE member_sessions SET second_step_at = ${api.ctx.clock.now()}`);

const statusWith = async (key: string, more: Record<string, string> = {}) =>
  (await api.app.inject({ url: '/v1/events', headers: bearer({ key }, more) })).statusCode;
const becomes = (key: string, status: number) => waitFor(async () => (await statusWith(key)) === status);

test('a key is made, shown once with a call that works, listed by its mode, and revoked', async () => {
  const made = await owner.done('/keys', { kind: 'server', name: 'Backend' });
  expect(made).toMatchObject({ kind: 'server', mode: 'live', name: 'Backend', last_used_at: null, revoked_at: null });
  expect(made.curl).toContain(`Bearer ${made.key}`);
  expect(await statusWith(made.key)).toBe(200);
  const listed = await owner.get('/keys', { mode: 'live' });
  expect(listed.body).not.toContain(made.key);
  const kinds = (answer: { data: { kind: string }[] }) => [...new Set(answer.data.map(({ kind }) => kind))].sort();
  expect(kinds(listed.json())).toEqual(['server', 'website']);
  expect(kinds(await owner.read('/keys'))).toEqual(['test']);
  expect(await owner.done(`/keys/${made.id}/revoke`)).toMatchObject({ revoked_at: expect.any(String) });
  await becomes(made.key, 401);
});

test('a wrong key is refused at its field', async () => {
  const refused = async (body: object) => expectProblem(await owner.post('/keys', body), 'invalid_request').errors;
  expect(await refused({ kind: 'website', domains: ['https://x/'] })).toMatchObject([{ field: 'domains' }]);
  expect(await refused({ kind: 'boss' })).toMatchObject([{ field: 'kind' }]);
  expect(await refused({ kind: 'server', capabilities: ['BULK_FEEDS'] })).toMatchObject([{ field: 'body' }]);
});

test('a rolled key keeps what stands on it, and the one before works for as long as was asked', async () => {
  const made = await owner.done('/keys', { kind: 'test' });
  const { id: webhook } = await addWebhook(api.ctx, { key: made.id, url: 'http://127.0.0.1:9/hook' });
  await owner.done('/clients', { key_id: made.id, name: 'Batch' });
  const rolled = await owner.done(`/keys/${made.id}/roll`, { keep_hours: 24 });
  expect(rolled).toMatchObject({ id: made.id, previous_hint: made.hint });
  expect(rolled.key).not.toBe(made.key);
  await becomes(rolled.key, 200);
  expect(await statusWith(made.key)).toBe(200);
  const { stops } = await owner.read(`/keys/${made.id}`);
  expect(stops).toMatchObject({ endpoints: [{ id: webhook, kind: 'webhook' }], clients: [{ name: 'Batch' }] });
  expect((await listEndpoints(api.ctx, { keyId: made.id })).map(({ inactiveReason }) => inactiveReason)).toEqual([
    null,
  ]);
  const again = await owner.post(`/keys/${made.id}/roll`, { keep_hours: 1 });
  expect(expectProblem(again, 'rotated_already').detail).toContain('was rolled already');

  // The list shows which of the two is in use.
  await owner.read('/use');
  expect(await owner.read(`/keys/${made.id}`)).toMatchObject({ previous_used_at: expect.any(String) });

  // No notification announces its end; the clock decides.
  api.ctx.clock.advance(24 * 3_600_000);
  expect(await statusWith(made.key)).toBe(401);
  expect(await statusWith(rolled.key)).toBe(200);
  await api.ctx
    .sql`UPDATE member_sessions SET second_step_at = ${api.ctx.clock.now()}, seen_at = ${api.ctx.clock.now()}`;
});

test('the key before a roll is ended early, or at once when it leaked', async () => {
  const now = api.ctx.clock.now();
  await api.ctx.sql`UPDATE member_sessions SET second_step_at = ${now}, seen_at = ${now}`;
  const made = await owner.done('/keys', { kind: 'server' });
  const second = await owner.done(`/keys/${made.id}/roll`, { keep_hours: 168 });
  await owner.done(`/keys/${made.id}/end-previous`);
  await becomes(made.key, 401);
  api.ctx.clock.advance(ROTATION_PAUSE_MS);
  const third = await owner.done(`/keys/${made.id}/roll`, { keep_hours: 0 });
  expect(third.previous_until).toBeNull();
  await becomes(second.key, 401);
  expect(await statusWith(third.key)).toBe(200);
});

test('networks, domains and certificates', async () => {
  const website = await owner.done('/keys', { kind: 'website', domains: ['Shop.Example'] });
  const domains = await owner.done(`/keys/${website.id}/domains`, { domains: ['*.shop.example', 'localhost'] });
  expect(domains.domains).toEqual(['*.shop.example', 'localhost']);
  const { id } = await owner.done('/keys', { kind: 'server' });
  expect(await owner.done(`/keys/${id}/networks`, { networks: ['203.0.113.7'] })).toEqual({
    network_list: [expect.stringContaining('203.0.113.7')],
  });
  expectProblem(await owner.post(`/keys/${id}/networks`, { networks: ['somewhere'] }), 'invalid_request');
  const { pem } = makeCertificate();
  const looked = await owner.done(`/keys/${id}/certificates`, { pem, check: true });
  expect(looked).toMatchObject({ sha256: expect.stringMatching(/^[0-9a-f]{64}$/), added_at: null });
  expect((await owner.read(`/keys/${id}`)).certificate_list).toEqual([]);
  await owner.done(`/keys/${id}/certificates`, { pem });
  expect(await owner.read(`/keys/${id}`)).toMatchObject({
    certificate_list: [{ sha256: looked.sha256 }],
    network_list: [expect.stringContaining('203.0.113.7')],
    your_address: '127.0.0.1',
  });
  await owner.done(`/keys/${id}/certificates/${looked.sha256}/remove`);
  expectProblem(await owner.post(`/keys/${id}/certificates/${looked.sha256}/remove`), 'not_found');
});

test('an OAuth client is made, rotated and revoked', async () => {
  const key = await owner.done('/keys', { kind: 'test' });
  const client = await owner.done('/clients', { key_id: key.id, scopes: ['events:read'] });
  expect(client).toMatchObject({ scopes: ['events:read'], mode: 'test', secret: expect.stringMatching(/^tt_cs_/) });
  const refused = await owner.post('/clients', { key_id: key.id, scopes: ['everything'] });
  expect(expectProblem(refused, 'invalid_request').errors).toMatchObject([{ field: 'scopes' }]);
  const rotated = await owner.done(`/clients/${client.id}/rotate`, {});
  expect(rotated).toMatchObject({ previous_until: expect.any(String), revoked_tokens: 0 });
  expect((await owner.get('/clients')).body).not.toContain(rotated.secret);
  expect(await owner.done(`/clients/${client.id}/revoke`)).toMatchObject({ revoked_at: expect.any(String) });
});

test('calls are counted by key, day and answer, and what members do is not', async () => {
  const key = await owner.done('/keys', { kind: 'test', name: 'Counted' });
  for (let i = 0; i < 3; i++) await statusWith(key.key);
  await api.app.inject({ url: '/v1/events/evt_test_nowhere', headers: bearer(key) });
  await api.app.inject({
    method: 'POST',
    url: `/v1/mcp?key=${key.key}`,
    payload: { jsonrpc: '2.0', id: 1, method: 'ping' },
    headers: { accept: 'application/json, text/event-stream' },
  });
  const use = await owner.read('/use', { days: '1', key_id: key.id });
  expect(use.days).toHaveLength(1);
  expect(use.days[0]).toMatchObject({ calls: 5, assistant_calls: 1, rate_limited: 0, failed: 0 });
  expect(use.days[0].refused).toBeGreaterThan(0);
  expect(use.keys).toMatchObject([{ name: 'Counted', calls: 5, last_used_at: expect.any(String) }]);
  await api.ctx.sql`UPDATE api_keys SET rate_limit = 1 WHERE id = ${key.id}`;
  await waitFor(async () => (await statusWith(key.key)) === 429);
  const after = await owner.read('/use', { days: '1', key_id: key.id });
  expect(after.days[0].rate_limited).toBeGreaterThan(0);
  expect((await owner.read('/use', { days: '90' })).days.length).toBeGreaterThan(0);
  expectProblem(await owner.get('/use', { days: '91' }), 'invalid_request');
});

test('usage shows the names of keys only to roles that may read keys', async () => {
  await owner.done('/keys', { kind: 'test', name: 'Secret project' });
  const finance = await browserOf(api.ctx, api.app, { companyId: api.companyId, role: 'finance', step: false });
  expect((await owner.read('/use', { mode: 'test' })).keys.map((key: { name: string }) => key.name)).toContain(
    'Secret project',
  );
  const answer = await finance.get('/use', { mode: 'test' });
  expect([answer.statusCode, answer.json().keys]).toEqual([200, []]);
  expect(answer.body).not.toContain('Secret project');
});
