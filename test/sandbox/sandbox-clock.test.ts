import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { addPostback, addWebhook } from '../../src/deliveries/endpoints/add-endpoint.js';
import { matureEarnings } from '../../src/earnings/mature-earnings.js';
import { createDatabaseClock } from '../../src/platform/clock/database-clock.js';
import { advanceClock, nextSteps } from '../../src/sandbox/advance-clock.js';
import { addAhead, aheadOf } from '../../src/sandbox/sql/clock.js';
import { endOfMonth, monthOf } from '../../src/settlements/rules/settlement.js';
import { setTerms } from '../../src/settlements/set-terms.js';
import { listSettlements } from '../../src/settlements/sql/settlements.js';
import { type RunningWorker, startWorker } from '../../worker/start-worker.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { addPartner, addSale, addTicketedEvent } from '../support/data/build.js';
import { temporalOf } from '../support/data/holds.js';
import { seedLine, seedPayee, statementsOf } from '../support/data/settle.js';
import { type Receiver, startReceiver } from '../support/outside/receiver.js';
import { createTestEnvironment, pauseSchedule, testWorkflowBundle } from '../support/temporal/temporal.js';
import { waitFor } from '../support/wait-for.js';

const HOUR = 3_600_000;

let environment: TestWorkflowEnvironment;
let ctx: TestContext;
let clock: ReturnType<typeof createDatabaseClock>;
let worker: RunningWorker;
let receiver: Receiver;
let secret = '';

beforeAll(async () => {
  environment = await createTestEnvironment();
  ctx = await createTestContext({ now: new Date().toISOString(), env: { ALLOW_PRIVATE_DELIVERY: '1' } });
  clock = createDatabaseClock(ctx.sql, { ahead: aheadOf });
  worker = await startWorker({ ...ctx, clock }, { workflowBundle: testWorkflowBundle() });
  receiver = await startReceiver({ secrets: () => [secret], now: () => Date.now() / 1000 });
});
afterAll(async () => {
  await worker.stop();
  clock.stop();
  await receiver.close();
  await ctx.close();
  await environment.teardown();
});

/** The received news of earnings, in order: the status and, for webhooks, its time. */
function receivedSoFar() {
  const webhooks = receiver.received
    .filter(({ method, headers }) => method === 'POST' && headers['service-event'] === 'earnings.changed')
    .map(({ body }) => JSON.parse(body.toString()));
  return {
    verified: receiver.received.every(({ method, verified }) => method === 'GET' || verified),
    statuses: webhooks.map(({ data }) => data.earning.status),
    days: webhooks.map(({ created_at }) => String(created_at).slice(0, 10)),
    postbacks: receiver.received.filter(({ method }) => method === 'GET').map(({ path }) => path),
  };
}

test('forty days take a live sale to its payment, and send each step in order', async () => {
  const moved = { ...ctx, clock };
  const partner = await addPartner(ctx);
  await setTerms(ctx, { company: partner.companyId, method: 'bank_transfer', netDays: 0, minimum: 0, reference: null });
  ({ secret } = await addWebhook(ctx, { key: partner.keyId, url: `${receiver.url}/hook` }));
  await addPostback(ctx, { key: partner.keyId, url: `${receiver.url}/pb?s={status}&sub={sub_id}` });
  const starts = new Date(clock.now().getTime() + HOUR).toISOString();
  const event = await addTicketedEvent(ctx, { startsAt: starts, endsAt: starts });
  await addSale(ctx, partner, event, { subId: 'click-1' });
  await waitFor(() => receivedSoFar().statuses.length === 1, { what: 'the sale' });
  expect(await nextSteps(moved)).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d earnings are approved$/)]);

  const temporal = temporalOf(environment, ctx);
  await pauseSchedule(temporal, 'mature-earnings');
  const said: string[] = [];
  const before = clock.now();
  // The worst day to begin on: nine days to be ready, just after a month began that has 31.
  const after = await advanceClock(moved, temporal, { days: 41 }, (line) => said.push(line));
  expect(Math.round((after.getTime() - before.getTime()) / HOUR / 24)).toBe(41);
  expect(said.join('\n')).toMatch(
    /1 earnings approved[\s\S]*1 earnings ready[\s\S]*closed: 1 statements issued, 0 carried/,
  );
  expect(said.join('\n')).toMatch(/1 payments$/m);

  const [statement, ...others] = await listSettlements(ctx.sql, { companyId: partner.companyId }, 10);
  expect(statement).toMatchObject({ status: 'paid', amount: { minor: 500 }, lines: 1 });
  expect(others).toEqual([]);
  await waitFor(() => receivedSoFar().postbacks.length >= 3 && receivedSoFar().statuses.length >= 4, {
    what: 'the last of each',
  });
  const { verified, statuses, days, postbacks } = receivedSoFar();
  expect(verified).toBe(true);
  expect(statuses).toEqual(['pending', 'approved', 'ready', 'paid']);
  expect([...days].sort()).toEqual(days);
  expect(new Set(days).size).toBeGreaterThan(2);
  expect(postbacks).toEqual(['pending', 'approved', 'paid'].map((status) => `/pb?s=${status}&sub=click-1`));

  // Nothing is left to do, and repeating it sends nothing.
  expect(await nextSteps(moved)).toEqual([]);
  await advanceClock(moved, temporal, { days: 2 }, () => {});
  await matureEarnings(moved, { limit: 100 });
  expect(receivedSoFar().statuses).toHaveLength(4);
});

test('a month that was passed by a command that was ended then is closed by the next one', async () => {
  const moved = { ...ctx, clock };
  const month = monthOf(clock.now());
  const lasts = endOfMonth(month).getTime() - clock.now().getTime();
  const partner = await seedPayee(ctx, { minimum: 0 });
  await seedLine(ctx, partner, 700, clock.now());
  await addAhead(ctx.sql, lasts + HOUR);
  await clock.refresh();
  await advanceClock(moved, temporalOf(environment, ctx), { days: 1 }, () => {});
  expect(await statementsOf(ctx, partner.companyId)).toMatchObject([{ month, amount: { minor: 700 } }]);
});
