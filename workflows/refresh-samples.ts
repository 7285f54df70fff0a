import type { CatalogueActivities } from '../src/contracts/catalogue.js';
import { maintenanceActivities } from './maintenance-activities.js';

const activities = maintenanceActivities<CatalogueActivities>();

/** Each day: moves the dates of the sample events into the future again. */
export async function refreshSamples(): Promise<void> {
  return activities.refreshSamples();
}
