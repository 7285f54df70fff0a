import { Argument, type Command } from 'commander';
import { z } from 'zod';
import { JOBS } from '../../context/jobs.js';
import type { AnyJob } from '../../platform/jobs/job.js';
import { listJobs, listOpenSubjects } from '../../platform/jobs/job-status.js';
import { retryJob } from '../../platform/jobs/retry-job.js';
import * as schemas from '../../platform/jobs/schemas.js';
import { wholeNumberFrom } from '../support/options.js';
import { count, listOf, text } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';
import { withTemporal } from '../support/with-temporal.js';

const named = (name: string, text: string) => new Argument(name, text).choices(JOBS.map(({ name }) => name));
const jobOf = (name: string) => JOBS.find((job) => job.name === name) as AnyJob;

export function declareArea(jobs: Command, cli: Cli): void {
  const list = jobs
    .command('list', { isDefault: true })
    .addArgument(named('[job]', 'one of them, with the subjects that it has not finished, the oldest first'))
    .option('--limit <n>', 'maximum number of subjects shown', wholeNumberFrom(1, 10_000), 100)
    .description('Every job, and how it stands: what waits, and why it failed.');
  cli.verb(list, {
    // `subjects`: of the job that was named.
    json: listOf('jobs', schemas.job).extend(listOf('subjects', schemas.openSubject).shape),
    run: async ({ ctx }, name: string | undefined, { limit }: { limit: number }) => {
      const wanted = name === undefined ? JOBS : [jobOf(name)];
      const jobs = await withTemporal(ctx, (temporal) => listJobs(ctx, wanted, temporal));
      const subjects = name === undefined ? [] : await listOpenSubjects(ctx, jobOf(name), limit);
      return { jobs, subjects };
    },
    text({ jobs: found, subjects }, session) {
      session.table(['JOB', 'WAITING', 'OLDEST', 'SET ASIDE', 'RUNNING', 'LAST FAILURE'], found, [
        'name',
        'waiting',
        'oldest_at',
        'set_aside',
        'running',
        'last_failure',
      ]);
      session.part(['SUBJECT', 'SINCE', 'STATE', 'FAILURES', 'NEXT', 'FAILURE'], subjects, [
        'subject',
        'since',
        'state',
        'failures',
        'next_at',
        'failure',
      ]);
    },
  });

  const retry = jobs
    .command('retry')
    .addArgument(named('<job>', 'its name'))
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
