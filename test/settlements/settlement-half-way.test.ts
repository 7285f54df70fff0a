import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { giveUpCloses, nextCloseId } from '../../src/settlements/close-run.js';
import { beginRun } from '../../src/settlements/sql/settlement-runs.js';
import {
  CLOSE_PROGRESS_QUERY,
  type CloseInput,
  type CloseProgress,
  SETTLEMENT_CLOSE_WORKFLOW,
} from '../../src/settlements/workflow.js';
import { type RunningWorker, startWorker } from '../../worker/start-worker.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { temporalOf } from '../support/data/holds.js';
import { nthCompany, seedMonth } from '../support/data/seed-month.js';
import { holdUpClose } from '../support/data/settle.js';
import { createTestEnvironment, testWorkflowBundle } from '../support/temporal/temporal.js';
import { waitFor } from '../support/wait-for.js';

const MONTH = '2026-08';
const COMPANIES = 60;

let environment: TestWorkflowEnvironment;
let ctx: TestContext;
let worker: RunningWorker;
beforeAll(async () => {
  environment = await createTestEnvironment();
  ctx = await createTestContext({ now: '2026-09-01T00:00:00Z' });
  await seedMonth(ctx, { companies: COMPANIES, lines: 4, month: MONTH });
  worker = await startWorker(ctx, { workflowBundle: testWorkflowBundle() });
});
afterAll(async () => {
  await worker.stop();
  await ctx.close();
  await environment.teardown();
});

async function start(options: Partial<CloseInput>) {
  const temporal = temporalOf(environment, ctx);
  const args: [CloseInput] = [{ month: MONTH, requestedBy: 'test', reason: 'month end', ...options }];
  return temporal.client.workflow.start<(input: CloseInput) => Promise<CloseProgress>>(SETTLEMENT_CLOSE_WORKFLOW, {
    workflowId: await nextCloseId(ctx, MONTH),
    taskQueue: temporal.queue('settlements'),
    args,
  });
}

const written = () =>
  ctx.sql`SELECT id, company_id, currency, amount_minor FROM settlements ORDER BY company_id, currency`;

test('a close reports its progress; terminated half-way, the next one writes only the missing statements', async () => {
  const goOn = await holdUpClose(ctx, nthCompany(COMPANIES / 2));
  const first = await start({ batch: 5 });
  const progress = () => first.query<CloseProgress, []>(CLOSE_PROGRESS_QUERY);
  await waitFor(async () => (await progress()).done >= 10, { what: 'ten companies' });
  const { done, left, issued, carried, refused } = await progress();
  expect(done + left).toBe(COMPANIES);
  expect(issued + carried).toBeGreaterThanOrEqual(done);
  expect(refused).toBe(0);
  const metadata = await first.query<{ currentDetails: string }, []>('__temporal_workflow_metadata');
  expect(metadata.currentDetails).toMatch(
    /^2026-08: \d+ companies done, \d+ left; \d+ statements issued, \d+ carried, 0 refused/,
  );
  await first.terminate('pulled the plug');
  await goOn();

  // A worker that stops lets the batch that is in progress come to its end.
  await worker.stop();
  const before = await written();
  worker = await startWorker(ctx, { workflowBundle: testWorkflowBundle() });
  expect(before.length).toBeGreaterThan(0);
  expect(before.length).toBeLessThan(COMPANIES);

  const second = await start({});
  expect(second.workflowId).not.toBe(first.workflowId);
  const result = await second.result();
  const after = await written();
  expect(result).toMatchObject({ done: COMPANIES, left: 0, refused: 0, kept: before.length });
  expect(result.issued + result.carried).toBe(after.length - before.length);
  const kept = new Set(before.map(({ id }) => id));
  expect(after.filter(({ id }) => kept.has(id))).toEqual([...before]);
  const companies = new Set(after.map(({ companyId }) => companyId));
  expect(companies.size).toBe(COMPANIES);

  const runs = () => ctx.sql`SELECT status, result ->> 'message' AS message FROM settlement_runs ORDER BY id`;
  const lost = { key: 'nobody knows run', kind: 'close' as const, requestedBy: 'test', reason: 'test' };
  await beginRun(ctx.sql, { ...lost, month: MONTH, companyId: null, currency: null }, ctx.clock.now());
  ctx.clock.advance(11 * 60_000);
  await giveUpCloses(ctx, temporalOf(environment, ctx), ctx.clock.now());
  expect(await runs()).toEqual([
    { status: 'refused', message: expect.stringMatching(/ is terminated and has not come to its end\. What it wrote/) },
    { status: 'finished', message: null },
    { status: 'refused', message: expect.stringMatching(/^nobody knows is no longer known to Temporal/) },
  ]);
});
