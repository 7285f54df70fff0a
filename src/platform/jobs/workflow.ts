/** Runs a periodic job that is one activity, on a Schedule of the job's name. */
export const MAINTENANCE_WORKFLOW = 'maintenance';

export interface MaintenanceActivities {
  /** @returns what the job did, for operators. */
  maintain(job: string): Promise<unknown>;
}
