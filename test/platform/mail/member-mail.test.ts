import { forgetMails, mailJob } from '../../../src/platform/mail/jobs.js';
import { queueMail } from '../../../src/platform/mail/queue-mail.js';
import { createTemporalClient, type TemporalClient } from '../../../src/platform/temporal/client.js';
import { memberMailWorkflowId } from '../../../src/platform/temporal/workflow-ids.js';
import { type RunningWorker, startWorker } from '../../../worker/start-worker.js';
import { createTestContext, type TestContext } from '../../support/context.js';
import { checkJob } from '../../support/jobs.js';
import { type MailServer, mailSettings, startMailServer } from '../../support/outside/mail-server.js';
import { Markers } from '../../support/sentinel/markers.js';
import { databasePlaces, temporalPlaces } from '../../support/sentinel/places.js';
import { deleteSchedules, pauseClock, testWorkflowBundle } from '../../support/temporal/temporal.js';
import { waitFor } from '../../support/wait-for.js';

let server: MailServer;
let ctx: TestContext;
let temporal: TemporalClient;
let worker: RunningWorker;

beforeAll(async () => {
  server = await startMailServer();
  ctx = await createTestContext({ now: new Date().toISOString(), env: mailSettings(server) });
  temporal = createTemporalClient(ctx.config);
  await pauseClock(ctx, 'mail');
  worker = await startWorker(ctx, { workflowBundle: testWorkflowBundle() });
});
afterAll(async () => {
  await worker?.stop();
  await deleteSchedules(temporal);
  await temporal.close();
  await ctx.close();
  await server.close();
});

const ago = (milliseconds: number) => new Date(ctx.clock.now().getTime() - milliseconds);

it('queued mails are handed over by workflows that ask again, and nothing of a person is in Temporal', async () => {
  const markers = new Markers();
  const people = [markers.email(), markers.email()];
  const link = markers.word('link');
  server.refuse(451);
  const ids = await ctx.sql.begin((tx) =>
    Promise.all(
      people.map((to, i) =>
        queueMail(ctx, tx, {
          reason: 'test',
          idempotencyKey: `delivery/${i}`,
          to,
          letter: { subject: 'Hello', paragraphs: [link] },
          expiresAt: new Date(Date.now() + 900_000),
        }),
      ),
    ),
  );
  await waitFor(() => server.received.length === 2, { what: 'both mails' });
  expect(server.received.flatMap(({ to }) => to).sort()).toEqual([...people].sort());
  for (const id of ids) {
    const handle = temporal.client.workflow.getHandle(memberMailWorkflowId(id ?? ''));
    expect(await handle.result()).toEqual({ state: 'sent' });
  }

  await waitFor(async () => (await temporalPlaces(temporal)).some(({ name }) => name.endsWith('memberMail')));
  for (const { name, text } of [...(await temporalPlaces(temporal)), ...(await databasePlaces(ctx.sql))]) {
    expect([name, markers.in(text)]).toEqual([name, []]);
  }
});

it('a mail whose announcement was lost is found by the sweeper, and old ones are deleted', async () => {
  const id = await ctx.sql.begin(async (tx) => {
    const queued = await queueMail(ctx, tx, {
      reason: 'test',
      idempotencyKey: 'lost',
      to: 'ada@partner.example',
      letter: { subject: 'Hello', paragraphs: [] },
      expiresAt: new Date(Date.now() + 900_000),
    });
    await tx`DELETE FROM outbox WHERE key = ${queued}`;
    await tx`UPDATE mails SET created_at = ${ago(61_000)} WHERE id = ${queued}`;
    return queued ?? '';
  });
  await checkJob(ctx, temporal, mailJob);
  expect(await temporal.client.workflow.getHandle(memberMailWorkflowId(id)).result()).toEqual({ state: 'sent' });

  await ctx.sql`UPDATE mails SET ended_at = ${ago(31 * 86_400_000)} WHERE id = ${id}`;
  expect(await forgetMails(ctx)).toBe(1);
});

it('a mail is sent by the sweeper where Temporal takes the start and runs nothing', async () => {
  const id = await ctx.sql.begin(async (tx) => {
    const queued = await queueMail(ctx, tx, {
      reason: 'test',
      idempotencyKey: 'stuck',
      to: 'stuck@partner.example',
      letter: { subject: 'Hello', paragraphs: [] },
      expiresAt: new Date(Date.now() + 900_000),
    });
    await tx`DELETE FROM outbox WHERE key = ${queued}`;
    await tx`UPDATE mails SET created_at = ${ago(110_000)} WHERE id = ${queued}`;
    return queued ?? '';
  });
  const stuck = { ...temporal, queue: () => 'nobody' };
  const state = async () => (await ctx.sql`SELECT state FROM mails WHERE id = ${id}`)[0]?.state;
  await checkJob(ctx, stuck, mailJob);
  expect(await state()).toBe('queued');
  ctx.clock.advance(11_000);
  await checkJob(ctx, stuck, mailJob);
  expect(await state()).toBe('sent');
  await temporal.client.workflow.getHandle(memberMailWorkflowId(id)).terminate();
});
