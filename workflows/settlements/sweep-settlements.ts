import { proxyActivities } from '@temporalio/workflow';
import type { SettlementPaymentActivities } from '../../src/settlements/workflow.js';

const activities = proxyActivities<SettlementPaymentActivities>({
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '30 seconds',
  retry: { maximumAttempts: 3 },
});

/** Every few minutes: starts payments whose workflow was lost. */
export async function sweepSettlements(): Promise<number> {
  return activities.sweepSettlements();
}
