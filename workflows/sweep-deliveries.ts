import { proxyActivities } from '@temporalio/workflow';
import type { SweepDeliveriesActivities, SweptDeliveries } from '../src/contracts/delivery.js';

/** Reports as it goes: half a minute of silence means that its worker is gone. The Schedule comes round again. */
const activities = proxyActivities<SweepDeliveriesActivities>({
  startToCloseTimeout: '30 minutes',
  heartbeatTimeout: '30 seconds',
  retry: { initialInterval: '5 seconds', maximumAttempts: 5 },
});

/** Each minute: starts the deliveries and fan-outs that were lost, and forgets old ones. */
export async function sweepDeliveries(): Promise<SweptDeliveries> {
  return activities.sweepDeliveries();
}
