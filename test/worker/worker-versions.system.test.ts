import { listActions } from '../../src/companies/list-actions.js';
import { cancelOrder } from '../../src/orders/end-hold.js';
import { eventRefundsJob } from '../../src/orders/jobs.js';
import { payOrder } from '../../src/orders/pay-order.js';
import { openEventRefunds } from '../../src/orders/sql/event-refunds.js';
import { enqueue } from '../../src/platform/outbox/messages.js';
import { createTemporalClient, type TemporalClient } from '../../src/platform/temporal/client.js';
import { deploymentName, promoteWorkers } from '../../src/platform/temporal/worker-versions.js';
import { eventRefundsWorkflowId, orderHoldWorkflowId } from '../../src/platform/temporal/workflow-ids.js';
import { type RunningWorker, startWorker } from '../../worker/start-worker.js';
import { runCli } from '../support/command.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { openShop, type Shop } from '../support/data/build.js';
import { placeOrder } from '../support/data/holds.js';
import { deleteSchedules, testWorkflowBundle } from '../support/temporal/temporal.js';
import { waitFor } from '../support/wait-for.js';

let ctx: TestContext;
let temporal: TemporalClient;
let shop: Shop;
const workers: RunningWorker[] = [];

/** Announces that the refunds of an event changed. */
async function wake(eventId: string): Promise<void> {
  await enqueue(ctx.sql, eventRefundsJob.topic, [eventId], ctx.clock.now());
}

beforeAll(async () => {
  ctx = await createTestContext({ now: new Date().toISOString() });
  temporal = createTemporalClient(ctx.config);
  shop = await openShop(ctx);
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await deleteSchedules(temporal);
  await temporal.close();
  await ctx.close();
});

async function startVersion(workerBuildId: string): Promise<void> {
  const config = { ...ctx.config, temporal: { ...ctx.config.temporal, workerBuildId } };
  workers.push(await startWorker({ ...ctx, config }, { workflowBundle: testWorkflowBundle() }));
}

/** Once its workers have said which task queues they serve. */
async function promote(buildId: string): Promise<void> {
  await waitFor(
    async () => {
      const result = await runCli(ctx, ['worker', 'promote', buildId, '--json']);
      return result.code === 0 && JSON.parse(result.out).current === buildId;
    },
    { what: `the promotion of ${buildId}`, interval: 250 },
  );
}

async function versions(): Promise<Record<string, string>> {
  const { out } = await runCli(ctx, ['worker', 'versions', '--json']);
  const found: { build_id: string; state: string }[] = JSON.parse(out).versions;
  return Object.fromEntries(found.map((version) => [version.build_id, version.state]));
}

/** The version that ran the last workflow task, and whether the workflow stays with it. */
async function versionOf(workflowId: string) {
  const { raw } = await temporal.client.workflow.getHandle(workflowId).describe();
  const { behavior, deploymentVersion } = raw.workflowExecutionInfo?.versioningInfo ?? {};
  return { pinned: Number(behavior) === 1, buildId: deploymentVersion?.buildId };
}

const runsOn = (workflowId: string, expected: Awaited<ReturnType<typeof versionOf>>) =>
  waitFor(
    async () => {
      const found = await versionOf(workflowId).catch(() => undefined);
      return found?.buildId === expected.buildId && found?.pinned === expected.pinned;
    },
    { what: `${workflowId} on ${expected.buildId}`, interval: 250 },
  );

it('holds stay with the version that they began with, refunds go on with the current one, and a rollback is a promotion', async () => {
  expect(await runCli(ctx, ['worker', 'promote', 'none', '--json'])).toMatchObject({
    err: expect.stringContaining('start workers with WORKER_BUILD_ID=none first'),
  });
  await startVersion('one');
  await promote('one');

  const first = await placeOrder(ctx, shop, 1);
  await runsOn(orderHoldWorkflowId(first.id), { pinned: true, buildId: 'one' });
  const cancelled = await openShop(ctx);
  const paid = await placeOrder(ctx, cancelled, 1);
  await payOrder(ctx, { orderId: paid.id, paymentReference: 'pay_versions' });
  await ctx.sql`UPDATE events SET status = 'cancelled' WHERE id = ${cancelled.eventId}`;
  const now = ctx.clock.now();
  const dueAt = new Date(now.getTime() + 86_400_000);
  await openEventRefunds(ctx.sql, { eventId: cancelled.eventId, cancelledAt: now, dueAt });
  await wake(cancelled.eventId);
  await runsOn(eventRefundsWorkflowId(cancelled.eventId), { pinned: false, buildId: 'one' });

  await startVersion('two');
  // The answer is lost after the promotion has taken effect.
  const deaf: TemporalClient = {
    ...temporal,
    async call(work, withinMs) {
      const answer = await temporal.call(work, withinMs);
      if (withinMs !== undefined) throw new Error('lost');
      return answer;
    },
  };
  const slow: TemporalClient = {
    ...temporal,
    call: (work, withinMs) => (withinMs === undefined ? temporal.call(work) : temporal.call(work, -1)),
  };
  // While Temporal registers the queues of the new worker, it may not even answer which version is current.
  const explained = { name: 'UnavailableError', message: expect.stringContaining('did not make two current') };
  await waitFor(
    async () => {
      const error: unknown = await promoteWorkers(ctx, slow, 'two').catch((err: unknown) => err);
      return expect.objectContaining(explained).asymmetricMatch(error);
    },
    { what: 'the explanation of a slow promotion', interval: 250 },
  );
  await waitFor(async () => (await promoteWorkers(ctx, deaf, 'two')) === 'one', {
    what: 'two after one',
    interval: 250,
  });
  expect(await promoteWorkers(ctx, deaf, 'two')).toBe('two');
  expect(
    (await listActions(ctx, { action: 'worker.promote', limit: 2 })).map((row) => [row.objectId, row.details]),
  ).toEqual([
    ['two', { previous: 'two' }],
    ['two', { previous: 'one' }],
  ]);
  expect(await versions()).toMatchObject({ two: 'current', one: 'draining' });
  await wake(cancelled.eventId);
  await runsOn(eventRefundsWorkflowId(cancelled.eventId), { pinned: false, buildId: 'two' });
  const second = await placeOrder(ctx, shop, 1);
  await runsOn(orderHoldWorkflowId(second.id), { pinned: true, buildId: 'two' });
  await cancelOrder(ctx, { caller: shop.live, orderId: first.id });
  const ended = temporal.client.workflow.getHandle(orderHoldWorkflowId(first.id));
  expect(await ended.result()).toEqual({ status: 'cancelled' });
  expect(await versionOf(orderHoldWorkflowId(first.id))).toEqual({ pinned: true, buildId: 'one' });

  await promote('one');
  const third = await placeOrder(ctx, shop, 1);
  await runsOn(orderHoldWorkflowId(third.id), { pinned: true, buildId: 'one' });
  expect(deploymentName(ctx.config)).toBe(`partner-events${ctx.config.temporal.queueSuffix}`);
});
