import type { Context } from '../context/context.js';
import type { Drain } from '../outbox/relay.js';
import { checkOverdue } from './check-overdue.js';
import { createJobDrain, newJobState } from './drain-job.js';
import { type AnyJob, JOB_RUNS, type Job, type LoopJob, type Overdue } from './job.js';
import type { Clock } from './run-clocks.js';
import type { JobSite } from './site.js';

/** The parts of a worker that its jobs are. */
export interface JobParts {
  drains: Drain[];
  clocks: Clock[];
  /** Call it after the relay and the clocks have stopped. */
  close(): Promise<void>;
}

export function createJobParts(site: JobSite, jobs: readonly AnyJob[]): JobParts {
  const parts: JobParts = { drains: [], clocks: [], close: () => site.sql.end({ timeout: 5 }) };
  for (const job of jobs) {
    if (job.kind === 'loop') parts.drains.push(createLoopDrain(site.ctx, job));
    else if (job.kind === 'subject') addSubjectJob(parts, site, job);
    else if (job.clock) {
      const { every, run } = job.clock;
      parts.clocks.push({ id: job.name, every, run: () => run(site.ctx, site.temporal) });
    }
  }
  return parts;
}

function addSubjectJob(parts: JobParts, site: JobSite, job: Job): void {
  const state = newJobState();
  parts.drains.push(createJobDrain(site, job, state));
  if (!job.findOverdue || job.lostAfter === undefined) return;
  let after: Overdue | null = null;
  parts.clocks.push({
    id: job.name,
    every: job.lostAfter,
    async run() {
      ({ after } = await checkOverdue(site, job, state, after));
    },
  });
}

function createLoopDrain(ctx: Context, job: LoopJob): Drain {
  const { isDue } = job;
  return {
    topic: job.topic ?? job.name,
    ...(isDue && { isDue: () => isDue(ctx) }),
    async run() {
      const { done, failure } = await job.run(ctx);
      if (done > 0) ctx.counts.add(JOB_RUNS, `${job.name} done`, done);
      if (failure === undefined) return { done, failed: 0 };
      ctx.counts.add(JOB_RUNS, `${job.name} failed`, 1);
      return { done, failed: 1, error: failure, wait: done === 0 };
    },
  };
}
