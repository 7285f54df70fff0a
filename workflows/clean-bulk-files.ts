import { maintenance } from './maintenance-activities.js';

/** Every ten minutes: removes bulk files that nobody can ask for any more. */
export async function cleanBulkFiles(): Promise<{ removed: number; lost: number; orphans: number }> {
  return maintenance.cleanBulkFiles();
}
