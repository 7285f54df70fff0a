import type { AccessActivities } from '../src/contracts/access.js';
import { maintenanceActivities } from './maintenance-activities.js';

const activities = maintenanceActivities<AccessActivities>();

/** Each hour: forgets access tokens that expired more than a day ago. */
export async function forgetTokens(): Promise<{ forgotten: number }> {
  return activities.forgetTokens();
}
