import { createKey } from '../../../src/access/create-key.js';
import { createCompany } from '../../../src/companies/create-company.js';
import type { ChangeType } from '../../../src/core/change-type.js';
import { addPostback, addWebhook } from '../../../src/deliveries/endpoints/add-endpoint.js';
import { checkReceiver } from '../../../src/deliveries/endpoints/check-receiver.js';
import { createTestContext, type TestContext } from '../../support/context.js';
import { type Receiver, type ReceiverOptions, startReceiver } from '../../support/outside/receiver.js';

let ctx: TestContext;
let key: string;
const open: Receiver[] = [];
beforeAll(async () => {
  ctx = await createTestContext({ env: { ALLOW_PRIVATE_DELIVERY: '1' } });
  const { id: companyId } = await createCompany(ctx, { name: 'Receivers Ltd' });
  key = (await createKey(ctx, { companyId, kind: 'test' })).id;
});
afterAll(async () => {
  for (const socket of open) await socket.close();
  await ctx.close();
});

async function checked(options: (secret: () => string) => ReceiverOptions, events?: ChangeType[]) {
  let secret = '';
  const receiver = await startReceiver(options(() => secret));
  open.push(receiver);
  const webhook = await addWebhook(ctx, { key, url: receiver.url, events });
  secret = webhook.secret;
  const check = await checkReceiver(ctx, webhook.id);
  return { receiver, check, bad: check.steps.filter(({ verdict }) => verdict !== 'good').map(({ code }) => code) };
}

test('a receiver that verifies deliveries is good', async () => {
  const { check, receiver } = await checked((secret) => ({
    secrets: () => [secret()],
    now: () => Math.floor(ctx.clock.now().getTime() / 1_000),
    answer: (response, { verified }) => response.writeHead(verified ? 204 : 401).end(),
  }));
  expect(check).toMatchObject({ verdict: 'good' });
  expect(check.steps).toHaveLength(9);
  expect(receiver.received[4]?.deliveryId).toBe(receiver.received[0]?.deliveryId);
  expect(receiver.received.every(({ body }) => JSON.parse(body.toString()).mode === 'test')).toBe(true);
});

test('a webhook that receives orders also gets an order and its older version', async () => {
  const { check, receiver } = await checked(() => ({}), ['order.changed']);
  expect(check.steps.slice(9).map(({ code, verdict }) => [code, verdict])).toEqual([
    ['order', 'good'],
    ['older_order', 'good'],
  ]);
  const orders = receiver.received
    .slice(9)
    .map(({ headers, body }) => [headers['service-event'], JSON.parse(`${body}`)]);
  expect(orders).toMatchObject([
    ['order.changed', { type: 'order.changed', data: { order: { id: 'ord_test_sample', version: 2 } } }],
    ['order.changed', { type: 'order.changed', data: { order: { id: 'ord_test_sample', version: 1 } } }],
  ]);
});

test('a webhook that receives statements also gets a statement and its older status', async () => {
  const { check, receiver } = await checked(() => ({}), ['settlement.changed']);
  expect(check.steps.slice(9).map(({ code, verdict }) => [code, verdict])).toEqual([
    ['settlement', 'good'],
    ['older_settlement', 'good'],
  ]);
  const types = receiver.received
    .slice(9)
    .map(({ headers, body }) => [headers['service-event'], JSON.parse(`${body}`).type]);
  expect(types).toEqual(Array(2).fill(['settlement.changed', 'settlement.changed']));
});

test('a receiver that accepts everything gets advice', async () => {
  const { check, bad } = await checked(() => ({}));
  expect(bad).toEqual(['wrong_signature', 'stale_timestamp']);
  expect(check.steps[1]).toMatchObject({
    expected: 'refuse',
    answered: { statusCode: 204 },
    advice: expect.any(String),
  });
});

test('a receiver that knows only the first signature, and accepts only small bodies', async () => {
  const { bad } = await checked((secret) => ({
    secrets: () => [secret()],
    now: () => Math.floor(ctx.clock.now().getTime() / 1_000),
    answer: (response, { verified, headers, body }) => {
      const several = String(headers['service-signature']).split('v1=').length > 2;
      response.writeHead(!verified || several ? 401 : body.length > 50_000 ? 413 : 200).end();
    },
  }));
  expect(bad).toEqual(['two_signatures', 'large']);
});

test('an absent receiver is called once', async () => {
  const gone = await startReceiver();
  const webhook = await addWebhook(ctx, { key, url: gone.url });
  await gone.close();
  const { steps, verdict } = await checkReceiver(ctx, webhook.id);
  expect(verdict).toBe('mend');
  expect(steps.map((step) => step.verdict)).toEqual(['bad', ...Array(8).fill('unclear')]);
});

test('only the webhook of a test key is asked', async () => {
  const postback = await addPostback(ctx, { key, url: 'http://127.0.0.1:9/p' });
  await expect(checkReceiver(ctx, postback.id)).rejects.toMatchObject({ code: 'invalid_request' });
  await expect(checkReceiver(ctx, 'whk_none')).rejects.toMatchObject({ code: 'invalid_request' });
});

test('an echo is shown without the secret, and without invisible characters', async () => {
  const { check } = await checked((secret) => ({
    answer: (response) => response.writeHead(200).end(`you sent \u202e${secret()}`),
  }));
  expect(new Set(check.steps.map(({ answered }) => answered?.body))).toEqual(
    new Set(['you sent \\u202ewhsec_[masked]']),
  );
});
