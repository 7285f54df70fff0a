import { addWebhook } from '../../src/deliveries/endpoints/add-endpoint.js';
import type { WireState } from '../../src/deliveries/rules/delivery.js';
import { deleteOldDeliveries } from '../../src/deliveries/sql/deliveries.js';
import { findHealth, pageOfDeliveries } from '../../src/deliveries/sql/delivery-log.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { addEvent, openShop } from '../support/data/build.js';
import { addAttempt } from '../support/data/deliveries.js';
import { touchEvents, writeDeliveries } from '../support/temporal/fan-out.js';

const HOUR_MS = 3_600_000;

let ctx: TestContext;
let endpoint: { companyId: string; endpointId: string };
/** The deliveries of eight changes, in their order. */
let ids: string[];

beforeEach(async () => {
  ctx = await createTestContext({ env: { ALLOW_PRIVATE_DELIVERY: '1' } });
  const shop = await openShop(ctx);
  const { id } = await addWebhook(ctx, { key: shop.live.keyId, url: 'http://127.0.0.1:9/' });
  const [row] = await ctx.sql<{ companyId: string }[]>`SELECT company_id FROM delivery_endpoints WHERE id = ${id}`;
  endpoint = { companyId: row?.companyId ?? '', endpointId: id };
  await touchEvents(ctx, await Promise.all(Array.from({ length: 8 }, () => addEvent(ctx, {}))));
  await writeDeliveries(ctx);
  ids = (await ctx.sql<{ id: string }[]>`SELECT id FROM deliveries ORDER BY change_seq`).map((row) => row.id);
});
afterEach(() => ctx.close());

const hoursAgo = (hours: number) => new Date(ctx.clock.now().getTime() - hours * HOUR_MS);

/** An attempt that ended this long ago, with its delivery's new state. */
async function attempted(index: number, hours: number, state: WireState, run = 1): Promise<void> {
  const [id = '', at, pending] = [ids[index], hoursAgo(hours), state === 'retrying' || state === 'pending'];
  await addAttempt(ctx, { deliveryId: id, run, at, outcome: state === 'delivered' ? 'ok' : 'http_5xx' });
  await ctx.sql`
    UPDATE deliveries SET state = ${pending ? 'pending' : state}, attempt = ${state === 'pending' ? 0 : 1}, last_outcome = 'http_5xx',
           run = ${state === 'pending' ? run + 1 : run}, next_attempt_at = ${pending ? at : null}, finished_at = ${pending ? null : at}
     WHERE id = ${id}`;
}

test('deliveries that ended before an instant are deleted in batches, and no waiting one', async () => {
  for (const [index, hours] of [50, 40, 30, 20].entries()) await attempted(index, hours, 'delivered');
  await attempted(4, 60, 'retrying');
  expect(await deleteOldDeliveries(ctx.sql, hoursAgo(25), 2)).toBe(2);
  expect(await deleteOldDeliveries(ctx.sql, hoursAgo(25), 2)).toBe(1);
  expect(await deleteOldDeliveries(ctx.sql, hoursAgo(25), 2)).toBe(0);
  const left = await ctx.sql<{ id: string }[]>`SELECT id FROM deliveries ORDER BY change_seq`;
  expect(left.map((row) => row.id)).toEqual(ids.slice(3));
});

test('each state has its page, newest first', async () => {
  for (const [index, state] of (['failed', 'held', 'stopped', 'superseded', 'retrying', 'failed'] as const).entries()) {
    await attempted(index, 1, state);
  }
  const page = async (state: WireState, beforeSeq: string | null = null) => {
    const filter = { state, beforeSeq, type: null, eventId: null, since: null, until: null, limit: 5 };
    return (await pageOfDeliveries(ctx.sql, endpoint, filter)).map((row) => ({ id: row.id, seq: row.changeSeq }));
  };
  const idsOf = async (state: WireState) => (await page(state)).map((row) => row.id);
  expect(await idsOf('failed')).toEqual([ids[5], ids[0]]);
  expect((await page('failed', (await page('failed'))[0]?.seq)).map((row) => row.id)).toEqual([ids[0]]);
  expect(await idsOf('held')).toEqual([ids[1]]);
  expect(await idsOf('stopped')).toEqual([ids[2]]);
  expect(await idsOf('superseded')).toEqual([ids[3]]);
  expect(await idsOf('retrying')).toEqual([ids[4]]);
  expect(await idsOf('pending')).toEqual([ids[7], ids[6]]);
  expect(await idsOf('delivered')).toEqual([]);
});

test('health counts every attempt of the time, whatever became of its delivery since', async () => {
  await attempted(0, 1, 'delivered');
  await attempted(1, 30, 'delivered');
  await attempted(2, 2, 'retrying');
  // Replayed since, and waiting for the first attempt of its new run.
  await attempted(3, 3, 'pending');
  await attempted(4, 4, 'held');
  const rows = await findHealth(ctx.sql, endpoint, { from: hoursAgo(24), stepSeconds: 3_600 });
  expect(rows.find((row) => row.bucket === null)).toMatchObject({ attempts: 4, succeeded: 1 });
});
