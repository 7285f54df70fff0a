import { addWebhook } from '../../../src/deliveries/endpoints/add-endpoint.js';
import type { Dispatcher } from '../../../src/deliveries/sender/dispatcher.js';
import type { ClaimedDelivery } from '../../../src/deliveries/sender/endpoint-queue.js';
import { claimRound, mayClaim } from '../../../src/deliveries/sender/sender.js';
import { claimAttempts, releaseClaims } from '../../../src/deliveries/sql/claims.js';
import { createTestContext, type TestContext } from '../../support/context.js';
import { addEvent, openShop } from '../../support/data/build.js';
import { touchEvents, writeDeliveries } from '../../support/temporal/fan-out.js';

let ctx: TestContext;
let endpointId: string;
/** The deliveries of ten changes, in their order. */
let deliveries: string[];

beforeEach(async () => {
  ctx = await createTestContext({ env: { ALLOW_PRIVATE_DELIVERY: '1' } });
  const shop = await openShop(ctx);
  endpointId = (await addWebhook(ctx, { key: shop.live.keyId, url: 'http://127.0.0.1:9/' })).id;
  await touchEvents(ctx, await Promise.all(Array.from({ length: 10 }, () => addEvent(ctx, {}))));
  await writeDeliveries(ctx);
  deliveries = (await ctx.sql<{ id: string }[]>`SELECT id FROM deliveries ORDER BY change_seq`).map((row) => row.id);
});
afterEach(() => ctx.close());

/** Longer than any test, on a machine that stands still too. */
const LEASE_MS = 3_600_000;

const claim = (room: number) =>
  claimAttempts(ctx.sql, {
    kind: 'first',
    wanted: new Map([[endpointId, room]]),
    leaseMs: LEASE_MS,
    now: ctx.clock.now(),
  });

const claimFirst = (dispatcher: Dispatcher, backlogged: Set<string>) =>
  claimRound(ctx, dispatcher, 'first', backlogged).then(({ claimed }) => claimed);

test('a retry that became due while the claim waited starts at its due time', async () => {
  const due = new Date(ctx.clock.now().getTime() + 800);
  await ctx.sql`UPDATE deliveries SET attempt = 1, next_attempt_at = ${due}`;
  await ctx.sql`UPDATE delivery_endpoints SET retries_until = ${due}`;
  const now = ctx.clock.now();
  const wanted = new Map([[endpointId, 1]]);
  await claimAttempts(ctx.sql, { kind: 'retry', wanted, leaseMs: LEASE_MS, now });
  expect(await ctx.sql`SELECT started_at FROM delivery_attempts`).toEqual([{ startedAt: due }]);
});

test('a retry is claimed up to the instant of its release, or 15 seconds overdue, and never before', async () => {
  const due = ctx.clock.now().getTime();
  await ctx.sql`UPDATE deliveries SET attempt = 1, next_attempt_at = ${new Date(due)}`;
  const claimedAt = async (milliseconds: number, released: number) => {
    await ctx.sql`UPDATE delivery_endpoints SET retries_until = ${new Date(due + released)}`;
    const claim = { kind: 'retry', wanted: new Map([[endpointId, 1]]), leaseMs: LEASE_MS } as const;
    return (await claimAttempts(ctx.sql, { ...claim, now: new Date(due + milliseconds) })).length;
  };
  expect([await claimedAt(-1, -1), await claimedAt(14_999, -1)]).toEqual([0, 0]);
  expect([await claimedAt(15_000, -1), await claimedAt(0, 0)]).toEqual([1, 1]);
});

/** A dispatcher with this much room for each endpoint, which notes the accepted attempts. */
function dispatcherWith(room: number, taken: string[]): Dispatcher {
  const dispatcher = {
    claimCount: 0,
    room: (id: string) => (id.startsWith('whk_full') ? 0 : room),
    updateTargets() {},
    accept: (delivery: ClaimedDelivery) => taken.push(delivery.id) > 0,
    start() {},
  };
  return dispatcher as unknown as Dispatcher;
}

/** The claims of a round for a dispatcher with this much room. */
async function takenBy(room: number): Promise<string[]> {
  const taken: string[] = [];
  await claimFirst(dispatcherWith(room, taken), new Set([endpointId]));
  return taken;
}

test('the oldest are claimed first', async () => {
  expect(await takenBy(3)).toEqual(deliveries.slice(0, 3));
  expect(await takenBy(2)).toEqual(deliveries.slice(3, 5));
});

/** This many endpoints without waiting deliveries, and after them the endpoint with ten. */
const behind = (others: number) =>
  new Set([...Array.from({ length: others }, (_, index) => `whk_nothing_waits_${index}`), endpointId]);

test('one statement claims for many endpoints, an equal part for each', async () => {
  const taken: string[] = [];
  const backlogged = behind(99);
  const dispatcher = dispatcherWith(64, taken);
  expect(await claimFirst(dispatcher, backlogged)).toBe(5);
  expect([...backlogged]).toEqual([endpointId]);
  expect(await claimFirst(dispatcher, backlogged)).toBe(5);
  expect(taken).toEqual(deliveries);
});

test('endpoints without room take nothing from the others, whether they come before or after', async () => {
  const taken: string[] = [];
  const full = Array.from({ length: 400 }, (_, index) => `whk_full_${index}`);
  const backlogged = new Set([...full.slice(0, 200), endpointId, ...full.slice(200)]);
  expect(await claimFirst(dispatcherWith(64, taken), backlogged)).toBe(10);
  expect(taken).toEqual(deliveries);
  expect([...backlogged]).toEqual(full);
});

test('an endpoint without an accepted attempt waits for the next look', async () => {
  const refusing = { ...dispatcherWith(5, []), accept: () => false };
  const backlogged = new Set([endpointId]);
  expect(await claimFirst(refusing as unknown as Dispatcher, backlogged)).toBe(0);
  expect(backlogged.size).toBe(0);
});

test('endpoints for which a statement had no place are claimed for by the next', async () => {
  const taken: string[] = [];
  const dispatcher = dispatcherWith(64, taken);
  const backlogged = behind(500);
  expect(await claimFirst(dispatcher, backlogged)).toBe(0);
  expect(mayClaim(dispatcher, 'first', backlogged)).toBe(true);
  expect(await claimFirst(dispatcher, backlogged)).toBe(10);
  expect(taken).toEqual(deliveries);
  expect(mayClaim(dispatcher, 'first', backlogged)).toBe(false);
});

test('claims that are given back are free at once, and the others are not', async () => {
  const claims = (await claim(6)).map((row) => row.id);
  await releaseClaims(ctx.sql, claims.slice(5));
  expect((await claim(10)).map((row) => row.id)).toEqual(deliveries.slice(5));
});

test('an announcement during a round keeps its endpoint for the next one', async () => {
  const backlogged = new Set([endpointId]);
  const dispatcher = dispatcherWith(20, []);
  // Committed after the statement began, and announced before it has answered.
  Object.assign(dispatcher, { updateTargets: () => backlogged.add(endpointId) });
  await claimFirst(dispatcher, backlogged);
  expect([...backlogged]).toEqual([endpointId]);
});
