import { randomBytes } from 'node:crypto';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import {
  DELIVERY_SENDER_WORKFLOW,
  FAN_OUT_WORKFLOW,
  type FanOutInput,
  type FanOutProgress,
  type SenderView,
} from '../../src/deliveries/workflow.js';
import { createTimeSkippingEnvironment, testWorkflowBundle } from '../support/temporal.js';
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

test('a sender begins one run after another, shows how its shard stands, and begins its history afresh', async () => {
  const view: SenderView = { perSecond: 12, underWay: 3, claimed: 5, endpointsWaiting: 2, oldestSeconds: 7 };
  let runs = 0;
  const sendShard = async ({ shard }: { shard: number }) => {
    expect(shard).toBe(3);
    runs += 1;
    return view;
  };
  await run(
    { sendShard },
    DELIVERY_SENDER_WORKFLOW,
    (queue) => ({ shard: 3, queue }),
    async (handle) => {
      await waitFor(() => runs > 70);
      const { history } = await handle.describe().then(async (found) => ({ history: found.historyLength }));
      expect(history).toBeLessThan(60 * 12);
      await waitFor(async () =>
        (await details(handle)).includes(
          '12 first attempts a second, 3 under way, 5 claimed. 2 endpoints have first attempts to come; the oldest has been due for 7 s.',
        ),
      );
      await environment.client.workflow.getHandle(handle.workflowId).terminate('the test is over');
    },
  );
});
