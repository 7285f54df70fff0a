import { maintenance } from './maintenance-activities.js';

/** Each minute: marks events that are over as completed. */
export async function completeEvents(): Promise<{ completed: number }> {
  return maintenance.completeEvents();
}
