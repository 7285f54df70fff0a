import { addWebhook } from '../../../src/deliveries/add-webhook.js';
import { claimRound } from '../../../src/deliveries/sender/claim-round.js';
import type { Dispatcher } from '../../../src/deliveries/sender/dispatcher.js';
import type { ClaimedDelivery } from '../../../src/deliveries/sender/endpoint-queue.js';
import { claimFirstAttempts, releaseClaims, renewClaims } from '../../../src/deliveries/sql/first-attempts.js';
import { createTestContext, type TestContext } from '../../support/context.js';
import { addEvent, openShop } from '../../support/shop.js';
import { touchEvents, writeDeliveries } from '../../support/telling.js';

let ctx: TestContext;
let endpointId: string;
/** Of ten changes, in their order. */
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

const claim = (room: number, order: 'oldest' | 'newest') =>
  claimFirstAttempts(ctx.sql, { wanted: new Map([[endpointId, room]]), order, leaseMs: 15_000, now: ctx.clock.now() });

/** What a round claims for a dispatcher with this much room. */
async function takenBy(room: number, options: { probes: boolean }): Promise<string[]> {
  const taken: string[] = [];
  const dispatcher = {
    held: 0,
    room: () => room,
    probes: () => options.probes,
    claimedUpTo: () => 0,
    know() {},
    take: (delivery: ClaimedDelivery) => taken.push(delivery.id) > 0,
    start() {},
  };
  await claimRound(ctx, dispatcher as unknown as Dispatcher, new Set([endpointId]));
  return taken;
}

test('the oldest are claimed first, but an endpoint that is merely probed is tried with the newest', async () => {
  expect(await takenBy(3, { probes: false })).toEqual(deliveries.slice(0, 3));
  expect(await takenBy(1, { probes: true })).toEqual(deliveries.slice(-1));
  expect(await takenBy(2, { probes: false })).toEqual(deliveries.slice(3, 5));
});

test('claims go on from where the last one ended, and begin with the oldest when told so', async () => {
  const from = async (after: number) => {
    const wanted = { wanted: new Map([[endpointId, 2]]), after: new Map([[endpointId, after]]) };
    const rows = await claimFirstAttempts(ctx.sql, {
      ...wanted,
      order: 'oldest',
      leaseMs: 15_000,
      now: ctx.clock.now(),
    });
    return { ids: rows.map((row) => row.id), last: rows.at(-1)?.changeSeq ?? 0 };
  };
  const first = await from(0);
  expect(first.ids).toEqual(deliveries.slice(0, 2));
  expect((await from(first.last)).ids).toEqual(deliveries.slice(2, 4));
  await releaseClaims(ctx.sql, [{ id: deliveries[1] ?? '', run: 1 }]);
  expect((await from(0)).ids).toEqual([deliveries[1], deliveries[4]]);
});

test('who keeps claims does not wait for those whose outcome is being written', async () => {
  const claims = (await claim(6, 'oldest')).map(({ id, run }) => ({ id, run }));
  await ctx.sql.begin(async (tx) => {
    await tx`SELECT FROM delivery_attempts WHERE delivery_id = ${deliveries[4] ?? ''} FOR UPDATE`;
    await renewClaims(ctx.sql, claims, 3_600_000);
  });
  await releaseClaims(ctx.sql, claims.slice(5));
  const rows = await ctx.sql<{ deliveryId: string; renewed: boolean }[]>`
    SELECT delivery_id, claimed_until > now() + interval '30 minutes' AS renewed FROM delivery_attempts
     WHERE claimed_until > now() ORDER BY array_position(${deliveries}, delivery_id)`;
  expect(rows.map((row) => row.deliveryId)).toEqual(deliveries.slice(0, 5));
  expect(rows.map((row) => row.renewed)).toEqual([true, true, true, true, false]);
  expect((await claim(10, 'oldest')).map((row) => row.id)).toEqual(deliveries.slice(5));
});
