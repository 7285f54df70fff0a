import { setTimeout as pause } from 'node:timers/promises';
import { revokeKey } from '../../src/access/keys.js';
import { suspendCompany } from '../../src/companies/suspend-company.js';
import { addWebhook } from '../../src/deliveries/endpoints/add-endpoint.js';
import { rotateSecret } from '../../src/deliveries/endpoints/secrets.js';
import { disableEndpoint, removeEndpoint } from '../../src/deliveries/endpoints/switch-endpoint.js';
import { verifySignature } from '../../src/deliveries/rules/webhook-signature.js';
import { Sender } from '../../src/deliveries/sender/sender.js';
import { stopDelivery } from '../../src/deliveries/stop-delivery.js';
import { PERMISSION_MS } from '../../src/platform/outbox/notify-senders.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { addEvent, openShop, type Shop } from '../support/data/build.js';
import { type Received, type Receiver, startReceiver } from '../support/outside/receiver.js';
import { touchEvents, writeDeliveries } from '../support/temporal/fan-out.js';
import { waitFor } from '../support/wait-for.js';

/** How long a receiver takes: a sender's claims for it last for a second. */
const ANSWER_MS = 100;

let ctx: TestContext;
let shop: Shop;
let receiver: Receiver;
let sender: Sender;
let endpointId: string;
/** When each attempt began, in the order of their timestamps: every attempt that is signed finds the clock a second further. */
const begunAt: number[] = [];
/** Answers that wait, where the receiver stands still. */
let held: (() => void)[] | null = null;

beforeAll(async () => {
  receiver = await startReceiver({
    answer: (response) => {
      const respond = () => void response.writeHead(204).end();
      if (held) held.push(respond);
      else setTimeout(respond, ANSWER_MS);
    },
  });
});
beforeEach(async () => {
  ctx = await createTestContext({ env: { ALLOW_PRIVATE_DELIVERY: '1' } });
  shop = await openShop(ctx);
  ({ id: endpointId } = await addWebhook(ctx, { key: shop.live.keyId, url: receiver.url }));
  receiver.received.length = 0;
  begunAt.length = 0;
});
afterEach(async () => {
  await sender.stop();
  await ctx.close();
});
afterAll(() => receiver.close());

/** Has a sender at work that has claimed more than it sends in a second. */
async function atWork(): Promise<string[]> {
  const first = await addEvent(ctx, {});
  const events = [first, ...(await Promise.all(Array.from({ length: 199 }, () => addEvent(ctx, {}))))];
  await touchEvents(ctx, events);
  const ids = await writeDeliveries(ctx);
  const unmoved = () => new Date(1_000 * begunAt.push(performance.now()));
  sender = new Sender({ ...ctx, clock: { now: () => ctx.clock.now(), unmoved } });
  sender.look();
  await waitFor(() => receiver.received.length >= 16 && sender.counts('fast').ahead >= 40);
  return ids;
}

/** Requests that began after an instant and have arrived, after any time. */
const begunAfter = (instant: number): Received[] =>
  receiver.received.filter(({ headers }) => (begunAt[Number(headers['service-timestamp']) - 1] ?? 0) > instant);

test.each([
  ['disabling an endpoint', () => disableEndpoint(ctx, endpointId)],
  ['removing an endpoint', () => removeEndpoint(ctx, endpointId)],
  ['suspending a company', () => suspendCompany(ctx, shop.live.companyId)],
  ['revoking a key', () => revokeKey(ctx, { companyId: shop.live.companyId, keyId: shop.live.keyId })],
])('after the answer of %s no attempt begins, also no claimed one', async (_what, control) => {
  await atWork();
  const from = performance.now();
  await control();
  // Even a worker without any connection has no older permission at that time.
  expect(performance.now() - from).toBeGreaterThanOrEqual(PERMISSION_MS);
  const answered = performance.now();
  // Everything that was claimed then would have been sent.
  await pause(1_000);
  expect(begunAt.filter((at) => at > answered)).toEqual([]);
  await waitFor(() => sender.counts('fast').underWay + sender.counts('fast').ahead === 0);
});

test('a worker that cannot read its endpoints begins nothing after half a second', async () => {
  await atWork();
  const answers: (() => void)[] = [];
  held = answers;
  await waitFor(() => answers.length === 8);
  await ctx.sql.begin(async (tx) => {
    await tx`LOCK TABLE delivery_endpoints IN ACCESS EXCLUSIVE MODE`;
    await pause(PERMISSION_MS);
    const begun = begunAt.length;
    held = null;
    for (const answer of answers) answer();
    await waitFor(() => sender.counts('fast').underWay === 0);
    expect(sender.counts('fast').ahead).toBeGreaterThan(0);
    expect(begunAt).toHaveLength(begun);
  });
  await waitFor(async () => (await ctx.sql`SELECT FROM deliveries WHERE state = 'pending'`).length === 0);
});

test('after two rotations nothing is signed with the secret that is dead', async () => {
  await atWork();
  await rotateSecret(ctx, endpointId);
  const { secret } = await rotateSecret(ctx, endpointId, { again: true });
  const answered = performance.now();
  const after = await waitFor(() => begunAfter(answered).length > 8 && begunAfter(answered));
  const isSigned = ({ headers, body }: Received) =>
    verifySignature({
      header: String(headers['service-signature']),
      body,
      secrets: [secret],
      now: Number(headers['service-timestamp']),
    });
  expect(after.map(isSigned)).toEqual(after.map(() => true));
});

test('a delivery that was stopped is not sent, though it is claimed, and the others are', async () => {
  const ids = await atWork();
  const answers: (() => void)[] = [];
  held = answers;
  await waitFor(() => answers.length === 8);
  // The next that would be sent are claimed.
  const [stopped = ''] = ids.filter((id) => !receiver.received.some((request) => request.deliveryId === id));
  expect(await stopDelivery(ctx, stopped)).toBe('stopped');
  held = null;
  for (const answer of answers) answer();
  await waitFor(async () => (await ctx.sql`SELECT FROM deliveries WHERE state = 'pending'`).length === 0);
  expect(receiver.received.map((request) => request.deliveryId)).not.toContain(stopped);
  expect(new Set(receiver.received.map((request) => request.deliveryId)).size).toBe(199);
});
