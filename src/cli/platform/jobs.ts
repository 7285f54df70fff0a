import { Argument, type Command } from 'commander';
import { z } from 'zod';
import { JOBS } from '../../context/jobs.js';
import type { AnyJob } from '../../platform/jobs/job.js';
import { listJobs, listOpenSubjects } from '../../platform/jobs/job-status.js';
import { retryJob } from '../../platform/jobs/retry-job.js';
import * as schemas from '../../platform/jobs/schemas.js';
import { wholeNumberFrom } from '../support/options.js';
import { count, instantText, snake, text } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';
import { withTemporal } from '../support/with-temporal.js';

const named = () => new Argument('<job>', 'its name').choices(JOBS.map(({ name }) => name));
const jobOf = (name: string) => JOBS.find((job) => job.name === name) as AnyJob;

/** The verbs on background work. */
export function addJobsVerbs(jobs: Command, cli: Cli): void {
  const list = jobs.command('list', { isDefault: true }).description('Every job, and how it stands.');
  cli.verb(list, {
    json: z.object({ jobs: z.array(schemas.job) }),
    run: async ({ ctx }) => ({
      jobs: (await withTemporal(ctx, (temporal) => listJobs(ctx, JOBS, temporal))).map(snake),
    }),
    text: ({ jobs: found }, session) =>
      session.table(
        ['JOB', 'WAITING', 'OLDEST', 'SET ASIDE', 'RUNNING', 'LAST FAILURE'],
        found.map((job) => [
          ...[job.name, String(job.waiting), instantText(job.oldest_at), String(job.set_aside)],
          ...[job.running === null ? '' : String(job.running), job.last_failure ?? ''],
        ]),
      ),
  });

  const show = jobs
    .command('show')
    .addArgument(named())
    .option('--limit <n>', 'maximum number shown', wholeNumberFrom(1, 10_000), 100)
    .description('The subjects that a job has not finished, the oldest first, and why they failed.');
  cli.verb(show, {
    json: z.object({ subjects: z.array(schemas.openSubject) }),
    run: async ({ ctx }, name: string, { limit }: { limit: number }) => ({
      subjects: (await listOpenSubjects(ctx, jobOf(name), limit)).map(snake),
    }),
    text({ subjects }, session) {
      const rows = subjects.map((one) => [
        ...[one.subject, instantText(one.since), one.state, String(one.failures), instantText(one.next_at)],
        one.failure ?? '',
      ]);
      if (rows.length > 0) session.table(['SUBJECT', 'SINCE', 'STATE', 'FAILURES', 'NEXT', 'FAILURE'], rows);
      else session.say('Nothing waits.');
    },
  });

  const retry = jobs
    .command('retry')
    .addArgument(named())
    .argument('[subject]', 'one subject; all retries and all that were set aside when absent')
    .description('Runs a job now.');
  cli.verb(retry, {
    json: z.object({ job: text, retried: count }),
    run: async ({ ctx }, name: string, subject?: string) => ({
      job: name,
      retried: await withTemporal(ctx, (temporal) => retryJob(ctx, temporal, jobOf(name), subject ?? null)),
    }),
    text: ({ job, retried }, session) => session.say(`${job}: ${retried} retried`),
  });
}
