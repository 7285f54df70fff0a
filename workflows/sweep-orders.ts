import type { SweepOrdersActivities, SweptOrders } from '../src/contracts/order-hold.js';
import { maintenanceActivities } from './maintenance-activities.js';

const activities = maintenanceActivities<SweepOrdersActivities>();

/** Each minute: ends the holds that were missed and starts the workflows that were lost. */
export async function sweepOrders(): Promise<SweptOrders> {
  return activities.sweepOrders();
}
