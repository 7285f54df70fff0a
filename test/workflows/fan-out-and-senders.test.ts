import { randomBytes } from 'node:crypto';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import { senderActivities } from '../../activities/deliveries.js';
import {
  DELIVERY_SENDER_WORKFLOW,
  FAN_OUT_WORKFLOW,
  type FanOutInput,
  type FanOutProgress,
} from '../../src/deliveries/workflow.js';
import { createTimeSkippingEnvironment, testWorkflowBundle } from '../support/temporal/temporal.js';
import { waitFor } from '../support/wait-for.js';

let environment: TestWorkflowEnvironment;
beforeAll(async () => {
  environment = await createTimeSkippingEnvironment();
});
afterAll(() => environment.teardown());

async function run<T>(
  activities: object,
  workflow: string,
  input: (queue: string) => object,
  check: (handle: Awaited<ReturnType<typeof environment.client.workflow.start>>) => Promise<T>,
): Promise<T> {
  const taskQueue = `queue-${randomBytes(4).toString('hex')}`;
  const connection = environment.nativeConnection;
  const worker = await Worker.create({ connection, taskQueue, activities, workflowBundle: testWorkflowBundle() });
  return worker.runUntil(async () => {
    const args = [input(taskQueue)];
    const options = { workflowId: taskQueue, taskQueue, args, workflowExecutionTimeout: '30 days' };
    return check(await environment.client.workflow.start(workflow, options));
  });
}

const details = async (handle: { query<T>(name: string): Promise<T> }) =>
  JSON.stringify(await handle.query('__temporal_workflow_metadata'));

const fanOut =
  (watch: boolean) =>
  (queue: string): FanOutInput => ({ changeIds: ['chg_1'], pageQueue: queue, watch });
const fanOutPage = async () => ({ after: null, started: 20 });

test('a fan-out stays until the first attempts have ended, and reports how they went', async () => {
  const looks: FanOutProgress[] = [
    { deliveries: 20, succeeded: 11, retried: 1, waiting: 8, ended: 0 },
    { deliveries: 20, succeeded: 17, retried: 2, waiting: 0, ended: 1 },
  ];
  const fanOutProgress = async () => looks.shift();
  await run({ fanOutPage, fanOutProgress }, FAN_OUT_WORKFLOW, fanOut(true), async (handle) => {
    await waitFor(async () => (await details(handle)).includes('Made 20 deliveries.'));
    expect(await handle.result()).toEqual({ deliveries: 20, succeeded: 17, retried: 2, waiting: 0, ended: 1 });
    expect(looks).toEqual([]);
    expect(await details(handle)).toContain(
      'Made 20 deliveries: 17 succeeded at once, 2 went to retry, 1 were held, stopped or superseded.',
    );
  });
});

test('a fan-out without subscribers, or that is not watched, ends at once', async () => {
  await run({ fanOutPage }, FAN_OUT_WORKFLOW, fanOut(false), async (handle) => {
    expect(await handle.result()).toEqual({ started: 20 });
  });
  const none = { fanOutPage: async () => ({ after: null, started: 0 }) };
  await run(none, FAN_OUT_WORKFLOW, fanOut(true), async (handle) => {
    expect(await handle.result()).toEqual({ started: 0 });
  });
});

test('a sender from before shards were leased ends when a worker of today is asked', async () => {
  const input = (queue: string) => ({ shard: 3, queue });
  await run(senderActivities, DELIVERY_SENDER_WORKFLOW, input, async (handle) => {
    await expect(handle.result()).rejects.toMatchObject({
      cause: { cause: { message: expect.stringContaining('Shards are leased in Postgres now') } },
    });
  });
});
