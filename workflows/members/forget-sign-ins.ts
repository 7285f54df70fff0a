import type { MemberActivities } from '../../src/members/workflow.js';
import { maintenanceActivities } from '../support/maintenance-activities.js';

const activities = maintenanceActivities<MemberActivities>();

/** Each hour: forgets sign-in links, sessions and counts of attempts that are over. */
export async function forgetSignIns(): Promise<{ forgotten: number }> {
  return activities.forgetSignIns();
}
