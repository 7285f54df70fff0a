import { createTemporalClient, type TemporalClient } from '../../src/temporal/client.js';
import { ensureSchedules } from '../../src/temporal/schedules.js';
import { createTestContext, type TestContext } from '../support/context.js';

let ctx: TestContext;
let temporal: TemporalClient;

beforeAll(async () => {
  ctx = await createTestContext();
  temporal = createTemporalClient(ctx.config);
});
afterAll(async () => {
  for await (const { scheduleId } of temporal.client.schedule.list()) {
    if (scheduleId.endsWith(temporal.suffix)) await temporal.client.schedule.getHandle(scheduleId).delete();
  }
  await temporal.close();
  await ctx.close();
});

it('makes the Schedules, by several workers at once, and again', async () => {
  await Promise.all([ensureSchedules(temporal), ensureSchedules(temporal)]);
  await ensureSchedules(temporal);
  const { action, policies, state } = await temporal.client.schedule
    .getHandle(`sweep-orders${temporal.suffix}`)
    .describe();
  expect(action).toMatchObject({ workflowType: 'sweepOrders', taskQueue: temporal.queue('maintenance') });
  expect(policies.overlap).toBe('SKIP');
  expect(state.note).toMatch(/holds/);
});

it('brings a Schedule that was changed back to what this version wants, and leaves a paused one paused', async () => {
  const handle = temporal.client.schedule.getHandle(`sweep-orders${temporal.suffix}`);
  await handle.update((present) => ({ ...present, spec: { intervals: [{ every: '7 days' }] } }));
  await handle.pause('by an operator');
  await ensureSchedules(temporal);
  const { spec, state } = await handle.describe();
  expect(spec.intervals).toMatchObject([{ every: 60_000 }]);
  expect(state).toMatchObject({ paused: true, note: 'by an operator' });
});
