import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { settlementCloseWorkflowId } from '../../src/platform/temporal/workflow-ids.js';
import { lastEndedMonth, startOfMonth } from '../../src/settlements/rules/settlement.js';
import { SETTLEMENT_CLOSE_WORKFLOW, SETTLEMENT_RERUN_WORKFLOW } from '../../src/settlements/workflow.js';
import { type RunningWorker, startWorker } from '../../worker/start-worker.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { temporalOf } from '../support/data/holds.js';
import { seedLine, seedPayee, statementsOf } from '../support/data/settle.js';
import { createTestEnvironment, testWorkflowBundle } from '../support/temporal/temporal.js';
import { waitFor } from '../support/wait-for.js';

let environment: TestWorkflowEnvironment;
let ctx: TestContext;
let worker: RunningWorker;
beforeAll(async () => {
  environment = await createTestEnvironment();
  ctx = await createTestContext({ now: new Date().toISOString() });
  worker = await startWorker(ctx, { workflowBundle: testWorkflowBundle() });
});
afterAll(async () => {
  await worker.stop();
  await ctx.close();
  await environment.teardown();
});

test('fires at 00:00 UTC on the first, makes up for a year, and closes the month before', async () => {
  const handle = environment.client.schedule.getHandle(`settlement-close${ctx.config.temporal.queueSuffix}`);
  const { policies, info } = await handle.describe();
  expect(policies).toMatchObject({ overlap: 'SKIP', catchupWindow: 365 * 86_400_000 });
  expect(info.nextActionTimes.length).toBeGreaterThan(0);
  for (const time of info.nextActionTimes) expect(time.toISOString()).toMatch(/-01T00:00:00.000Z$/);

  // The run closes the month before the instant at which the server starts it.
  ctx.clock.set(new Date());
  const month = lastEndedMonth(ctx.clock.now());
  const partner = await seedPayee(ctx, { netDays: 90 });
  await seedLine(ctx, partner, 9000, startOfMonth(month));
  await handle.trigger();
  await waitFor(async () => (await statementsOf(ctx, partner.companyId)).length === 1);
  expect(await statementsOf(ctx, partner.companyId)).toMatchObject([
    { month, status: 'issued', amount: { minor: 9000 } },
  ]);
  const [run] = await ctx.sql`SELECT requested_by, reason FROM settlement_runs`;
  expect(run).toEqual({ requestedBy: 'schedule', reason: 'month end' });
  const close = environment.client.workflow.getHandle(
    settlementCloseWorkflowId(month, 1, ctx.config.temporal.queueSuffix),
  );
  expect((await close.describe()).searchAttributes).toMatchObject({ Month: [month] });
});

test('finance starts both from the web page of Temporal with the documented input', async () => {
  const month = lastEndedMonth(ctx.clock.now());
  const partner = await seedPayee(ctx, { netDays: 90 });
  await seedLine(ctx, partner, 9000, startOfMonth(month));
  const { client, queue, suffix } = temporalOf(environment, ctx);
  const start = (workflow: string, name: string, input: object) =>
    client.workflow.execute(workflow, {
      workflowId: `by-hand-${name}${suffix}`,
      taskQueue: queue('settlements'),
      args: [input],
    });
  const who = { requestedBy: 'Fiona', reason: 'by hand' };
  expect(await start(SETTLEMENT_CLOSE_WORKFLOW, 'close', { month, company: partner.companyId, ...who })).toMatchObject({
    done: 1,
    issued: 1,
  });
  await seedLine(ctx, partner, -1000, startOfMonth(month));
  const rerun = { month, company: partner.companyId, currency: 'EUR', ...who };
  expect(await start(SETTLEMENT_RERUN_WORKFLOW, 'rerun', rerun)).toMatchObject({ outcome: 'reissued' });
  expect((await statementsOf(ctx, partner.companyId)).map(({ status, amount }) => [status, amount.minor])).toEqual([
    ['void', 9000],
    ['issued', 8000],
  ]);
  await expect(start(SETTLEMENT_RERUN_WORKFLOW, 'nobody', { ...rerun, requestedBy: '' })).rejects.toMatchObject({
    cause: { cause: { message: expect.stringMatching(/requestedBy: must not be empty/) } },
  });
});
