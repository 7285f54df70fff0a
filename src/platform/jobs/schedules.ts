import type { SchedulePlan } from '../temporal/schedules.js';
import type { AnyJob } from './job.js';

/** The Schedules of Temporal that these jobs declare. */
export function schedulesOf(jobs: readonly AnyJob[]): SchedulePlan[] {
  return jobs.flatMap((job) =>
    job.kind === 'periodic' && job.schedule ? [{ id: job.name, note: job.does, ...job.schedule }] : [],
  );
}
