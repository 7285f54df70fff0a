import type { CatalogueActivities } from '../../src/catalogue/workflow.js';
import { maintenanceActivities } from '../support/maintenance-activities.js';

const activities = maintenanceActivities<CatalogueActivities>();

/** Each day: moves the dates of the sample events into the future again. */
export async function refreshSamples(): Promise<void> {
  return activities.refreshSamples();
}
