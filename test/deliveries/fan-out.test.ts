import { recordOwnedChanges } from '../../src/changes/record-owned-changes.js';
import { addPostback, addWebhook } from '../../src/deliveries/endpoints/add-endpoint.js';
import { BATCH, fanOutRecorded } from '../../src/deliveries/fan-out.js';
import { fanOutJob, fanOutRestJob } from '../../src/deliveries/jobs.js';
import { retryJob } from '../../src/platform/jobs/retry-job.js';
import { OUTBOX_TOPICS } from '../../src/platform/outbox/messages.js';
import { startRelay } from '../../src/platform/outbox/relay.js';
import { createTemporalClient, type TemporalClient } from '../../src/platform/temporal/client.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { addEvent, addKey, addPartner } from '../support/data/build.js';
import { drainOf, failuresOf, jobDrains } from '../support/jobs.js';
import { touchEvents } from '../support/temporal/fan-out.js';
import { waitFor } from '../support/wait-for.js';

/** Webhooks of one company; a full batch is written in three parts. */
const HOOKS = 12;

let ctx: TestContext;
let temporal: TemporalClient;
let partner: { companyId: string; keyId: string };
beforeEach(async () => {
  ctx = await createTestContext({ env: { ALLOW_PRIVATE_DELIVERY: '1' } });
  temporal = createTemporalClient(ctx.config);
  partner = await addPartner(ctx);
});
afterEach(async () => {
  await temporal.close();
  await ctx.close();
});

async function addHooks(): Promise<void> {
  for (let index = 0; index < HOOKS; index += 1) {
    await addWebhook(ctx, {
      key: (await addKey(ctx, partner.companyId, 'server')).keyId,
      url: 'http://127.0.0.1:9/hook',
    });
  }
}

/** Records this many changes of the company's earnings. */
async function record(count: number, document = '{"status":"pending"}'): Promise<string[]> {
  const trace = { requestId: null, traceparent: null };
  const change = {
    ...trace,
    mode: 'live',
    companyId: partner.companyId,
    keyId: null,
    what: 'pending',
    document,
  } as const;
  return ctx.sql.begin(async (tx) => {
    await recordOwnedChanges(tx, 'earnings.changed', Array<typeof change>(count).fill(change), ctx.clock.now());
    const newest = await tx<{ id: string }[]>`SELECT id FROM changes ORDER BY seq DESC LIMIT ${count}`;
    return newest.map(({ id }) => id).reverse();
  });
}

const written = async (changeIds: readonly string[]) =>
  (await ctx.sql`SELECT FROM deliveries WHERE change_id = ANY (${changeIds as string[]})`).length;
const unfinished = async () => (await ctx.sql`SELECT FROM changes WHERE fanned_out_at IS NULL`).length;
const queued = async () => (await ctx.sql`SELECT FROM outbox`).length;
const recorded = () => fanOutRecorded(ctx, { first: true });
const run = (name?: string) =>
  jobDrains(ctx, temporal)
    .find((drain) => drain.topic === name)
    ?.run();
/** Gives each fan-out that waits one turn: a part. */
const turn = () => drainOf(ctx, temporal, fanOutRestJob).run();
/** Until nothing is left. @returns how many parts it took. */
async function finish(): Promise<number> {
  let parts = 0;
  for (let done = -1; done !== 0; parts += done) ({ done } = await turn());
  return parts;
}

test('the relay fans out changes while Temporal is away', async () => {
  await addWebhook(ctx, { key: partner.keyId, url: 'http://127.0.0.1:9/hook' });
  const { config } = ctx;
  const away = createTemporalClient({ ...config, temporal: { ...config.temporal, address: '127.0.0.1:9' } });
  const relay = startRelay(ctx.log, { drains: jobDrains(ctx, away), look: async () => OUTBOX_TOPICS });
  await touchEvents(ctx, [await addEvent(ctx, {})]);
  await waitFor(async () => (await ctx.sql`SELECT FROM deliveries WHERE state = 'pending'`).length === 1);
  expect(await unfinished()).toBe(0);
  await relay.stop();
  await away.close();
});

test('a large fan-out is written in parts, and a later change does not wait for it', async () => {
  await addHooks();
  const many = await record(BATCH);
  expect(await recorded()).toBe(BATCH);
  expect(await written(many)).toBe(0);
  expect(await turn()).toMatchObject({ done: 1, failed: 0 });
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

test('fan-outs that wait get their parts in turns', async () => {
  await addHooks();
  const many = await record(BATCH);
  await recorded();
  const some = await record(100);
  // A first part, of the ten endpoints that it has room for.
  await recorded();
  expect(await written(some)).toBe(1_000);
  expect(await turn()).toMatchObject({ done: 2, failed: 0 });
  expect(await written(some)).toBe(100 * HOOKS);
  expect(await written(many)).toBe(1_000);
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
  expect(parts.reduce((sum, part) => sum + part)).toBe(9);
});

test('a fan-out whose part fails goes on behind the last part that was committed', async () => {
  await addHooks();
  await record(BATCH);
  await recorded();
  await turn();
  await ctx.sql.unsafe(`
    CREATE FUNCTION cut_off() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''cut off''; END';
    CREATE TRIGGER cut_off AFTER INSERT ON deliveries FOR EACH STATEMENT EXECUTE FUNCTION cut_off()`);
  await turn();
  await turn();
  expect((await failuresOf(ctx, fanOutRestJob))[0]).toMatch('cut off');
  expect((await ctx.sql`SELECT FROM deliveries`).length).toBe(1_000);
  await ctx.sql`DROP TRIGGER cut_off ON deliveries`;
  await ctx.sql`UPDATE outbox SET due_at = clock_timestamp()`;
  await finish();
  expect((await ctx.sql`SELECT FROM deliveries`).length).toBe(BATCH * HOOKS);
  expect((await unfinished()) + (await queued())).toBe(0);
});

test('a change that cannot be fanned out stops no other, and is set aside after thirty failures', async () => {
  await addPostback(ctx, { key: partner.keyId, url: 'http://127.0.0.1:9/?status={status}' });
  const broken = await record(1, 'no JSON');
  const good = await record(2, '{"status":"pending"}');
  expect(await run(fanOutJob.topic)).toMatchObject({ done: 3, failed: 1 });
  // The fan-out of the three changes fails, and each gets its own.
  expect(await turn()).toMatchObject({ done: 1, failed: 0 });
  expect(await turn()).toMatchObject({ done: 2, failed: 1 });
  expect(await written(good)).toBe(2);
  expect(await written(broken)).toBe(0);
  expect(await failuresOf(ctx, fanOutRestJob)).toEqual([expect.stringMatching('JSON')]);
  await ctx.sql`UPDATE outbox SET attempts = 29, due_at = clock_timestamp() WHERE topic = 'fan_out.begun'`;
  expect(await turn()).toMatchObject({ done: 0, failed: 1 });
  expect([...(await ctx.sql`SELECT due_at::text FROM outbox`)]).toEqual([{ dueAt: 'infinity' }]);
  expect(await unfinished()).toBe(1);

  await ctx.sql`UPDATE changes SET earning = '{"status":"pending"}'`;
  await retryJob(ctx, temporal, fanOutRestJob, null);
  expect(await turn()).toMatchObject({ done: 1, failed: 0 });
  expect(await written(broken)).toBe(1);
  expect((await unfinished()) + (await queued())).toBe(0);
});
