// Over twenty seconds: two workflows run until their history is long enough to go on in a new one.
import { randomBytes } from 'node:crypto';
import { ApplicationFailure } from '@temporalio/client';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import {
  CLOSE_PROGRESS_QUERY,
  type CloseInput,
  type ClosePageInput,
  type CloseProgress,
  MONTH_END_WORKFLOW,
  SETTLEMENT_CLOSE_WORKFLOW,
  SETTLEMENT_PAYMENT_WORKFLOW,
  SETTLEMENT_REFUSED,
  SETTLEMENT_RERUN_WORKFLOW,
} from '../../src/settlements/workflow.js';
import { createTimeSkippingEnvironment, testWorkflowBundle } from '../support/temporal/temporal.js';

const DAY = 86_400_000;

let environment: TestWorkflowEnvironment;
beforeAll(async () => {
  environment = await createTimeSkippingEnvironment();
});
afterAll(() => environment.teardown());

const closing = {
  beginClose: async () => ({ runId: 1, companies: 230 }),
  ripenForClose: async () => ({ more: false }),
  closePage: async ({ after }: ClosePageInput) => {
    const next = Number(after || 0) + 1;
    return { done: 1, carried: 0, issued: 1, refused: 0, kept: 0, next: next < 230 ? String(next) : null };
  },
  endClose: async () => {},
};

async function run<T>(workflow: string, args: unknown[], activities: object): Promise<{ result: T; id: string }> {
  const id = `settlements-${randomBytes(4).toString('hex')}`;
  const worker = await Worker.create({
    connection: environment.nativeConnection,
    namespace: environment.namespace,
    taskQueue: id,
    workflowBundle: testWorkflowBundle(),
    activities,
  });
  const result = await worker.runUntil(
    environment.client.workflow.execute(workflow, { workflowId: id, taskQueue: id, args }),
  );
  return { result: result as T, id };
}

test('a long close begins new histories, keeps its count, and answers the query', async () => {
  const input: CloseInput = { month: '2026-10', requestedBy: 'test', reason: 'test' };
  const ended: unknown[] = [];
  const activities = { ...closing, endClose: async (...args: unknown[]) => void ended.push(args) };
  const id = `settlements-${randomBytes(4).toString('hex')}`;
  const worker = await Worker.create({
    connection: environment.nativeConnection,
    namespace: environment.namespace,
    taskQueue: id,
    workflowBundle: testWorkflowBundle(),
    activities,
  });
  await worker.runUntil(async () => {
    const handle = await environment.client.workflow.start(SETTLEMENT_CLOSE_WORKFLOW, {
      workflowId: id,
      taskQueue: id,
      args: [input],
    });
    const progress: CloseProgress = { done: 230, carried: 0, issued: 230, refused: 0, kept: 0, left: 0 };
    expect(await handle.result()).toEqual(progress);
    const last = environment.client.workflow.getHandle(id);
    expect(await last.query<CloseProgress, []>(CLOSE_PROGRESS_QUERY)).toEqual(progress);
    expect(ended).toEqual([[1, progress]]);
    expect((await last.describe()).runId).not.toBe(handle.firstExecutionRunId);
  });
});

test('refusals of the rules fail at once', async () => {
  const activities = {
    ...closing,
    beginClose: async () => {
      throw ApplicationFailure.create({ type: SETTLEMENT_REFUSED, message: 'the month is not over' });
    },
  };
  await expect(run(SETTLEMENT_CLOSE_WORKFLOW, [{ month: '2026-10' }], activities)).rejects.toMatchObject({
    cause: { cause: { message: 'the month is not over' } },
  });
});

test("fired before the month is over by the service's clock, it waits, and then closes the missed month", async () => {
  const asked: string[] = [];
  const closed: string[] = [];
  const activities = {
    ...closing,
    closePage: async (input: ClosePageInput) => ({ ...(await closing.closePage(input)), next: null }),
    dueMonths: async (month: string) => {
      asked.push(month);
      if (asked.length < 4) return { waitMs: 3 * 3_600_000, months: [] };
      const unique = randomBytes(4).toString('hex');
      return {
        waitMs: null,
        months: ['2026-09', '2026-10'].map((month) => ({ month, workflowId: `${month} ${unique}` })),
      };
    },
    beginClose: async (input: CloseInput) => {
      closed.push(`${input.month} ${input.requestedBy}`);
      return { runId: 1, companies: 1 };
    },
  };
  const { result } = await run<Record<string, CloseProgress>>(MONTH_END_WORKFLOW, [], activities);
  expect(asked).toHaveLength(4);
  expect(closed).toEqual(['2026-09 schedule', '2026-10 schedule']);
  expect(Object.keys(result)).toEqual(['2026-09', '2026-10']);
});

test("a concurrent close under the same id does not prevent the month's close", async () => {
  const taskQueue = `settlements-${randomBytes(4).toString('hex')}`;
  const id = `${taskQueue}-close`;
  const steps = [{ status: 'issued', waitMs: 45_000 }];
  let asked = 0;
  const worker = await Worker.create({
    connection: environment.nativeConnection,
    namespace: environment.namespace,
    taskQueue,
    workflowBundle: testWorkflowBundle(),
    activities: {
      ...closing,
      closePage: async (input: ClosePageInput) => ({ ...(await closing.closePage(input)), next: null }),
      // Only so that the id is taken for a while.
      advancePayment: async () => steps.shift() ?? { status: 'void', waitMs: null },
      dueMonths: async () => {
        asked += 1;
        return { waitMs: null, months: [{ month: '2026-10', workflowId: id }] };
      },
    },
  });
  const { workflow } = environment.client;
  const result = await worker.runUntil(async () => {
    await workflow.start(SETTLEMENT_PAYMENT_WORKFLOW, { workflowId: id, taskQueue, args: [{ settlementId: 'stm_1' }] });
    return workflow.execute(MONTH_END_WORKFLOW, { workflowId: taskQueue, taskQueue });
  });
  expect(asked).toBeGreaterThan(1);
  expect(result).toMatchObject({ '2026-10': { done: 1, issued: 1 } });
});

test.each([SETTLEMENT_CLOSE_WORKFLOW, SETTLEMENT_RERUN_WORKFLOW])(
  '%s without any input fails at once',
  async (workflow) => {
    const refuse = async (input: unknown) => {
      throw ApplicationFailure.create({ type: SETTLEMENT_REFUSED, message: `the input is ${JSON.stringify(input)}` });
    };
    await expect(run(workflow, [], { ...closing, beginClose: refuse, rerunStatement: refuse })).rejects.toMatchObject({
      cause: { cause: { message: expect.stringMatching(/^the input is/) } },
    });
  },
);

test('a payment sleeps until its day, takes its retries, and moves the earnings in batches', async () => {
  const steps = [10, 1, 3, 5].map((days) => ({ status: 'failed', waitMs: days * DAY }));
  const batches: string[] = [];
  const { result } = await run<string>(SETTLEMENT_PAYMENT_WORKFLOW, [{ settlementId: 'stm_test' }], {
    advancePayment: async () => steps.shift() ?? { status: 'paid', waitMs: null },
    payLines: async (_id: string, after: string) => {
      batches.push(after);
      return batches.length < 3 ? `ern_${batches.length}` : null;
    },
  });
  expect(result).toBe('paid');
  expect(batches).toEqual(['', 'ern_1', 'ern_2']);
});

test('a statement longer than one history goes on in the next where it was', async () => {
  const batches: string[] = [];
  const { result } = await run<string>(SETTLEMENT_PAYMENT_WORKFLOW, [{ settlementId: 'stm_long' }], {
    advancePayment: async () => ({ status: 'paid', waitMs: null }),
    payLines: async (_id: string, after: string) => {
      batches.push(after);
      return batches.length < 450 ? `ern_${batches.length}` : null;
    },
  });
  expect(result).toBe('paid');
  expect(batches).toHaveLength(450);
  expect(new Set(batches).size).toBe(450);
});
