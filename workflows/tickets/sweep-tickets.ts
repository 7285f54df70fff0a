import type { SweepTicketsActivities, SweptTickets } from '../../src/tickets/workflow.js';
import { maintenanceActivities } from '../support/maintenance-activities.js';

const activities = maintenanceActivities<SweepTicketsActivities>();

/** Each minute: restarts lost deliveries of tickets. */
export async function sweepTickets(): Promise<SweptTickets> {
  return activities.sweepTickets();
}
