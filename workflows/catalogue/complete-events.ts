import type { CatalogueActivities } from '../../src/catalogue/workflow.js';
import { maintenanceActivities } from '../support/maintenance-activities.js';

const activities = maintenanceActivities<CatalogueActivities>();

/** Each minute: marks events that are over as completed. */
export async function completeEvents(): Promise<{ completed: number }> {
  return activities.completeEvents();
}
