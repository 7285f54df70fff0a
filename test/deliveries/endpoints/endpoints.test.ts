import { z } from 'zod';
import { addPostback, addWebhook } from '../../../src/deliveries/endpoints/add-endpoint.js';
import { endpointNotices } from '../../../src/deliveries/endpoints/alerts.js';
import { getEndpoint, listEndpoints } from '../../../src/deliveries/endpoints/list-endpoints.js';
import { rotateSecret } from '../../../src/deliveries/endpoints/secrets.js';
import { sendTest } from '../../../src/deliveries/endpoints/send-test.js';
import { disableEndpoint, enableEndpoint, removeEndpoint } from '../../../src/deliveries/endpoints/switch-endpoint.js';
import { getDelivery } from '../../../src/deliveries/list-deliveries.js';
import { earning } from '../../../src/earnings/wire.js';
import { order } from '../../../src/orders/wire.js';
import { settlement } from '../../../src/settlements/wire.js';
import { createTestContext, type TestContext } from '../../support/context.js';
import { addEvent, addKey, addPartner, type Seller } from '../../support/data/build.js';
import { startCanary } from '../../support/outside/misbehaving-server.js';
import { startReceiver } from '../../support/outside/receiver.js';
import { touchEvents } from '../../support/temporal/fan-out.js';

let ctx: TestContext;
let live: Seller;
let sandbox: Seller;
let website: Seller;

beforeAll(async () => {
  ctx = await createTestContext();
  live = await addPartner(ctx);
  sandbox = await addKey(ctx, live.companyId, 'test');
  website = await addKey(ctx, live.companyId, 'website');
});
afterAll(() => ctx.close());

const URL = 'https://hooks.partner.example/in';

test('a webhook belongs to its key: the kind of the key decides its types', async () => {
  const subscriptionsOf = async (key: Seller) => {
    const { mode, events } = await addWebhook(ctx, { key: key.keyId, url: URL });
    return { mode, events };
  };
  expect(await subscriptionsOf(live)).toEqual({ mode: 'live', events: ['event.changed', 'earnings.changed'] });
  expect(await subscriptionsOf(sandbox)).toEqual({ mode: 'test', events: ['event.changed', 'earnings.changed'] });
  expect(await subscriptionsOf(website)).toEqual({ mode: 'live', events: ['event.changed'] });
});

test('the secret is shown once and kept encrypted', async () => {
  const { id, secret, ...endpoint } = await addWebhook(ctx, { key: live.keyId, url: URL });
  expect(id).toMatch(/^whk_/);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9]{40}$/);
  expect(JSON.stringify(await getEndpoint(ctx, id))).not.toContain(secret);
  expect(endpoint).toMatchObject({ url: URL, status: 'active', failingSince: null });
  const [row] = await ctx.sql<
    { row: string }[]
  >`SELECT to_jsonb(e)::text AS row FROM delivery_endpoints e WHERE id = ${id}`;
  expect(row?.row).not.toContain(secret);
  expect(row?.row).not.toContain(Buffer.from(secret).toString('hex'));
});

test.each([
  ['http://hooks.partner.example/', 'live deliveries need https'],
  ['https://127.0.0.1/', 'this address is private'],
  ['https://[::ffff:10.0.0.1]/', 'this address is private'],
  ['https://hooks.partner.example:0/', 'has port 0'],
  ['https://localhost/', 'this address is private'],
  ['https://me:secret@hooks.partner.example/', 'user name or password'],
  ['ftp://hooks.partner.example/', 'must begin with https'],
])('a live webhook at %s is refused', async (url, reason) => {
  await expect(addWebhook(ctx, { key: live.keyId, url })).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining(reason),
    errors: [{ field: 'url' }],
  });
});

test('a test key may use http, to public addresses', async () => {
  await expect(addWebhook(ctx, { key: sandbox.keyId, url: 'http://hooks.partner.example/' })).resolves.toBeDefined();
  await expect(addWebhook(ctx, { key: sandbox.keyId, url: 'http://169.254.169.254/' })).rejects.toThrow('public');
});

test.each([
  ['https://{sub_id}.tracker.example/', 'only after the host'],
  ['https://tracker.example{sub_id}/', 'only after the host'],
  ['{sub_id}https://tracker.example/', 'only after the host'],
  ['https://tracker.example/?e={email}', '{email} is not a placeholder'],
  ['http://tracker.example/?s={sub_id}', 'live deliveries need https'],
  ['https://10.0.0.1/?s={sub_id}', 'this address is private'],
  ['https://me@tracker.example/?s={sub_id}', 'user name or password'],
  ['https://tracker.example/#{sub_id}', 'has a fragment'],
])('the postback template %s is refused', async (template, reason) => {
  await expect(addPostback(ctx, { key: live.keyId, url: template })).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining(reason),
    errors: [{ field: 'url' }],
  });
});

test('a postback is kept as its template, for keys that may receive earnings', async () => {
  const template = 'https://tracker.example/c?t=token&s={status}&c={sub_id}';
  expect(await addPostback(ctx, { key: live.keyId, url: template })).toMatchObject({
    id: expect.stringMatching(/^pbk_/),
    kind: 'postback',
    url: template,
    events: ['earnings.changed'],
  });
  await expect(addPostback(ctx, { key: website.keyId, url: template })).rejects.toThrow('which receives no earnings');
});

test('unknown and revoked keys, and more endpoints than a key may have, are refused', async () => {
  await expect(addWebhook(ctx, { key: 'key_unknown', url: URL })).rejects.toThrow('There is no key key_unknown.');
  const key = await addKey(ctx, live.companyId, 'server');
  for (let count = 0; count < 20; count += 1) await addWebhook(ctx, { key: key.keyId, url: URL });
  await expect(addWebhook(ctx, { key: key.keyId, url: URL })).rejects.toThrow('has 20 endpoints already');
  await ctx.sql`UPDATE api_keys SET revoked_at = created_at WHERE id = ${key.keyId}`;
  await expect(addWebhook(ctx, { key: key.keyId, url: URL })).rejects.toThrow('key: is revoked');
});

test('rotating keeps the old secret for a day; a postback has none', async () => {
  const { id, secret } = await addWebhook(ctx, { key: live.keyId, url: URL });
  const rotated = await rotateSecret(ctx, id);
  expect(rotated.secret).not.toBe(secret);
  expect(rotated.previousSecretUntil).toEqual(new Date(ctx.clock.now().getTime() + 86_400_000));
  expect((await getEndpoint(ctx, id)).previousSecretUntil).toEqual(rotated.previousSecretUntil);
  const { id: postback } = await addPostback(ctx, { key: live.keyId, url: 'https://tracker.example/' });
  await expect(rotateSecret(ctx, postback)).rejects.toThrow('is not signed');
});

test('disabling, enabling and removing', async () => {
  const { id } = await addWebhook(ctx, { key: live.keyId, url: URL });
  await disableEndpoint(ctx, id);
  expect(await getEndpoint(ctx, id)).toMatchObject({ status: 'disabled', disabledReason: 'operator' });
  await enableEndpoint(ctx, id);
  expect(await getEndpoint(ctx, id)).toMatchObject({ status: 'active', disabledReason: null });
  await removeEndpoint(ctx, id);
  await expect(getEndpoint(ctx, id)).rejects.toThrow(`There is no endpoint ${id}.`);
  await expect(enableEndpoint(ctx, id)).rejects.toThrow(`There is no endpoint ${id}.`);
  expect((await listEndpoints(ctx, { companyId: live.companyId })).map((endpoint) => endpoint.id)).not.toContain(id);
});

test('a test is sent signed, with a sample event in test mode, and says how it was answered', async () => {
  const own = await createTestContext({ env: { ALLOW_PRIVATE_DELIVERY: '1' } });
  const partner = await addPartner(own);
  await touchEvents(own, [await addEvent(own, { id: 'evt_test_sample1', test: true })]);
  let [secret, body] = ['', 'thanks'];
  const receiver = await startReceiver({
    secrets: () => [secret],
    answer: (response) => response.writeHead(202).end(body),
  });
  const hook = await addWebhook(own, { key: partner.keyId, url: receiver.url });
  ({ secret } = hook);
  expect(await sendTest(own, hook.id)).toMatchObject({ outcome: 'ok', statusCode: 202, answer: 'thanks' });
  body = `you sent \u202e${secret}`;
  const { deliveryId, answer } = await sendTest(own, hook.id);
  expect(answer).toBe('you sent \\u202ewhsec_[masked]');
  expect((await getDelivery(own, deliveryId)).attempts.map((attempt) => attempt.answer)).toEqual([answer]);
  receiver.received.splice(1);
  const postback = await addPostback(own, {
    key: partner.keyId,
    url: `${receiver.url}/p?s={status}&x={event_id}`,
  });
  expect(await sendTest(own, postback.id)).toMatchObject({ outcome: 'ok' });
  const [signed, called] = receiver.received;
  expect(signed?.verified).toBe(true);
  const { event } = JSON.parse(signed?.body.toString() ?? '').data;
  expect(JSON.parse(signed?.body.toString() ?? '')).toMatchObject({ type: 'event.changed', mode: 'test' });
  expect(event.id).toBe('evt_test_sample1');
  expect(event.tickets.buy_url).toContain(partner.ref);
  expect(called?.path).toBe('/p?s=pending&x=evt_test_sample');
  receiver.received.splice(0);
  for (const [type, schema] of [
    ['order.changed', z.object({ order })],
    ['earnings.changed', z.object({ earning })],
    ['settlement.changed', z.object({ settlement })],
  ] as const) {
    const chosen = await addWebhook(own, { key: partner.keyId, url: receiver.url, events: [type] });
    await sendTest(own, chosen.id);
    const body = JSON.parse(receiver.received.pop()?.body.toString() ?? '');
    expect([body.type, schema.safeParse(body.data).error?.issues]).toEqual([type, undefined]);
  }
  await receiver.close();
  expect(await sendTest(own, hook.id)).toMatchObject({ outcome: 'connection_refused', statusCode: null });
  await own.close();
});

test('a name that can only mean this machine is refused when it is saved, and nothing connects', async () => {
  const canary = await startCanary();
  await expect(addWebhook(ctx, { key: sandbox.keyId, url: `http://a.localhost:${canary.port}/` })).rejects.toThrow(
    'this address is private',
  );
  expect(canary.connections()).toBe(0);
  await canary.close();
});

test('the owner of a key sees failing endpoints', async () => {
  const key = await addKey(ctx, live.companyId, 'server');
  const { id } = await addWebhook(ctx, { key: key.keyId, url: URL });
  const fail = (minutesAgo: number) =>
    ctx.sql`UPDATE delivery_endpoints SET last_failure = 'http_5xx', failing_since = ${new Date(ctx.clock.now().getTime() - minutesAgo * 60_000)} WHERE id = ${id}`;
  await fail(59);
  expect(await endpointNotices(ctx, key.keyId)).toEqual([]);
  await fail(61);
  expect(await endpointNotices(ctx, key.keyId)).toEqual([
    `webhook_failing: ${id} has failed since 2026-11-02T07:59:00.000Z; the last failure was http_5xx.`,
  ]);
  await ctx.sql`UPDATE delivery_endpoints SET status = 'disabled', disabled_reason = 'failing', disabled_at = created_at WHERE id = ${id}`;
  expect(await endpointNotices(ctx, key.keyId)).toEqual([expect.stringMatching(/^webhook_disabled: whk_/)]);
  expect(await endpointNotices(ctx, live.keyId)).toEqual([]);
});

test('the example receiver of the start is the one private address that is allowed', async () => {
  const own = await createTestContext({ env: { EXAMPLE_RECEIVER: 'http://127.0.0.1:4000' } });
  const { keyId } = await addPartner(own);
  await expect(addWebhook(own, { key: keyId, url: 'http://127.0.0.1:4000/live' })).resolves.toBeDefined();
  for (const url of [
    'http://127.0.0.1:4001/',
    'http://127.0.0.1:4000@10.0.0.1/',
    'http://localhost:4000/',
    'https://127.0.0.1:4000/',
  ]) {
    await expect(addWebhook(own, { key: keyId, url })).rejects.toThrow('url:');
  }
  await own.close();
});
