import { addWebhook } from '../../src/deliveries/endpoints/add-endpoint.js';
import { carryOutReplay, replayDeliveries, requestReplay } from '../../src/deliveries/replay.js';
import { listNewestReplays } from '../../src/deliveries/sql/replays.js';
import { AGAIN } from '../../src/platform/jobs/job.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { addPartner, type Seller } from '../support/data/build.js';
import { addDeliveries } from '../support/data/deliveries.js';

/** More than a batch of 500. */
const MANY = 620;

let ctx: TestContext;
let partner: Seller;
beforeAll(async () => {
  ctx = await createTestContext({ env: { ALLOW_PRIVATE_DELIVERY: '1' } });
  partner = await addPartner(ctx);
});
afterAll(async () => {
  await ctx?.close();
});

/** Deliveries that failed a minute ago, a second apart. */
async function failedDeliveries(endpointId: string): Promise<void> {
  const now = ctx.clock.now().getTime();
  const failed = { endpointId, state: 'failed', attempt: 8, finishedAt: new Date(now - 60_000) } as const;
  await addDeliveries(
    ctx,
    Array.from({ length: MANY }, (_, n) => ({ ...failed, createdAt: new Date(now - (n + 1) * 1_000) })),
  );
}

const inState = (state: string, run: number) =>
  ctx.sql<{ count: number }[]>`
    SELECT count(*)::integer AS count FROM deliveries WHERE state = ${state} AND run = ${run}`.then(
    ([row]) => row?.count,
  );

test('a replay of many that is ended half way goes on when it is given again, and begins none twice', async () => {
  const { id } = await addWebhook(ctx, { key: partner.keyId, url: 'http://127.0.0.1:9/hook' });
  await failedDeliveries(id);
  const since = new Date(ctx.clock.now().getTime() - MANY * 1_000);
  const cutOff = () => {
    throw new Error('cut off');
  };
  await expect(replayDeliveries(ctx, { endpointId: id, since }, cutOff)).rejects.toThrow('cut off');
  expect(await inState('pending', 2)).toBe(500);
  expect(await inState('failed', 1)).toBe(MANY - 500);

  const progress: number[] = [];
  const count = await replayDeliveries(ctx, { endpointId: id, since }, (soFar) => progress.push(soFar));
  expect({ count, progress }).toEqual({ count: MANY - 500, progress: [MANY - 500] });
  expect(await inState('pending', 2)).toBe(MANY);
  expect(await replayDeliveries(ctx, { endpointId: id, since })).toBe(0);
});

test('a replay that a worker left half done counts all that it restarted', async () => {
  const { id } = await addWebhook(ctx, { key: partner.keyId, url: 'http://127.0.0.1:9/hook' });
  const { companyId } = partner;
  const since = new Date(ctx.clock.now().getTime() - MANY * 1_000);
  await ctx.sql`UPDATE deliveries SET endpoint_id = ${id}, state = 'failed', run = 1, next_attempt_at = NULL, finished_at = ${ctx.clock.now()}`;
  const replay = await requestReplay(ctx, { companyId, endpointId: id, since });
  let batches = 0;
  const sql = new Proxy(ctx.sql, {
    get(target, name, receiver) {
      if (name === 'begin' && ++batches === 2) throw new Error('killed');
      return Reflect.get(target, name, receiver);
    },
  });
  await expect(carryOutReplay({ ...ctx, sql }, replay.id)).rejects.toThrow('killed');
  const restarted = async () =>
    (await listNewestReplays(ctx.sql, companyId)).find((other) => other.id === replay.id)?.restarted;
  expect(await restarted()).toBe(500);
  await carryOutReplay(ctx, replay.id);
  expect(await restarted()).toBe(replay.count);
  expect(replay.count).toBeGreaterThan(500);
});

test('deliveries held by a worker with a fast clock are replayed too, and once', async () => {
  const { id } = await addWebhook(ctx, { key: partner.keyId, url: 'http://127.0.0.1:9/hook' });
  const soon = new Date(ctx.clock.now().getTime() + 10_000);
  await addDeliveries(
    ctx,
    ['dlv_ahead_1', 'dlv_ahead_2', 'dlv_ahead_3'].map((ahead) => ({
      id: ahead,
      endpointId: id,
      state: 'held' as const,
      createdAt: soon,
    })),
  );
  expect(await replayDeliveries(ctx, { endpointId: id, since: ctx.clock.now() })).toBe(3);
});

test('a replay in turns restarts no delivery twice', async () => {
  const { id } = await addWebhook(ctx, { key: partner.keyId, url: 'http://127.0.0.1:9/hook' });
  const { companyId } = partner;
  const now = ctx.clock.now();
  await ctx.sql`DELETE FROM deliveries WHERE id LIKE 'dlv_ahead_%'`;
  await ctx.sql`UPDATE deliveries SET endpoint_id = ${id}, state = 'failed', run = 1, next_attempt_at = NULL, finished_at = ${now}`;
  const replay = await requestReplay(ctx, { companyId, endpointId: id, since: new Date(0) });
  let turns = 0;
  for (let again = true; again; turns += 1) {
    again = (await carryOutReplay(ctx, replay.id, 0)) === AGAIN;
    // The attempts of a turn fail at once: the next turn must not restart them.
    await ctx.sql`UPDATE deliveries SET state = 'failed', next_attempt_at = NULL, finished_at = ${now} WHERE state = 'pending'`;
  }
  expect(turns).toBeGreaterThan(1);
  expect(await inState('failed', 2)).toBe(replay.count);
});
