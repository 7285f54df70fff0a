import { JOBS } from '../../src/context/jobs.js';
import type { Context } from '../../src/platform/context/context.js';
import { checkOverdue } from '../../src/platform/jobs/check-overdue.js';
import { createJobDrain, newJobState } from '../../src/platform/jobs/drain-job.js';
import type { Job } from '../../src/platform/jobs/job.js';
import { createJobSite } from '../../src/platform/jobs/site.js';
import { createJobParts } from '../../src/platform/jobs/start-jobs.js';
import type { Drain } from '../../src/platform/outbox/relay.js';
import type { TemporalClient } from '../../src/platform/temporal/client.js';

const siteOf = (ctx: Context, temporal: TemporalClient) => createJobSite(ctx, temporal, { sql: ctx.sql });

/** The drains of all jobs, on the context's own connections. */
export function jobDrains(ctx: Context, temporal: TemporalClient): Drain[] {
  return createJobParts(siteOf(ctx, temporal), JOBS).drains;
}

export function drainOf(ctx: Context, temporal: TemporalClient, job: Job): Drain {
  return createJobDrain(siteOf(ctx, temporal), job);
}

/** Checks a job's overdue subjects once. @returns how many there were. */
export async function checkJob(ctx: Context, temporal: TemporalClient, job: Job): Promise<number> {
  return (await checkOverdue(siteOf(ctx, temporal), job, newJobState())).checked;
}

/** The failures of subjects that wait for a retry. */
export async function failuresOf(ctx: Context, job: Job): Promise<string[]> {
  const rows = await ctx.sql<{ failure: string }[]>`
    SELECT failure FROM outbox WHERE topic = ${job.topic} AND failure IS NOT NULL ORDER BY id`;
  return rows.map(({ failure }) => failure);
}

/** Runs a periodic job of the workers' own loop. */
export async function runPeriodic(ctx: Context, temporal: TemporalClient, name: string): Promise<unknown> {
  const job = JOBS.find((job) => job.name === name);
  if (job?.kind !== 'periodic' || !job.clock) throw new Error(`${name} has no clock`);
  return job.clock.run(ctx, temporal);
}
