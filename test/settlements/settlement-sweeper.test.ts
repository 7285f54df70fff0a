import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { statementJob } from '../../src/settlements/jobs.js';
import { payStatement } from '../../src/settlements/pay-statement.js';
import { type RunningWorker, startWorker } from '../../worker/start-worker.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { temporalOf } from '../support/data/holds.js';
import { closeMonth, seedLine, seedPayee, statementsOf } from '../support/data/settle.js';
import { checkJob } from '../support/jobs.js';
import { createTestEnvironment, pauseClock, testWorkflowBundle } from '../support/temporal/temporal.js';
import { waitFor } from '../support/wait-for.js';

let environment: TestWorkflowEnvironment;
let ctx: TestContext;
let worker: RunningWorker | undefined;
beforeAll(async () => {
  environment = await createTestEnvironment();
  ctx = await createTestContext({ now: '2026-11-01T00:00:00Z' });
});
afterAll(async () => {
  await worker?.stop();
  await ctx.close();
  await environment.teardown();
});

test('a payment whose workflow was lost is started again: a due one where it can be sent, a paid one always', async () => {
  const payees = [await seedPayee(ctx), await seedPayee(ctx)] as const;
  for (const payee of payees) await seedLine(ctx, payee, 9000, '2026-10-03T00:00:00Z');
  await closeMonth(ctx, '2026-10');
  const statementOf = async (nth: 0 | 1) => {
    const [statement] = await statementsOf(ctx, payees[nth].companyId);
    if (!statement) throw new Error('no statement');
    return statement;
  };
  const byHand = { requestedBy: 'Fiona', reason: 'by hand', paymentReference: 'WIRE-1' };
  await payStatement(ctx, { settlementId: (await statementOf(0)).id, ...byHand });
  ctx.clock.set('2026-11-11T00:30:00Z');
  await ctx.sql`DELETE FROM outbox`;
  await pauseClock(ctx, 'statement');
  worker = await startWorker(ctx, { workflowBundle: testWorkflowBundle() });
  const temporal = temporalOf(environment, ctx);

  const unable = { ...ctx, payouts: { ...ctx.payouts, methods: [] } };
  expect(await checkJob(unable, temporal, statementJob)).toBe(1);
  await waitFor(async () => (await statementOf(0)).linesPaidAt !== null);
  expect(await statementOf(1)).toMatchObject({ status: 'issued' });

  expect(await checkJob(ctx, temporal, statementJob)).toBe(1);
  await waitFor(async () => (await statementOf(1)).linesPaidAt !== null);
  expect(await checkJob(ctx, temporal, statementJob)).toBe(0);
});

test('due statements are paid while Temporal takes no starts', async () => {
  const payee = await seedPayee(ctx);
  await seedLine(ctx, payee, 9000, '2026-10-04T00:00:00Z');
  await closeMonth(ctx, '2026-10');
  await ctx.sql`DELETE FROM outbox`;
  const temporal = { ...temporalOf(environment, ctx), call: () => Promise.reject(new Error('interrupted')) };
  expect(await checkJob(ctx, temporal, statementJob)).toBe(1);
  const [statement] = await statementsOf(ctx, payee.companyId);
  expect(statement).toMatchObject({ status: 'paid', linesPaidAt: expect.any(Date) });
});

test('due statements are paid where Temporal takes the start and runs nothing, once, with any number of workers', async () => {
  const payee = await seedPayee(ctx);
  await seedLine(ctx, payee, 9000, '2026-10-05T00:00:00Z');
  await closeMonth(ctx, '2026-10');
  await ctx.sql`DELETE FROM outbox`;
  const temporal = { ...temporalOf(environment, ctx), queue: () => 'nobody' };
  const sweeps = Array.from({ length: 3 }, () => checkJob(ctx, temporal, statementJob));
  await Promise.all(sweeps);
  const [statement] = await statementsOf(ctx, payee.companyId);
  expect(statement).toMatchObject({ status: 'paid', attempts: 1, linesPaidAt: expect.any(Date) });
});
