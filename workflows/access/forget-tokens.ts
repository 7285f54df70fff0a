import type { AccessActivities } from '../../src/access/workflow.js';
import { maintenanceActivities } from '../support/maintenance-activities.js';

const activities = maintenanceActivities<AccessActivities>();

/** Each hour: deletes access tokens that expired more than a day ago. */
export async function forgetTokens(): Promise<{ forgotten: number }> {
  return activities.forgetTokens();
}
