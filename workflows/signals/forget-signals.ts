import type { SignalActivities } from '../../src/signals/workflow.js';
import { maintenanceActivities } from '../support/maintenance-activities.js';

const activities = maintenanceActivities<SignalActivities>();

/** Each hour: deletes the page loads of browser signals that were counted days ago. */
export async function forgetSignals(): Promise<{ forgotten: number }> {
  return activities.forgetSignals();
}
