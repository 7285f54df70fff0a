import type { Swept } from '../src/contracts/maintenance.js';
import { maintenance } from './maintenance-activities.js';

/** Each minute: ends the holds that were missed and starts the workflows that were lost. */
export async function sweepOrders(): Promise<Swept> {
  return maintenance.sweepOrders();
}
