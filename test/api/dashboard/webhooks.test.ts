import type { DeliveryState } from '../../../src/deliveries/rules/delivery.js';
import type { TemporalClient } from '../../../src/platform/temporal/client.js';
import { createTestApi, type TestApi } from '../../support/api.js';
import { type Browser, browserOf } from '../../support/dashboard/dashboard.js';
import { addPartner } from '../../support/data/build.js';
import { addAttempt, addDelivery, addWebhookRows } from '../../support/data/deliveries.js';
import { jobDrains } from '../../support/jobs.js';
import { type Receiver, startReceiver } from '../../support/outside/receiver.js';
import { expectProblem } from '../../support/problem.js';

let api: TestApi;
let owner: Browser;
let receiver: Receiver;
beforeAll(async () => {
  api = await createTestApi({ context: { env: { ALLOW_PRIVATE_DELIVERY: '1' } } });
  owner = await browserOf(api.ctx, api.app, { companyId: api.companyId });
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  await api.close();
});

const add = (more: object = {}) =>
  owner.done('/endpoints', { kind: 'webhook', key_id: api.keys.test.id, url: `${receiver.url}/hook`, ...more });

/** Writes deliveries of an endpoint as they would be after some attempts, oldest first. */
async function history(endpointId: string, states: DeliveryState[]): Promise<string[]> {
  const ids: string[] = [];
  for (const state of states) {
    const isDelivered = state === 'delivered';
    const nextAttemptAt =
      state === 'pending' ? { nextAttemptAt: new Date(api.ctx.clock.now().getTime() + 60_000) } : {};
    const delivery = { endpointId, eventId: 'evt_test_a', mode: 'test', state, attempt: 1, ...nextAttemptAt } as const;
    const deliveryId = await addDelivery(api.ctx, { ...delivery, content: Buffer.from('{"id":1}') });
    const [outcome, statusCode] = isDelivered ? (['ok', 200] as const) : (['http_5xx', 500] as const);
    await addAttempt(api.ctx, { deliveryId, outcome, statusCode, durationMs: 40, answer: 'oops' });
    ids.push(deliveryId);
    api.ctx.clock.advance(1_000);
  }
  return ids;
}

test('a webhook is added without its secret, which is revealed and rotated after the second step', async () => {
  const hook = await add();
  expect(hook).toMatchObject({ kind: 'webhook', mode: 'test', status: 'active', failing_share: null, replay: null });
  expect(JSON.stringify(hook)).not.toContain('whsec_');
  const { secret } = await owner.done(`/endpoints/${hook.id}/reveal`);
  expect(secret).toMatch(/^whsec_/);
  const rotated = await owner.done(`/endpoints/${hook.id}/rotate`, {});
  expect(rotated.secret).not.toBe(secret);
  expect(rotated.previous_secret_until).toEqual(expect.any(String));
  const again = await owner.post(`/endpoints/${hook.id}/rotate`, {});
  expect(expectProblem(again, 'rotated_already').detail).not.toContain('--again');
  expect((await owner.get('/endpoints')).body).not.toContain('whsec_');
});

test('many endpoints are paged, newest first, and searched by a part of their address', async () => {
  const other = await browserOf(api.ctx, api.app, { companyId: await companyOf(60) });
  const idsOf = (page: { data: { id: string }[] }) => page.data.map(({ id }) => id);
  const first = await other.read('/endpoints', { kind: 'webhook' });
  expect(first.data).toHaveLength(25);
  const second = await other.read('/endpoints', { cursor: first.next });
  const third = await other.read('/endpoints', { cursor: second.next });
  expect(third.next).toBeNull();
  const all = [first, second, third].flatMap(idsOf);
  expect(all).toEqual(Array.from({ length: 60 }, (_none, i) => `whk_many${String(59 - i).padStart(2, '0')}`));
  expect(idsOf(await other.read('/endpoints', { search: 'SHOP7.' }))).toEqual(['whk_many07']);
  expect(idsOf(await other.read('/endpoints', { search: 'whk_many12' }))).toEqual(['whk_many12']);
  expect(idsOf(await other.read('/endpoints', { search: '%' }))).toEqual([]);
  expect(idsOf(await other.read('/endpoints', { kind: 'postback' }))).toEqual([]);
  expectProblem(await owner.get('/endpoints', { cursor: first.next }), 'invalid_cursor');
});

/** A company whose test key has this many webhooks, added two at a time. */
async function companyOf(webhooks: number): Promise<string> {
  const { ctx } = api;
  const { companyId, keyId } = await addPartner(ctx, 'test');
  const now = ctx.clock.now();
  const rows = Array.from({ length: webhooks }, (_, i) => ({
    id: `whk_many${String(i).padStart(2, '0')}`,
    mode: 'test' as const,
    url: `https://shop${i}.example/hook`,
    createdAt: new Date(now.getTime() + Math.floor(i / 2)),
  }));
  await addWebhookRows(ctx, { companyId, keyId }, rows);
  return companyId;
}

test('an address is checked during typing, and a template shows its sample call', async () => {
  const check = (kind: string, url: string) => owner.done('/endpoints/check', { kind, key_id: api.keys.test.id, url });
  expect(await check('webhook', `${receiver.url}/x`)).toEqual({ ok: true, errors: [], preview: null });
  expect(await check('webhook', 'ftp://x')).toMatchObject({ ok: false, errors: [{ field: 'url' }] });
  expect(await check('postback', `${receiver.url}/p?s={sale_id}&t={status}`)).toMatchObject({
    ok: true,
    preview: `${receiver.url}/p?s=sale_test&t=pending`,
  });
  expect(await check('postback', `${receiver.url}/p?s={sale}`)).toMatchObject({
    ok: false,
    errors: [{ field: 'url' }],
  });
  const refused = await owner.post('/endpoints', { kind: 'postback', key_id: api.keys.test.id, url: 'x{y}' });
  expect(expectProblem(refused, 'invalid_request').errors).toMatchObject([{ field: 'url' }]);
  expect(
    (await owner.read('/postbacks/placeholders')).placeholders.map(({ name }: { name: string }) => name),
  ).toContain('order_id');
});

test('a sample is sent, its answer shown, and both stand in the log; a replay leaves it out', async () => {
  const hook = await add();
  const sent = await owner.done(`/endpoints/${hook.id}/test`);
  expect(sent).toMatchObject({ outcome: 'ok', status_code: 204 });
  const broken = await add({ url: `${receiver.url.replace(/\d+$/, '1')}/hook` });
  await owner.done(`/endpoints/${broken.id}/test`);
  const postback = await add({ kind: 'postback', url: `${receiver.url}/p?s={status}` });
  await owner.done(`/endpoints/${postback.id}/test`);

  const logOf = async ({ id }: { id: string }) => (await owner.read(`/endpoints/${id}/deliveries`)).data;
  const all = { what: 'test', mode: 'test', attempt: 1 };
  expect(await logOf(hook)).toMatchObject([
    { ...all, id: sent.delivery_id, type: 'event.changed', state: 'delivered' },
  ]);
  expect(await logOf(broken)).toMatchObject([{ ...all, state: 'failed', last_outcome: 'connection_refused' }]);
  expect(await logOf(postback)).toMatchObject([{ ...all, type: 'earnings.changed', state: 'delivered' }]);
  expect(await owner.read(`/deliveries/${sent.delivery_id}`)).toMatchObject({
    attempts: [{ outcome: 'ok', status_code: 204 }],
    request: { body: receiver.received.find(({ deliveryId }) => deliveryId === sent.delivery_id)?.body.toString() },
  });
  const since = new Date(0).toISOString();
  expect(await owner.read(`/endpoints/${broken.id}/replay`, { since })).toEqual({ count: 0 });
  await owner.done(`/endpoints/${broken.id}/replay`, { since });
  await drain('delivery.replay');
  expect(await owner.read(`/endpoints/${broken.id}`)).toMatchObject({ counts: { failed: 1 }, failing_since: null });
});

test('the log pages newest first, filters, and its cursor is good for this endpoint alone', async () => {
  const hook = await add();
  const ids = await history(hook.id, ['delivered', 'failed', 'delivered', 'pending', 'held']);
  const path = `/endpoints/${hook.id}/deliveries`;
  const idsOf = (page: { data: { id: string }[] }) => page.data.map(({ id }) => id);
  const first = await owner.read(path, { limit: '2' });
  expect(idsOf(first)).toEqual([ids[4], ids[3]]);
  const second = await owner.read(path, { limit: '2', cursor: first.next });
  expect(idsOf(second)).toEqual([ids[2], ids[1]]);
  const third = await owner.read(path, { limit: '2', cursor: second.next });
  expect([idsOf(third), third.next]).toEqual([[ids[0]], null]);
  expect(idsOf(await owner.read(path, { state: 'retrying' }))).toEqual([ids[3]]);
  expect(idsOf(await owner.read(path, { state: 'pending' }))).toEqual([]);
  expect(idsOf(await owner.read(path, { state: 'delivered', event_id: 'evt_test_a' }))).toEqual([ids[2], ids[0]]);
  expect(idsOf(await owner.read(path, { type: 'earnings.changed' }))).toEqual([]);
  expect(idsOf(await owner.read(path, { since: first.data[1].created_at }))).toEqual([ids[4], ids[3]]);
  expect(idsOf(await owner.read(path, { until: first.data[1].created_at }))).toEqual([ids[2], ids[1], ids[0]]);
  const other = await add();
  expectProblem(await owner.get(`/endpoints/${other.id}/deliveries`, { cursor: first.next }), 'invalid_cursor');
  expect(await owner.read(`/endpoints/${hook.id}`)).toMatchObject({
    waiting: 1,
    counts: { delivered: 2, failed: 1, retrying: 1, held: 1, stopped: 0 },
  });
});

test('a delivery shows its attempts, and the request with the signature masked', async () => {
  const hook = await add();
  const [id] = await history(hook.id, ['failed']);
  const shown = await owner.read(`/deliveries/${id}`);
  expect(shown).toMatchObject({
    state: 'failed',
    attempts: [{ number: 1, outcome: 'http_5xx', status_code: 500, duration_ms: 40, answer: 'oops' }],
    request: { method: 'POST', url: hook.url, body: '{"id":1}', headers: { 'Service-Delivery-Id': id } },
  });
  expect(shown.request.headers['Service-Signature']).toMatch(/^t=\d+,v1=•+$/);
});

test('health counts what ended in its stretch of time', async () => {
  const hook = await add();
  await history(hook.id, ['delivered', 'failed', 'delivered']);
  for (const [range, buckets] of [
    ['24h', 24],
    ['7d', 28],
    ['30d', 30],
  ] as const) {
    const health = await owner.read(`/endpoints/${hook.id}/health`, { range });
    expect(health.total).toEqual({ attempts: 3, succeeded: 2, p50_ms: 40, p95_ms: 40 });
    expect(health.buckets).toHaveLength(buckets);
    expect(health.buckets.at(-1)).toMatchObject({ attempts: 3, succeeded: 2 });
    expect(health.buckets[0]).toMatchObject({ attempts: 0, p50_ms: null });
  }
});

test('what failed is counted first, and then replayed by a worker', async () => {
  const hook = await add();
  const since = api.ctx.clock.now().toISOString();
  const ids = await history(hook.id, ['failed', 'delivered', 'held', 'stopped']);
  expect(await owner.read(`/endpoints/${hook.id}/replay`, { since })).toEqual({ count: 2 });
  expect(await owner.read(`/endpoints/${hook.id}/replay`, { since, states: 'stopped' })).toEqual({ count: 1 });
  for (const states of ['stopped,lost', 'pending', 'failed,', ' held']) {
    const refused = await owner.get(`/endpoints/${hook.id}/replay`, { since, states });
    expect(expectProblem(refused, 'invalid_request').errors).toMatchObject([{ field: 'states' }]);
  }
  const asked = await owner.post(`/endpoints/${hook.id}/replay`, { since });
  expect([asked.statusCode, asked.json().count]).toEqual([202, 2]);
  expect((await owner.read(`/endpoints/${hook.id}`)).replay).toMatchObject({ restarted: 0, finished_at: null });
  await drain('delivery.replay');
  expect(await owner.read(`/endpoints/${hook.id}`)).toMatchObject({
    replay: { restarted: 2, finished_at: expect.any(String) },
    counts: { pending: 2, retrying: 0, delivered: 1, stopped: 1 },
  });
  const [row] = await api.ctx
    .sql`SELECT actor FROM audit_log WHERE action = 'delivery.replay' AND object_id = ${hook.id}`;
  expect(row?.actor).toBe(owner.memberId);
  expect((await owner.read(`/deliveries/${ids[0]}`)).run).toBe(2);
});

/** A worker's handling of one topic of the outbox, with its calls of Temporal. */
async function drain(topic: string): Promise<string[]> {
  const signals: string[] = [];
  const handle = (workflowId: string) => ({
    signal: async (signal: string) => void signals.push(`${signal} ${workflowId}`),
  });
  const call = <T>(work: () => Promise<T>) => work();
  const temporal = { call, client: { workflow: { getHandle: handle } }, queue: (name: string) => name, suffix: '' };
  const drains = jobDrains(api.ctx, temporal as unknown as TemporalClient);
  await drains.find((drain) => drain.topic === topic)?.run();
  return signals;
}

test('a delivery is replayed, another stopped, a third retried, all without Temporal', async () => {
  const hook = await add();
  const [failed, waiting, hurried] = await history(hook.id, ['failed', 'pending', 'pending']);
  const again = await owner.post(`/deliveries/${failed}/replay`);
  expect([again.statusCode, again.json()]).toMatchObject([202, { run: 2 }]);
  expectProblem(await owner.post(`/deliveries/${failed}/replay`), 'invalid_request');
  expect(await owner.done(`/deliveries/${waiting}/stop`)).toMatchObject({ state: 'stopped' });
  expect(await owner.done(`/deliveries/${hurried}/retry-now`)).toMatchObject({ state: 'retrying' });
  expectProblem(await owner.post(`/deliveries/${waiting}/retry-now`), 'invalid_request');
});

test('it is disabled, enabled and removed; how far it is on the way to being disabled shows', async () => {
  const hook = await add();
  const chosen = { events: ['order.changed'] };
  expect(await owner.done(`/endpoints/${hook.id}/types`, chosen)).toMatchObject(chosen);
  expect(await owner.done(`/endpoints/${hook.id}/disable`)).toMatchObject({ status: 'disabled' });
  expectProblem(await owner.post(`/endpoints/${hook.id}/replay`, { since: '2026-01-01T00:00:00Z' }), 'invalid_request');
  expect(await owner.done(`/endpoints/${hook.id}/enable`)).toMatchObject({ status: 'active' });
  const since = new Date(api.ctx.clock.now().getTime() - 60 * 3_600_000);
  await api.ctx
    .sql`UPDATE delivery_endpoints SET failing_since = ${since}, last_failure = 'timeout' WHERE id = ${hook.id}`;
  expect(await owner.read(`/endpoints/${hook.id}`)).toMatchObject({
    failing_share: 0.5,
    disables_at: new Date(since.getTime() + 120 * 3_600_000).toISOString(),
    last_failure: 'timeout',
  });
  await owner.done(`/endpoints/${hook.id}/remove`);
  expectProblem(await owner.get(`/endpoints/${hook.id}`), 'not_found');
});

test('a notice names the host of what fails, and when it will be disabled, to members who may change it', async () => {
  const hook = await add({ url: `${receiver.url}/hook?token=secret` });
  const since = new Date(api.ctx.clock.now().getTime() - 72 * 3_600_000);
  await api.ctx.sql`UPDATE delivery_endpoints SET failing_since = ${since}, last_failure = 'dns' WHERE id = ${hook.id}`;
  const noticeFor = async (member: Browser) => {
    const answer = await member.get('/notices', { mode: 'test' });
    expect(answer.body).not.toContain('token=secret');
    return answer.json().data.find((webhook: { endpoint_id: string }) => webhook.endpoint_id === hook.id);
  };
  const expected = { code: 'webhook_failing', since: since.toISOString(), last_failure: 'dns' };
  const ends = new Date(since.getTime() + 120 * 3_600_000).toISOString();
  expect(await noticeFor(owner)).toMatchObject({ ...expected, host: receiver.url, ends_at: ends });
  for (const role of ['finance', 'marketing', 'viewer'] as const) {
    expect(await noticeFor(await browserOf(api.ctx, api.app, { companyId: api.companyId, role }))).toBeUndefined();
  }
});
