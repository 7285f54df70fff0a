import type { SweepDeliveriesActivities, SweptDeliveries } from '../../src/deliveries/workflow.js';
import { maintenanceActivities } from '../support/maintenance-activities.js';

const activities = maintenanceActivities<SweepDeliveriesActivities>();

/** Each minute: starts the deliveries that were lost, queues forgotten changes, and deletes old ones. */
export async function sweepDeliveries(): Promise<SweptDeliveries> {
  return activities.sweepDeliveries();
}
