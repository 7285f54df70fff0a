import type { CatalogueActivities } from '../src/contracts/catalogue.js';
import { maintenanceActivities } from './maintenance-activities.js';

const activities = maintenanceActivities<CatalogueActivities>();

/** Each minute: marks events that are over as completed. */
export async function completeEvents(): Promise<{ completed: number }> {
  return activities.completeEvents();
}
