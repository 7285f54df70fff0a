import { maintenance } from './maintenance-activities.js';

/** Each hour: forgets the page loads of browser signals that were counted days ago. */
export async function forgetSignals(): Promise<{ forgotten: number }> {
  return maintenance.forgetSignals();
}
