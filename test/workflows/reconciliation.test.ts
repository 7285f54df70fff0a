import { randomBytes } from 'node:crypto';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import { createReconciliationActivities } from '../../activities/reconciliation.js';
import { openCheckout } from '../../src/orders/open-checkout.js';
import type { Context } from '../../src/platform/context/context.js';
import { beginReconciliation, readOurs } from '../../src/reconciliation/reconcile.js';
import {
  RECONCILE_WORKFLOW,
  type ReconciliationOutcome,
  type ReconciliationState,
} from '../../src/reconciliation/workflow.js';
import { lastEndedMonth, startOfMonth } from '../../src/settlements/rules/settlement.js';
import { readBacklog } from '../../worker/backlog.js';
import { createTestContext } from '../support/context.js';
import { placeOrder } from '../support/data/holds.js';
import { openStripeSite, sessionOf, tokenOf } from '../support/outside/stripe.js';
import { createTimeSkippingEnvironment, testWorkflowBundle } from '../support/temporal/temporal.js';
import { waitFor } from '../support/wait-for.js';

let environment: TestWorkflowEnvironment;
beforeAll(async () => {
  environment = await createTimeSkippingEnvironment();
});
afterAll(() => environment.teardown());

/** Runs the month's comparison; with the final text for operators. */
async function run(ctx: Context, going?: ReconciliationState): Promise<ReconciliationOutcome> {
  const id = `reconcile-${randomBytes(4).toString('hex')}`;
  const worker = await Worker.create({
    connection: environment.nativeConnection,
    namespace: environment.namespace,
    taskQueue: id,
    workflowBundle: testWorkflowBundle(),
    activities: createReconciliationActivities(ctx),
  });
  const args = going ? [going] : [];
  return worker.runUntil(
    environment.client.workflow.execute(RECONCILE_WORKFLOW, { workflowId: id, taskQueue: id, args }),
  );
}

test('compares the month before, however long Stripe is away, and leaves the result where operators look', async () => {
  const site = await openStripeSite();
  const { ctx, stripe } = site;
  const month = lastEndedMonth(new Date());
  const now = ctx.clock.now().getTime();
  site.advance(startOfMonth(month).getTime() + 5 * 86_400_000 - now);
  const { id } = await placeOrder(ctx, site.shop, 2);
  await openCheckout(ctx, await tokenOf(ctx, id), 'en');
  stripe.verbs.pay({ session: await sessionOf(ctx, id) });
  await waitFor(() => stripe.deliverer.waiting().length === 0);
  site.advance(now - ctx.clock.now().getTime());

  stripe.verbs.fault({ path: '/v1/balance_transactions', kind: 'unreached', times: 7 });
  const message = `${month}: 2 accounts compared, no differences: \`partner-events settlement reconciliations 1\`.`;
  expect(await run(ctx)).toEqual({ month, run: 1, message });
  const gauge = async () =>
    (await readBacklog(ctx.sql, ctx.clock.now())).find(({ name }) => name === 'reconciliation_differences')?.value;
  expect(await gauge()).toBe(0);

  await ctx.sql`UPDATE checkouts SET payment_reference = 'pi_none'`;
  // As it goes on in a new history.
  const again = await beginReconciliation(ctx, { month, requestedBy: 'test' });
  await readOurs(ctx, again);
  expect(await run(ctx, { month, run: again, after: '', accounts: 0 })).toMatchObject({
    run: 2,
    message: expect.stringContaining('2 differences'),
  });
  expect(await gauge()).toBe(2);
  await site.close();
});

test('has nothing to compare where payments are simulated', async () => {
  const ctx = await createTestContext({ env: { PAYMENTS: 'simulated' } });
  expect(await run(ctx)).toMatchObject({ run: null, message: expect.stringMatching(/simulated: there is nothing/) });
  expect(await ctx.sql`SELECT FROM reconciliations`).toHaveLength(0);
  await ctx.close();
});
