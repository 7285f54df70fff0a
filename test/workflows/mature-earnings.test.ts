import { randomBytes } from 'node:crypto';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import {
  MATURE_EARNINGS_WORKFLOW,
  MATURING_PROGRESS_QUERY,
  type MaturedBatch,
  type MaturingProgress,
} from '../../src/earnings/workflow.js';
import { createTestEnvironment, testWorkflowBundle } from '../support/temporal/temporal.js';

let environment: TestWorkflowEnvironment;
beforeAll(async () => {
  environment = await createTestEnvironment();
});
afterAll(() => environment.teardown());

async function run(
  matureBatch: () => Promise<MaturedBatch>,
): Promise<{ result: MaturingProgress; asked: MaturingProgress }> {
  const taskQueue = `mature-${randomBytes(4).toString('hex')}`;
  const worker = await Worker.create({
    connection: environment.nativeConnection,
    namespace: environment.namespace,
    taskQueue,
    workflowBundle: testWorkflowBundle(),
    activities: { matureBatch },
  });
  return worker.runUntil(async () => {
    const handle = await environment.client.workflow.start(MATURE_EARNINGS_WORKFLOW, {
      workflowId: taskQueue,
      taskQueue,
      args: [],
    });
    const result: MaturingProgress = await handle.result();
    return { result, asked: await handle.query<MaturingProgress, []>(MATURING_PROGRESS_QUERY) };
  });
}

test('continues as long as a batch reports more, and counts its work', async () => {
  let left = 3;
  const { result, asked } = await run(async () => {
    left -= 1;
    return { events: 0, reviewed: 1, approved: 5, ready: 2, more: left > 0 };
  });
  expect(result).toEqual({ batches: 3, events: 0, reviewed: 3, approved: 15, ready: 6 });
  expect(asked).toEqual(result);
});

test('a batch that fails is asked for again', async () => {
  let calls = 0;
  const { result } = await run(async () => {
    calls += 1;
    if (calls === 1) throw new Error('the database was away');
    return { events: 0, reviewed: 0, approved: 1, ready: 0, more: false };
  });
  expect(result).toMatchObject({ batches: 1, approved: 1 });
});

test('a long run begins a new history and keeps its count', async () => {
  let calls = 0;
  const { result } = await run(async () => {
    calls += 1;
    return { events: 0, reviewed: 0, approved: 1, ready: 0, more: calls < 230 };
  });
  expect(result).toMatchObject({ batches: 230, approved: 230 });
});
