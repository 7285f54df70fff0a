import type { CleanBulkFilesActivities } from '../../src/bulk/workflow.js';
import { maintenanceActivities } from '../support/maintenance-activities.js';

const activities = maintenanceActivities<CleanBulkFilesActivities>();

/** Every ten minutes: removes bulk files that nobody can request any more. */
export async function cleanBulkFiles(): Promise<{ removed: number; lost: number; orphans: number }> {
  return activities.cleanBulkFiles();
}
