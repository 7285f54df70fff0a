import type { SweepOrdersActivities, SweptOrders } from '../../src/orders/workflow.js';
import { maintenanceActivities } from '../support/maintenance-activities.js';

const activities = maintenanceActivities<SweepOrdersActivities>();

/** Each minute: ends the holds that were missed and starts the workflows that were lost. */
export async function sweepOrders(): Promise<SweptOrders> {
  return activities.sweepOrders();
}
