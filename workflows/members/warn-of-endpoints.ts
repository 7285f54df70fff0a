import type { MemberActivities } from '../../src/members/workflow.js';
import { maintenanceActivities } from '../support/maintenance-activities.js';

const activities = maintenanceActivities<MemberActivities>();

/** Every ten minutes: mails members about endpoints that are on their way to being disabled. */
export async function warnOfEndpoints(): Promise<{ mailed: number }> {
  return activities.warnOfEndpoints();
}
