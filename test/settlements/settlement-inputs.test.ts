import { randomUUID } from 'node:crypto';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { nextCloseId, startClose } from '../../src/settlements/close-run.js';
import { SETTLEMENT_CLOSE_WORKFLOW, SETTLEMENT_RERUN_WORKFLOW } from '../../src/settlements/workflow.js';
import { type RunningWorker, startWorker } from '../../worker/start-worker.js';
import { createTestContext, type TestContext } from '../support/context.js';
import type { Seller } from '../support/data/build.js';
import { temporalOf } from '../support/data/holds.js';
import { seedLine, seedPayee, statementsOf } from '../support/data/settle.js';
import { createTestEnvironment, testWorkflowBundle } from '../support/temporal/temporal.js';

let environment: TestWorkflowEnvironment;
let ctx: TestContext;
let worker: RunningWorker;
let partner: Seller;

beforeAll(async () => {
  environment = await createTestEnvironment();
  ctx = await createTestContext({ now: '2026-11-01T00:00:00.000Z' });
  worker = await startWorker(ctx, { workflowBundle: testWorkflowBundle() });
  partner = await seedPayee(ctx);
  await seedLine(ctx, partner, 9000, '2026-10-03T00:00:00Z');
});
afterAll(async () => {
  await worker.stop();
  await ctx.close();
  await environment.teardown();
});

/** As from Temporal's pages, with whatever was typed there. */
async function typed(workflow: string, ...args: unknown[]): Promise<unknown> {
  const { client } = environment;
  const handle = await client.workflow.start(workflow, {
    workflowId: `typed-${randomUUID()}`,
    taskQueue: `settlements-v1${ctx.config.temporal.queueSuffix}`,
    args,
  });
  return handle.result().catch((error: { cause?: { cause?: Error } }) => error.cause?.cause?.message);
}

const asked = { month: '2026-10', requestedBy: 'Olga', reason: 'test' };

test.each<[object | string | undefined, RegExp]>([
  [undefined, /expected object/],
  ['2026-10', /expected object/],
  [{ month: '2026-10', reason: 'x' }, /requestedBy: Invalid input/],
  [{ ...asked, reason: 5 }, /reason: Invalid input: expected string/],
  [{ ...asked, reason: ' ' }, /reason: must not be empty/],
  [{ ...asked, month: 202610 }, /month: Invalid input/],
  [{ ...asked, month: '2026-13' }, /must be written like 2026-10/],
  [{ ...asked, month: '0206-10' }, /must be written like 2026-10/],
  [{ ...asked, month: '2026-11' }, /nothing is closed early/],
  [{ ...asked, companyId: 'cmp_1' }, /Unrecognized key: "companyId"/],
  [{ ...asked, company: null }, /company: Invalid input/],
  [{ ...asked, company: 'Nobody' }, /There is no company Nobody\./],
  [{ ...asked, currency: 'eur' }, /three capital letters/],
  [{ ...asked, batch: 0 }, /batch: Too small/],
  [{ ...asked, batch: 1e6 }, /batch: Too big/],
  [{ ...asked, batch: 1_000, perSecond: 4 }, /batch: must be at most 200 times perSecond/],
  [{ ...asked, perSecond: 0 }, /perSecond: Too small/],
  [{ ...asked, perSecond: '10' }, /perSecond: Invalid input/],
])('a close of %j ends with a clear refusal and writes nothing', async (input, said) => {
  expect(await typed(SETTLEMENT_CLOSE_WORKFLOW, ...(input === undefined ? [] : [input]))).toMatch(said);
  expect(await ctx.sql`SELECT key FROM settlement_runs`).toEqual([]);
});

test.each<[object | undefined, RegExp]>([
  [undefined, /expected object/],
  [{ ...asked, company: 'x' }, /currency: Invalid input/],
  [{ ...asked, currency: 'EUR' }, /company: Invalid input/],
  [{ ...asked, company: 'Nobody', currency: 'EUR' }, /There is no company Nobody\./],
  [{ ...asked, company: 'x', currency: 'EUR', dryRun: true }, /Unrecognized key: "dryRun"/],
])('a rerun of %j ends with a clear refusal', async (input, said) => {
  expect(await typed(SETTLEMENT_RERUN_WORKFLOW, ...(input === undefined ? [] : [input]))).toMatch(said);
});

test('the documented inputs close, and rerun', async () => {
  const company = partner.companyId;
  const close = await typed(SETTLEMENT_CLOSE_WORKFLOW, {
    ...asked,
    company,
    currency: 'EUR',
    batch: 10,
    perSecond: 50,
  });
  expect(close).toMatchObject({ done: 1, issued: 1 });
  await seedLine(ctx, partner, 100, '2026-10-04T00:00:00Z');
  const rerun = await typed(SETTLEMENT_RERUN_WORKFLOW, { ...asked, company, currency: 'EUR' });
  expect(rerun).toMatchObject({ outcome: 'reissued' });
  expect((await statementsOf(ctx, company)).map(({ status }) => status)).toEqual(['void', 'issued']);
});

test('a close next to a just started one is a run of its own', async () => {
  const temporal = temporalOf(environment, ctx);
  const taken = await nextCloseId(ctx, '2026-10');
  const other = await temporal.client.workflow.start(SETTLEMENT_CLOSE_WORKFLOW, {
    workflowId: taken,
    taskQueue: 'nobody-yet',
    args: [asked],
  });
  // The run counts as soon as a worker has begun it.
  const free = await nextCloseId(ctx, '2026-10', 1);
  const handle = await startClose(ctx, temporal, asked, 'test');
  expect(handle.workflowId).toBe(free);
  expect(await handle.result()).toMatchObject({ done: 1, left: 0 });
  await other.terminate();
});
