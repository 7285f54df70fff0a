import { JOBS } from '../../src/context/jobs.js';
import { schedulesOf } from '../../src/platform/jobs/job.js';
import { createTemporalClient, type TemporalClient } from '../../src/platform/temporal/client.js';
import { ensureSchedules } from '../../src/platform/temporal/schedules.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { deleteSchedules } from '../support/temporal/temporal.js';
import { waitFor } from '../support/wait-for.js';

const SCHEDULES = schedulesOf(JOBS);
let ctx: TestContext;
let temporal: TemporalClient;

beforeAll(async () => {
  ctx = await createTestContext();
  temporal = createTemporalClient(ctx.config);
});
afterAll(async () => {
  await deleteSchedules(temporal);
  await temporal.close();
  await ctx.close();
});

it('makes the Schedules, by several workers at once, and again', async () => {
  await Promise.all([ensureSchedules(temporal, SCHEDULES), ensureSchedules(temporal, SCHEDULES)]);
  await ensureSchedules(temporal, SCHEDULES);
  const { action, policies, state } = await temporal.client.schedule
    .getHandle(`complete-events${temporal.suffix}`)
    .describe();
  expect(action).toMatchObject({
    workflowType: 'maintenance',
    args: ['complete-events'],
    taskQueue: temporal.queue('maintenance'),
  });
  expect(policies.overlap).toBe('SKIP');
  expect(state.note).toMatch(/completed/);
});

it('brings a Schedule that was changed back to what this version wants, and leaves a paused one paused', async () => {
  const handle = temporal.client.schedule.getHandle(`complete-events${temporal.suffix}`);
  await handle.update((present) => ({ ...present, spec: { intervals: [{ every: '7 days' }] } }));
  // Changes to a Schedule take effect after they were acknowledged; of two at once, the server applies a pause first.
  await waitFor(async () => (await handle.describe()).spec.intervals?.[0]?.every !== 60_000);
  await handle.pause('by an operator');
  await waitFor(async () => (await handle.describe()).state.paused);
  await ensureSchedules(temporal, SCHEDULES);
  const { spec, state } = await waitFor(async () => {
    const found = await handle.describe();
    return found.spec.intervals?.[0]?.every === 60_000 && found;
  });
  expect(spec.intervals).toMatchObject([{ every: 60_000 }]);
  expect(state).toMatchObject({ paused: true, note: 'by an operator' });
});

it('does not touch a Schedule that is as wanted', async () => {
  await ensureSchedules(temporal, SCHEDULES);
  const described = async () => {
    const found = [];
    for await (const { scheduleId } of temporal.client.schedule.list()) {
      if (!scheduleId.endsWith(temporal.suffix)) continue;
      const { info } = await temporal.client.schedule.getHandle(scheduleId).describe();
      found.push({ scheduleId, lastUpdatedAt: info.lastUpdatedAt });
    }
    return found.sort((a, b) => a.scheduleId.localeCompare(b.scheduleId));
  };
  // The list is a moment behind.
  const before = await waitFor(async () => {
    const found = await described();
    return found.length === SCHEDULES.length && found;
  });
  await ensureSchedules(temporal, SCHEDULES);
  expect(await described()).toEqual(before);
});
