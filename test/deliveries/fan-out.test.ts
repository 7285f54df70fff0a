import { BATCH, continueFanOut, fanOutRecorded } from '../../src/deliveries/fan-out.js';
import { announceForgotten } from '../../src/deliveries/jobs.js';
import { addPostback, addWebhook } from '../../src/endpoints/add-endpoint.js';
import { enqueue, OUTBOX_TOPICS } from '../../src/platform/outbox/messages.js';
import { startRelay } from '../../src/platform/outbox/relay.js';
import { createTemporalClient } from '../../src/platform/temporal/client.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { addEvent, addKey, addPartner } from '../support/data/build.js';
import { jobDrains } from '../support/jobs.js';
import { takeChanges, touchEvents } from '../support/temporal/telling.js';
import { waitFor } from '../support/wait-for.js';

/** Webhooks of one company; those of a full batch are written in three parts. */
const HOOKS = 12;

let ctx: TestContext;
let partner: { companyId: string; keyId: string };
beforeEach(async () => {
  ctx = await createTestContext({ env: { ALLOW_PRIVATE_DELIVERY: '1' } });
  partner = await addPartner(ctx);
});
afterEach(() => ctx.close());

async function addHooks(): Promise<void> {
  for (let index = 0; index < HOOKS; index += 1) {
    await addWebhook(ctx, {
      key: (await addKey(ctx, partner.companyId, 'server')).keyId,
      url: 'http://127.0.0.1:9/hook',
    });
  }
}

let made = 0;
/** Records so many changes of the company's earnings. */
async function record(count: number, earning = '{"status":"pending"}'): Promise<string[]> {
  const now = ctx.clock.now();
  return ctx.sql.begin(async (tx) => {
    const rows = await tx<{ id: string }[]>`
      INSERT INTO changes (id, type, mode, what, earning, company_id, created_at)
      SELECT 'chg_' || n, 'earnings.changed', 'live', 'pending', ${earning}, ${partner.companyId}, ${now}
        FROM generate_series(${made + 1}::integer, ${made + count}::integer) n RETURNING id`;
    made += count;
    const ids = rows.map((row) => row.id);
    await enqueue(tx, 'change.recorded', ids, now);
    return ids;
  });
}

const written = async (changeIds: readonly string[]) =>
  (await ctx.sql`SELECT FROM deliveries WHERE change_id = ANY (${changeIds as string[]})`).length;
const unfinished = async () => (await ctx.sql`SELECT FROM changes WHERE fanned_out_at IS NULL`).length;
const queued = async () => (await ctx.sql`SELECT FROM outbox`).length;
const recorded = () => fanOutRecorded(ctx, { first: true });
/** Until nothing is left; how many parts it took. */
async function finish(): Promise<number> {
  let parts = 0;
  while ((await continueFanOut(ctx)) > 0) parts += 1;
  return parts;
}

test('the relay fans out changes while Temporal is away', async () => {
  await addWebhook(ctx, { key: partner.keyId, url: 'http://127.0.0.1:9/hook' });
  const { config } = ctx;
  const temporal = createTemporalClient({ ...config, temporal: { ...config.temporal, address: '127.0.0.1:9' } });
  const relay = startRelay(ctx.log, { drains: jobDrains(ctx, temporal), look: async () => OUTBOX_TOPICS });
  await touchEvents(ctx, [await addEvent(ctx, {})]);
  await waitFor(async () => (await ctx.sql`SELECT FROM deliveries WHERE state = 'pending'`).length === 1);
  expect(await unfinished()).toBe(0);
  await relay.stop();
  await temporal.close();
});

test('a large fan-out is written in parts, and a change recorded meanwhile does not wait for it', async () => {
  await addHooks();
  const many = await record(BATCH);
  expect(await recorded()).toBe(BATCH);
  expect(await written(many)).toBe(0);
  expect(await continueFanOut(ctx)).toBe(1);
  expect(await written(many)).toBe(1_000);

  const single = await record(1);
  expect(await recorded()).toBe(1);
  expect(await written(single)).toBe(HOOKS);
  expect(await written(many)).toBe(1_000);

  expect(await finish()).toBe(2);
  expect(await written(many)).toBe(BATCH * HOOKS);
  expect(await unfinished()).toBe(0);
  expect(await queued()).toBe(0);
});

test('of several that wait, the one with the fewest changes comes first', async () => {
  await addHooks();
  const many = await record(BATCH);
  await recorded();
  const some = await record(100);
  // A first part, of the ten endpoints that it has room for.
  await recorded();
  expect(await written(some)).toBe(1_000);
  await continueFanOut(ctx);
  expect(await written(some)).toBe(100 * HOOKS);
  expect(await written(many)).toBe(0);
});

test('workers that fan out at the same time write each delivery once, and do not write the same part', async () => {
  await addHooks();
  for (let batch = 0; batch < 3; batch += 1) {
    await record(BATCH);
    await recorded();
  }
  const parts = await Promise.all([finish(), finish(), finish()]);
  expect(await unfinished()).toBe(0);
  expect((await ctx.sql`SELECT FROM deliveries`).length).toBe(3 * BATCH * HOOKS);
  expect(parts.reduce((sum, one) => sum + one)).toBe(9);
});

test('what was cut off in the middle of a part goes on behind the last one that was committed', async () => {
  await addHooks();
  await record(BATCH);
  await recorded();
  await continueFanOut(ctx);
  await ctx.sql.unsafe(`
    CREATE FUNCTION cut_off() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''cut off''; END';
    CREATE TRIGGER cut_off AFTER INSERT ON deliveries FOR EACH STATEMENT EXECUTE FUNCTION cut_off()`);
  await expect(continueFanOut(ctx)).rejects.toThrow('cut off');
  expect((await ctx.sql`SELECT FROM deliveries`).length).toBe(1_000);
  await ctx.sql`DROP TRIGGER cut_off ON deliveries`;
  // After a failure it waits for some seconds: others come first.
  expect(await continueFanOut(ctx)).toBe(0);
  ctx.clock.advance(11_000);
  expect(await finish()).toBe(2);
  expect((await ctx.sql`SELECT FROM deliveries`).length).toBe(BATCH * HOOKS);
});

test('changes that cannot be fanned out hold up no others', async () => {
  await addPostback(ctx, { key: partner.keyId, template: 'http://127.0.0.1:9/?status={status}' });
  const temporal = createTemporalClient(ctx.config);
  const run = (name: string) =>
    jobDrains(ctx, temporal)
      .find((drain) => drain.name === name)
      ?.run();
  const broken = await record(1, 'no JSON');
  expect(await run('change.recorded')).toMatchObject({ done: 1, failed: 1 });
  await expect(run('fan_out.begun')).rejects.toThrow('JSON');
  const good = await record(1, '{"status":"pending"}');
  expect(await run('change.recorded')).toMatchObject({ done: 1, failed: 0 });
  expect(await written(good)).toBe(1);
  expect(await written(broken)).toBe(0);
  await temporal.close();
});

test('only forgotten changes are announced again', async () => {
  await addHooks();
  const forgotten = await record(2);
  await takeChanges(ctx);
  const late = await record(BATCH);
  await recorded();
  const waiting = await record(1);
  ctx.clock.advance(6 * 60_000);
  expect(await announceForgotten(ctx)).toBe(forgotten.length);
  expect((await takeChanges(ctx)).sort()).toEqual([...forgotten, ...waiting].sort());
  expect(late).toHaveLength(BATCH);
});
