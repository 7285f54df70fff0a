import type { SweepDeliveriesActivities, SweptDeliveries } from '../src/contracts/delivery.js';
import { maintenanceActivities } from './maintenance-activities.js';

const activities = maintenanceActivities<SweepDeliveriesActivities>();

/** Each minute: starts the deliveries and fan-outs that were lost, and forgets old ones. */
export async function sweepDeliveries(): Promise<SweptDeliveries> {
  return activities.sweepDeliveries();
}
