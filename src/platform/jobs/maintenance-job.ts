import type { Context } from '../context/context.js';
import type { SchedulePlan } from '../temporal/schedules.js';
import { type AnyJob, definePeriodicJob, type PeriodicJob } from './job.js';
import { MAINTENANCE_WORKFLOW } from './workflow.js';

interface Maintenance extends Pick<PeriodicJob, 'name' | 'room' | 'does'>, Pick<SchedulePlan, 'when' | 'catchup'> {
  /** The cost of a delay: one sentence. */
  delay: string;
  run(ctx: Context): Promise<unknown>;
}

/** A periodic job that is one call, which the activity `maintain` makes. */
export type MaintenanceJob = PeriodicJob & Pick<Maintenance, 'run'>;

/** Declares work that repeats and is one call, on a Schedule of the job's name. */
export function defineMaintenanceJob({ delay, when, catchup, run, ...job }: Maintenance): MaintenanceJob {
  const periodic = definePeriodicJob({
    ...job,
    runbook: `See [ScheduleBehind](runbooks.md#schedulebehind). ${delay}`,
    schedule: { workflow: MAINTENANCE_WORKFLOW, args: [job.name], when, ...(catchup !== undefined && { catchup }) },
  });
  return { ...periodic, run };
}

export function isMaintenance(job: AnyJob): job is MaintenanceJob {
  return job.kind === 'periodic' && 'run' in job;
}
