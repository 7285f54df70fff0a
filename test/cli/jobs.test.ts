import { JOBS } from '../../src/context/jobs.js';
import { enqueue } from '../../src/platform/outbox/messages.js';
import { runCli } from '../support/command.js';
import { createTestContext, type TestContext } from '../support/context.js';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext();
  await enqueue(ctx.sql, 'refund.requested', ['rfd_new'], ctx.clock.now());
  await ctx.sql`
    INSERT INTO outbox (topic, key, created_at, attempts, tried_at, due_at, failure)
    VALUES ('refund.requested', 'rfd_stuck', '2026-11-01T08:00:00Z', 30, '2026-11-01T18:00:00Z', 'infinity', 'the balance is too low')`;
});
afterAll(() => ctx.close());

async function json(...argv: string[]) {
  const { code, out, err } = await runCli(ctx, [...argv, '--json']);
  expect({ argv, code, err }).toEqual({ argv, code: 0, err: '' });
  return JSON.parse(out);
}

test('jobs lists each job with its waiting and set-aside subjects and its last failure', async () => {
  const { jobs } = await json('jobs');
  expect(jobs.map(({ name }: { name: string }) => name)).toEqual(JOBS.map(({ name }) => name));
  expect(jobs.find(({ name }: { name: string }) => name === 'refund')).toMatchObject({
    ...{ waiting: 1, set_aside: 1, running: expect.any(Number), last_failure: 'the balance is too low' },
    last_failed_at: '2026-11-01T18:00:00.000Z',
  });
  expect((await runCli(ctx, ['jobs', 'list'])).out).toMatch(/^refund\s+1\s.*the balance is too low$/m);
});

test('jobs list names each subject of one job and its failure', async () => {
  const { jobs, subjects } = await json('jobs', 'list', 'refund');
  expect(jobs).toMatchObject([{ name: 'refund', waiting: 1, set_aside: 1 }]);
  expect(subjects).toMatchObject([
    { subject: 'rfd_stuck', state: 'set aside', failures: 30, failure: 'the balance is too low', next_at: null },
    { subject: 'rfd_new', state: 'new', failures: 0, failure: null },
  ]);
  expect(await json('jobs', 'list', 'forget-mails')).toMatchObject({ jobs: [{ name: 'forget-mails' }], subjects: [] });
});

test('jobs retry makes a subject that was set aside due', async () => {
  expect(await json('jobs', 'retry', 'refund', 'rfd_stuck')).toEqual({ job: 'refund', retried: 1 });
  const due = await ctx.sql`SELECT attempts FROM outbox WHERE key = 'rfd_stuck' AND due_at <= clock_timestamp()`;
  expect(due).toMatchObject([{ attempts: 0 }]);
  expect(await json('jobs', 'retry', 'refund', 'rfd_other')).toEqual({ job: 'refund', retried: 1 });
  expect(await ctx.sql`SELECT FROM outbox WHERE key = 'rfd_other'`).toHaveLength(1);
});

test('jobs retry makes a periodic job due, and refuses a subject for it', async () => {
  await ctx.sql`INSERT INTO job_clocks (id, due_at) VALUES ('forget-mails', now() + interval '1 hour')`;
  expect(await json('jobs', 'retry', 'forget-mails')).toEqual({ job: 'forget-mails', retried: 1 });
  expect(await ctx.sql`SELECT FROM job_clocks WHERE due_at <= now()`).toHaveLength(1);
  const { code, err } = await runCli(ctx, ['jobs', 'retry', 'forget-mails', 'mail_1']);
  expect([code, err]).toEqual([expect.any(Number), expect.stringContaining('has no subjects')]);
});
