/** Runs a periodic job that is one activity, on a Schedule of the job's name. */
export const MAINTENANCE_WORKFLOW = 'maintenance';

export interface MaintenanceActivities {
  /** @returns the result of the job, for operators. */
  maintain(job: string): Promise<unknown>;
}
