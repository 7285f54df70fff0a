import type { ServerResponse } from 'node:http';
import { addWebhook } from '../../src/deliveries/endpoints/add-endpoint.js';
import { getEndpoint } from '../../src/deliveries/endpoints/list-endpoints.js';
import { getDelivery } from '../../src/deliveries/list-deliveries.js';
import { replayDelivery } from '../../src/deliveries/replay.js';
import { Sender } from '../../src/deliveries/sender/sender.js';
import { claimAttempts } from '../../src/deliveries/sql/claims.js';
import { disableEndpointRow } from '../../src/deliveries/sql/delivery-endpoints.js';
import { recordEnds } from '../../src/deliveries/sql/outcomes.js';
import { takeMessages } from '../../src/platform/outbox/messages.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { addEvent, openShop, type Shop } from '../support/data/build.js';
import { type Received, type Receiver, startReceiver } from '../support/outside/receiver.js';
import { touchEvents, writeDeliveries } from '../support/temporal/fan-out.js';
import { waitFor } from '../support/wait-for.js';

let ctx: TestContext;
let shop: Shop;
let receiver: Receiver;
let answer: (response: ServerResponse, received: Received) => void;
const responses: ServerResponse[] = [];
const senders: Sender[] = [];

beforeAll(async () => {
  receiver = await startReceiver({
    answer: (response, received) => {
      responses.push(response);
      answer(response, received);
    },
  });
});
beforeEach(async () => {
  ctx = await createTestContext({ env: { ALLOW_PRIVATE_DELIVERY: '1' } });
  shop = await openShop(ctx);
  answerWith(204);
  receiver.received.length = 0;
});
afterEach(async () => {
  for (const response of responses.splice(0)) if (!response.writableEnded) response.writeHead(204).end();
  await Promise.all(senders.splice(0).map((sender) => sender.stop()));
  await ctx.close();
});
afterAll(() => receiver.close());

const answerWith = (status: number) => {
  answer = (response) => response.writeHead(status).end();
};

/** A sender, as a worker has it: alone it has every shard. */
function startSender(of: TestContext = ctx, pace?: ConstructorParameters<typeof Sender>[1]): Sender {
  const sender = new Sender(of, pace);
  senders.push(sender);
  sender.look();
  return sender;
}

const addHook = async (path = '/') => (await addWebhook(ctx, { key: shop.live.keyId, url: receiver.url + path })).id;

async function makeDeliveries(events: number): Promise<string[]> {
  const ids = await Promise.all(Array.from({ length: events }, () => addEvent(ctx, {})));
  await touchEvents(ctx, ids);
  return writeDeliveries(ctx);
}

const countIn = async (state: string) => (await ctx.sql`SELECT FROM deliveries WHERE state = ${state}`).length;
const lapse = () => ctx.sql`UPDATE delivery_attempts SET claimed_until = now() WHERE claimed_until IS NOT NULL`;

test('retries keep a worker busy for a share of the time, for any endpoint, and leave the rest to first attempts', async () => {
  for (const path of ['/a', '/b', '/c']) await addHook(path);
  await makeDeliveries(40);
  const due = new Date(ctx.clock.now().getTime() - 60_000);
  await ctx.sql`UPDATE deliveries SET attempt = 1, last_outcome = 'timeout', next_attempt_at = ${due}`;
  // The attempts of the first claim take minutes.
  startSender(ctx, { busyShare: 1e-6, longestPauseMs: 600_000, latePauseMs: 600_000 });
  await waitFor(async () => (await countIn('delivered')) > 0, { what: 'the first retries' });
  const retries = async () => (await ctx.sql`SELECT FROM delivery_attempts WHERE number = 2`).length;
  const claimed = await retries();
  const fresh = await makeDeliveries(20);
  const undelivered = () => ctx.sql`SELECT FROM deliveries WHERE id = ANY (${fresh}) AND state <> 'delivered'`;
  await waitFor(async () => (await undelivered()).length === 0, { what: 'the first attempts' });
  expect(await retries()).toBe(claimed);
  expect(claimed).toBeLessThan(100);
});

test('while first attempts begin late, retries wait, and no first attempt waits for them', async () => {
  await addHook('/failing');
  await makeDeliveries(250);
  const due = new Date(ctx.clock.now().getTime() - 60_000);
  await ctx.sql`UPDATE deliveries SET attempt = 1, last_outcome = 'timeout', next_attempt_at = ${due}`;
  await ctx.sql`UPDATE delivery_endpoints SET subscribes_events = false`;
  await addHook('/well');
  const [late = ''] = await makeDeliveries(1);
  // Its claim waited for two seconds.
  ctx.clock.advance(2_000);
  const sender = startSender(ctx, { busyShare: 1, longestPauseMs: 1, latePauseMs: 600_000 });
  await waitFor(async () => (await getDelivery(ctx, late)).state === 'delivered');
  await waitFor(() => sender.counts('fast').underWay + sender.counts('fast').ahead === 0);
  const retries = async () => (await ctx.sql`SELECT FROM delivery_attempts WHERE number = 2`).length;
  const claimed = await retries();
  const fresh = await makeDeliveries(20);
  const undelivered = () => ctx.sql`SELECT FROM deliveries WHERE id = ANY (${fresh}) AND state <> 'delivered'`;
  await waitFor(async () => (await undelivered()).length === 0, { what: 'the first attempts' });
  expect(await retries()).toBe(claimed);
  expect(claimed).toBeLessThan(250);
});

test('announced deliveries of an endpoint are sent without a look at all others', async () => {
  const unnamed = await addHook('/unnamed');
  const named = await addHook('/named');
  const sender = startSender();
  await makeDeliveries(1);
  sender.look();
  await waitFor(async () => (await countIn('delivered')) === 2);
  receiver.received.length = 0;
  await makeDeliveries(1);
  sender.look({ kind: 'first', endpointIds: [named] });
  await waitFor(async () => (await countIn('delivered')) === 4);
  expect(receiver.received.map((request) => request.path)).toEqual(['/named', '/unnamed']);
  const due = new Date(ctx.clock.now().getTime() - 1_000);
  await ctx.sql`
    UPDATE deliveries SET state = 'pending', attempt = 1, last_outcome = 'timeout', next_attempt_at = ${due}, finished_at = NULL`;
  await ctx.sql`UPDATE delivery_endpoints SET retries_until = ${due} WHERE id = ${unnamed}`;
  sender.look({ kind: 'retry', endpointIds: [unnamed, named] });
  // An attempt is written before it is sent.
  await waitFor(() => receiver.received.length === 4);
  expect(receiver.received.slice(2).map((request) => request.path)).toEqual(['/unnamed', '/unnamed']);
});

test('two senders send each delivery once, and write each attempt down', async () => {
  await addHook('/a');
  await addHook('/b');
  const ids = await makeDeliveries(60);
  startSender();
  startSender();
  await waitFor(async () => (await countIn('delivered')) === ids.length);
  expect(receiver.received.map((request) => request.deliveryId).sort()).toEqual([...ids].sort());
  const attempts = await ctx.sql`SELECT number, sends, outcome, status_code, claimed_until FROM delivery_attempts`;
  expect(attempts).toHaveLength(ids.length);
  for (const attempt of attempts) {
    expect(Object.values(attempt)).toEqual([1, 1, 'ok', 204, null]);
  }
});

test('claimed attempts of a killed worker are sent again when their lease has ended: the same attempt, id and bytes', async () => {
  const endpointId = await addHook();
  const [id = ''] = await makeDeliveries(1);
  const claim = { kind: 'first', wanted: new Map([[endpointId, 1]]), leaseMs: 3_600_000 } as const;
  const now = ctx.clock.now();
  const [claimed] = await claimAttempts(ctx.sql, { ...claim, now });
  await makeDeliveries(1);
  const sender = startSender();
  await waitFor(async () => (await countIn('delivered')) === 1);
  await lapse();
  sender.look();
  await waitFor(async () => (await getDelivery(ctx, id)).state === 'delivered');
  expect(await getDelivery(ctx, id)).toMatchObject({ attempt: 1, attempts: [{ number: 1, sends: 2, outcome: 'ok' }] });
  expect(receiver.received.map((request) => request.deliveryId)).toEqual([expect.not.stringMatching(id), id]);
  expect(receiver.received[1]?.body).toEqual(claimed?.content);
});

test('a failed attempt is announced for the workflow of its endpoint, with the gap counted from the failure', async () => {
  const endpointId = await addHook();
  const [id = ''] = await makeDeliveries(1);
  answerWith(503);
  const sender = startSender();
  await waitFor(async () => (await getDelivery(ctx, id)).attempt === 1);
  expect(await getDelivery(ctx, id)).toMatchObject({
    state: 'pending',
    lastOutcome: 'http_5xx',
    nextAttemptAt: new Date(ctx.clock.now().getTime() + 60_000),
    attempts: [{ number: 1, outcome: 'http_5xx', statusCode: 503 }],
  });
  expect(await ctx.sql.begin((tx) => takeMessages(tx, 'endpoint.retries', 10))).toEqual([endpointId]);
  const [row] = await ctx.sql`SELECT next_round_at, failures_in_a_row FROM delivery_endpoints`;
  expect(row).toEqual({ nextRoundAt: new Date(ctx.clock.now().getTime() + 60_000), failuresInARow: 1 });
  // It is known until when nothing is due: later failures announce nothing.
  ctx.clock.advance(1_000);
  const [second = ''] = await makeDeliveries(1);
  sender.look();
  await waitFor(async () => (await getDelivery(ctx, second)).attempt === 1);
  expect(await ctx.sql.begin((tx) => takeMessages(tx, 'endpoint.retries', 10))).toEqual([]);
});

test('an outcome that is reported after its lease was lost moves a delivery no step back, unless it is the success', async () => {
  const endpointId = await addHook();
  const [id = ''] = await makeDeliveries(1);
  answerWith(500);
  startSender();
  await waitFor(async () => (await getDelivery(ctx, id)).attempt === 1);
  await ctx.sql`UPDATE deliveries SET attempt = 2 WHERE id = ${id}`;
  const before = await getDelivery(ctx, id);
  const late = {
    id,
    run: 1,
    attempt: 1,
    endpointId,
    statusCode: 404,
    durationMs: 9_000,
    detail: null,
    answer: Buffer.alloc(0),
  };
  const at = new Date(ctx.clock.now().getTime() + 30_000);
  const facts = { now: at, disableBefore: new Date(0) };
  const nextAttemptAt = new Date(at.getTime() + 60_000);
  await recordEnds(ctx.sql, [{ ...late, outcome: 'http_4xx', nextAttemptAt, at }], facts);
  expect(await getDelivery(ctx, id)).toEqual(before);
  await recordEnds(ctx.sql, [{ ...late, statusCode: 200, outcome: 'ok', nextAttemptAt: null, at }], facts);
  expect(await getDelivery(ctx, id)).toMatchObject({ state: 'delivered', attempt: 2, lastOutcome: 'ok' });
});

test('an endpoint that hangs has its share under way and keeps nothing from another', async () => {
  await addHook('/hangs');
  await addHook('/well');
  await makeDeliveries(40);
  answer = (response, { path }) => {
    if (path === '/well') response.writeHead(204).end();
  };
  const sender = startSender();
  await waitFor(async () => (await countIn('delivered')) === 40);
  const hanging = () => receiver.received.filter((request) => request.path === '/hangs').length;
  await waitFor(() => hanging() >= 8 && sender.counts('fast').underWay <= 8);
  expect([hanging(), sender.counts('fast').underWay]).toEqual([8, 8]);
});

test('nothing is sent to a closed endpoint: its waiting deliveries are held', async () => {
  const endpointId = await addHook();
  await makeDeliveries(5);
  await disableEndpointRow(ctx.sql, endpointId, ctx.clock.now());
  startSender();
  await waitFor(async () => (await countIn('held')) === 5);
  expect(receiver.received).toEqual([]);
  expect(await ctx.sql`SELECT FROM delivery_attempts`).toHaveLength(0);
});

test('senders make the attempts of a replay, and supersede an obsolete one', async () => {
  await addHook();
  const [shown = ''] = await makeDeliveries(1);
  startSender();
  await waitFor(async () => (await getDelivery(ctx, shown)).state === 'delivered');
  await replayDelivery(ctx, shown);
  senders[0]?.look();
  await waitFor(async () => (await getDelivery(ctx, shown)).state === 'delivered');
  expect(await getDelivery(ctx, shown)).toMatchObject({ run: 2, attempts: [{ run: 1 }, { run: 2, number: 1 }] });
  expect(receiver.received.map((request) => request.deliveryId)).toEqual([shown, shown]);
  const { eventId } = await getDelivery(ctx, shown);
  await touchEvents(ctx, [eventId ?? ''], { shared: false });
  const [gone = ''] = await writeDeliveries(ctx);
  senders[0]?.look();
  await waitFor(async () => (await getDelivery(ctx, gone)).state === 'delivered');
  await replayDelivery(ctx, shown);
  senders[0]?.look();
  await waitFor(async () => (await getDelivery(ctx, shown)).state === 'superseded');
  expect(receiver.received).toHaveLength(3);
});

test('an endpoint with only failures for five days is disabled, and its waiting deliveries are held', async () => {
  const endpointId = await addHook();
  answerWith(500);
  const [first = ''] = await makeDeliveries(1);
  const sender = startSender();
  await waitFor(async () => (await getDelivery(ctx, first)).attempt === 1);
  expect(await getEndpoint(ctx, endpointId)).toMatchObject({ status: 'active', lastFailure: 'http_5xx' });
  ctx.clock.advance(5 * 86_400_000);
  await makeDeliveries(1);
  sender.look();
  await waitFor(async () => (await countIn('held')) === 2);
  expect(await getEndpoint(ctx, endpointId)).toMatchObject({ status: 'disabled', disabledReason: 'failing' });
});

test('one success among failures starts the five days anew', async () => {
  const endpointId = await addHook();
  answerWith(500);
  await makeDeliveries(1);
  const sender = startSender();
  await waitFor(async () => (await getEndpoint(ctx, endpointId)).failingSince !== null);
  answerWith(204);
  await makeDeliveries(1);
  sender.look();
  await waitFor(async () => (await getEndpoint(ctx, endpointId)).failingSince === null);
  expect(await getEndpoint(ctx, endpointId)).toMatchObject({ lastFailure: null });
});

test('an outcome that the database refuses delays no other outcome', async () => {
  await addHook();
  const ids = await makeDeliveries(6);
  await ctx.sql.unsafe(`ALTER TABLE deliveries ADD CONSTRAINT odd CHECK (state <> 'delivered' OR id <> '${ids[2]}')`);
  startSender();
  await waitFor(async () => (await countIn('delivered')) === 5);
  expect(await ctx.sql`SELECT id FROM deliveries WHERE state <> 'delivered'`).toEqual([{ id: ids[2] }]);
  await ctx.sql`ALTER TABLE deliveries DROP CONSTRAINT odd`;
  await lapse();
  senders[0]?.look();
  await waitFor(async () => (await countIn('delivered')) === 6);
});

test('a sender that stops gives back unsent attempts', async () => {
  await addHook('/a');
  await makeDeliveries(30);
  answer = () => {};
  const sender = startSender();
  await waitFor(() => responses.length === 8);
  const stopped = sender.stop();
  answerWith(204);
  for (const response of responses.splice(0)) response.writeHead(204).end();
  await stopped;
  expect(await countIn('delivered')).toBe(8);
  expect(await ctx.sql`SELECT FROM delivery_attempts WHERE claimed_until > now()`).toHaveLength(0);
  startSender();
  await waitFor(async () => (await countIn('delivered')) === 30);
  expect((await ctx.sql`SELECT DISTINCT sends FROM delivery_attempts`).map((row) => row.sends)).toEqual([1]);
});
