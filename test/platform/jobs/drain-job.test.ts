import { delayAfter, MAX_ATTEMPTS } from '../../../src/platform/jobs/count-failure.js';
import { drainJob, newJobState } from '../../../src/platform/jobs/drain-job.js';
import { AGAIN, defineJob, type Job } from '../../../src/platform/jobs/job.js';
import { createJobSite } from '../../../src/platform/jobs/site.js';
import { enqueue } from '../../../src/platform/outbox/messages.js';
import type { TemporalClient } from '../../../src/platform/temporal/client.js';
import { createTestContext, type TestContext } from '../../support/context.js';

let ctx: TestContext;
beforeEach(async () => {
  ctx = await createTestContext();
});
afterEach(() => ctx.close());

type Run = NonNullable<Job['run']>;

const jobOf = (run: Run, options: Partial<Job> = {}): Job =>
  defineJob({
    ...{
      name: 'trial',
      room: 'platform',
      does: 'Tries.',
      runbook: '',
      topic: 'order.closed',
      trigger: 'A test.',
      alertAfter: 60_000,
    },
    run,
    ...options,
  });
const queue = (...subjects: string[]) => enqueue(ctx.sql, 'order.closed', subjects, ctx.clock.now());
const drain = (job: Job) => drainJob(createJobSite(ctx, {} as TemporalClient, { sql: ctx.sql }), job, newJobState());
const left = () =>
  ctx.sql<{ key: string; attempts: number; state: string; failure: string | null }[]>`
    SELECT key, attempts, failure,
           CASE WHEN due_at IS NULL THEN 'new' WHEN due_at = 'infinity' THEN 'set aside' WHEN due_at > now() THEN 'later' ELSE 'due' END AS state
      FROM outbox WHERE topic = 'order.closed' ORDER BY id`;
const makeDue = () => ctx.sql`UPDATE outbox SET due_at = now() WHERE due_at < 'infinity'`;
const fails = (subject: string) => subject.startsWith('bad');
const work = (done: string[]) => async (_ctx: unknown, subject: string) => {
  if (fails(subject)) throw new Error(`no ${subject}`);
  done.push(subject);
};

test('a batch runs each subject once and postpones the failures', async () => {
  await queue('a', 'b', 'a', 'bad', 'bad');
  const done: string[] = [];
  expect(await drain(jobOf(work(done)))).toMatchObject({ done: 2, failed: 1, wait: false });
  expect(done.sort()).toEqual(['a', 'b']);
  expect(await left()).toEqual([{ key: 'bad', attempts: 1, state: 'later', failure: 'no bad' }]);
});

test('thirty failing subjects at the head of a topic delay no other', async () => {
  await queue(...Array.from({ length: 30 }, (_, n) => `bad ${n}`), 'good');
  const done: string[] = [];
  const job = jobOf(work(done), { batch: 12 });
  for (let batch = 0; batch < 3; batch += 1) await drain(job);
  expect(done).toEqual(['good']);
  await makeDue();
  await queue('later');
  await drain(job);
  expect(done).toEqual(['good', 'later']);
});

test('a subject is set aside after the documented number of attempts', async () => {
  await queue('bad');
  await ctx.sql`UPDATE outbox SET attempts = ${MAX_ATTEMPTS - 1}, due_at = now()`;
  await drain(jobOf(work([])));
  expect(await left()).toEqual([{ key: 'bad', attempts: MAX_ATTEMPTS, state: 'set aside', failure: 'no bad' }]);
  expect(await drain(jobOf(work([])))).toEqual({ done: 0, failed: 0 });
});

test('a new message of a subject that was set aside runs it, and clears it', async () => {
  await queue('subject');
  await ctx.sql`UPDATE outbox SET attempts = 30, due_at = 'infinity'`;
  await queue('subject');
  await drain(jobOf(work([])));
  expect(await left()).toEqual([]);
});

test('long work takes turns with other subjects', async () => {
  await queue('long');
  const turns: string[] = [];
  const job = jobOf(async (_ctx, subject) => {
    turns.push(subject);
    return subject === 'long' && turns.filter((turn) => turn === 'long').length < 3 ? AGAIN : undefined;
  });
  await drain(job);
  await queue('short');
  while ((await left()).length > 0) await drain(job);
  expect(turns.filter((turn) => turn === 'long')).toHaveLength(3);
  expect(turns.indexOf('short')).toBeLessThan(turns.lastIndexOf('long'));
});

test('two workers never run one subject at the same time', async () => {
  await queue('subject');
  let running = 0;
  let most = 0;
  let runs = 0;
  const job = jobOf(async () => {
    running += 1;
    runs += 1;
    most = Math.max(most, running);
    if (runs === 1) {
      // Announced again while it runs: another worker takes that message.
      await queue('subject');
      await drain(job);
    }
    running -= 1;
  });
  await drain(job);
  await makeDue();
  await drain(job);
  expect([most, runs]).toEqual([1, 2]);
  expect(await left()).toEqual([]);
});

test('a failure of the lookup of one subject postpones it alone', async () => {
  await queue('a', 'bad', 'b');
  const done: string[] = [];
  const job = jobOf(work(done), {
    async load(_ctx, subjects) {
      if (subjects.some(fails)) throw new Error('no lookup');
      return new Map(subjects.map((subject) => [subject, subject]));
    },
  });
  await drain(job);
  expect(done.sort()).toEqual(['a', 'b']);
  expect(await left()).toMatchObject([{ key: 'bad', failure: 'no lookup' }]);
});

test.each([
  [1, 1_000],
  [2, 2_000],
  [11, 1_024_000],
  [12, 1_800_000],
  [MAX_ATTEMPTS - 1, 1_800_000],
  [MAX_ATTEMPTS, null],
])('failure %i is followed by a pause of %s ms', (failures, delay) => {
  expect(delayAfter(failures)).toBe(delay);
});
