// Over twenty seconds: a killed worker is missed only fifteen seconds after its last heartbeat, and two are killed.
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { enqueue } from '../../src/platform/outbox/messages.js';
import { settlementCloseWorkflowId, settlementPaymentWorkflowId } from '../../src/platform/temporal/workflow-ids.js';
import {
  CLOSE_PROGRESS_QUERY,
  type CloseInput,
  type CloseProgress,
  SETTLEMENT_CLOSE_WORKFLOW,
} from '../../src/settlements/workflow.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { temporalOf } from '../support/data/holds.js';
import { nthCompany, seedMonth } from '../support/data/seed-month.js';
import { closeMonth, type HeldPayments, holdUpClose, holdUpPayments } from '../support/data/settle.js';
import { kill, spawnWorker, stop } from '../support/system/worker-process.js';
import { createTestEnvironment } from '../support/temporal/temporal.js';
import { waitFor } from '../support/wait-for.js';

jest.setTimeout(1_200_000);

// Twelve pages of companies, whatever their number.
const COMPANIES = Number(process.env.SETTLEMENT_COMPANIES ?? 96);
const BATCH = Math.ceil(COMPANIES / 12);
const MONTH = '2026-08';
/** Payments that begin without a processor for transfers. */
const EARLY = 12;

let environment: TestWorkflowEnvironment;
let ctx: TestContext;
let worker: ChildProcess | undefined;
let payments: HeldPayments;

beforeAll(async () => {
  environment = await createTestEnvironment();
  ctx = await createTestContext({ now: '2026-09-01T00:00:00Z' });
});
afterAll(async () => {
  if (worker) await kill(worker);
  await ctx.close();
  await environment.teardown();
});

const statements = (of: TestContext) => of.sql`
  SELECT company_id, currency, month, version, amount_minor, lines, status = 'carried' AS carried, due_on FROM settlements ORDER BY 1, 2, 3, 4`;
const lines = (of: TestContext) => of.sql`
  SELECT s.company_id, l.earning_id, l.commission_minor, l.live FROM settlement_lines l JOIN settlements s ON s.id = l.settlement_id ORDER BY 1, 2`;

function start(run: number) {
  const temporal = temporalOf(environment, ctx);
  const input: CloseInput = { month: MONTH, requestedBy: 'test', reason: 'month end', batch: BATCH, perSecond: 200 };
  return temporal.client.workflow.start(SETTLEMENT_CLOSE_WORKFLOW, {
    workflowId: settlementCloseWorkflowId(MONTH, run, temporal.suffix),
    taskQueue: temporal.queue('settlements'),
    args: [input],
  });
}

test('killed twice, with a concurrent second close: the same statements as an undisturbed run', async () => {
  const calm = await createTestContext({ now: '2026-09-01T00:00:00Z' });
  await seedMonth(calm, { companies: COMPANIES, lines: 6, month: MONTH });
  await seedMonth(ctx, { companies: COMPANIES, lines: 6, month: MONTH });
  await closeMonth(calm, MONTH, { key: randomUUID() });
  const written = async () => (await ctx.sql<{ n: number }[]>`SELECT count(*)::int AS n FROM settlements`)[0]?.n ?? 0;

  payments = await holdUpPayments(ctx);
  worker = await spawnWorker(ctx);
  const goOn = await holdUpClose(ctx, nthCompany(COMPANIES / 2));
  const first = await start(1);
  await waitFor(async () => (await written()) >= COMPANIES / 8, { what: 'some statements' });
  await kill(worker);
  await goOn();
  const atFirstDeath = await written();
  expect(atFirstDeath).toBeLessThan(COMPANIES);

  worker = await spawnWorker(ctx);
  await waitFor(async () => (await written()) >= atFirstDeath + COMPANIES / 8, { what: 'some more' });
  await kill(worker);
  worker = undefined;

  const second = await start(2);
  worker = await spawnWorker(ctx);
  const results: CloseProgress[] = await Promise.all([first.result(), second.result()]);
  const [one, two] = results;
  expect(one).toMatchObject({ done: COMPANIES, left: 0, refused: 0 });
  expect(two).toMatchObject({ done: COMPANIES, left: 0, refused: 0 });
  expect(await first.query<CloseProgress, []>(CLOSE_PROGRESS_QUERY)).toEqual(one);

  const calmly = await statements(calm);
  expect(await statements(ctx)).toEqual(calmly);
  expect(await lines(ctx)).toEqual(await lines(calm));
  const total = results.reduce((sum, { issued, carried }) => sum + issued + carried, 0);
  expect(total).toBe(calmly.length);
  await calm.close();
});

test('the relay starts one payment a statement, each pays once, and the earnings follow', async () => {
  // So far no processor can send transfers: the first payments wait for an hour, unless they are signalled.
  const early = await payments.release(EARLY);
  // A step that is handed to a worker as it ends is lost, and made again only after two minutes: none may be under way.
  const isWaiting = async (id: string) => {
    const { events } = await environment.client.workflow.getHandle(settlementPaymentWorkflowId(id)).fetchHistory();
    return events?.some((event) => event.timerStartedEventAttributes);
  };
  for (const id of early) await waitFor(() => isWaiting(id), { what: 'the first payments to wait' });
  if (worker) await stop(worker);
  worker = await spawnWorker(ctx, { PAYMENTS: 'simulated' });
  await payments.releaseAll();
  await enqueue(ctx.sql, 'settlement.changed', early, ctx.clock.now());
  const unpaid = async () =>
    (await ctx.sql`SELECT FROM settlements WHERE status <> 'carried' AND (status <> 'paid' OR lines_paid_at IS NULL)`)
      .length;
  await waitFor(async () => (await unpaid()) === 0, { what: 'every payment', timeout: 900_000, interval: 250 });
  const wrong = await ctx.sql`
    SELECT s.id FROM settlements s LEFT JOIN simulated_transfers m ON m.key = replace(s.id, 'stm_', 'trf_') || '_1'
    WHERE s.status = 'paid' AND m.amount_minor IS DISTINCT FROM s.amount_minor`;
  expect(wrong).toEqual([]);
  const [{ sent, paid } = { sent: 0, paid: 0 }] = await ctx.sql<{ sent: number; paid: number }[]>`
    SELECT (SELECT count(*)::int FROM simulated_transfers) AS sent, (SELECT count(*)::int FROM settlements WHERE status = 'paid') AS paid`;
  expect(sent).toBe(paid);
  const left = await ctx.sql`
    SELECT e.id FROM earnings e JOIN settlements s ON s.id = e.settlement_id WHERE s.status = 'paid' AND e.status NOT IN ('paid', 'reversed')`;
  expect(left).toEqual([]);
  const [{ id }] = (await ctx.sql`SELECT id FROM settlements WHERE status = 'paid' LIMIT 1`) as unknown as [
    { id: string },
  ];
  expect(await environment.client.workflow.getHandle(settlementPaymentWorkflowId(id)).result()).toBe('paid');
});
