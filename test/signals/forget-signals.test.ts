import { createTemporalClient, type TemporalClient } from '../../src/platform/temporal/client.js';
import { type RunningWorker, startWorker } from '../../worker/start-worker.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { deleteSchedules, pauseSchedule, testWorkflowBundle } from '../support/temporal/temporal.js';

let ctx: TestContext;
let temporal: TemporalClient;
let worker: RunningWorker | undefined;

beforeAll(async () => {
  ctx = await createTestContext({ now: new Date().toISOString() });
  temporal = createTemporalClient(ctx.config);
  worker = await startWorker(ctx, { workflowBundle: testWorkflowBundle() });
});
afterAll(async () => {
  await worker?.stop();
  await deleteSchedules(temporal);
  await temporal.close();
  await ctx.close();
});

test('a Schedule forgets page loads that are two days old, in batches', async () => {
  const { action, spec } = await pauseSchedule(temporal, 'forget-signals');
  expect(spec.intervals).toHaveLength(1);
  const hour = 3_600_000;
  const at = (hours: number) => new Date(ctx.clock.now().getTime() - hours * hour);
  await ctx.sql`INSERT INTO signals_seen SELECT gen_random_uuid(), ${at(49)} FROM generate_series(1, 25000)`;
  await ctx.sql`INSERT INTO signals_seen SELECT gen_random_uuid(), ${at(47)} FROM generate_series(1, 10)`;

  const result = await temporal.client.workflow.execute(action.workflowType, {
    taskQueue: action.taskQueue,
    args: action.args,
    workflowId: `forget-signals-now${temporal.suffix}`,
    workflowExecutionTimeout: '1 minute',
  });
  expect(result).toEqual({ deleted: 25_000 });
  expect(await ctx.sql`SELECT FROM signals_seen`).toHaveLength(10);
});
