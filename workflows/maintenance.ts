import { proxyActivities } from '@temporalio/workflow';
import type { MaintenanceActivities } from '../src/platform/jobs/workflow.js';

/** Batch work with heartbeats: after half a minute without one its worker is gone. */
const { maintain } = proxyActivities<MaintenanceActivities>({
  startToCloseTimeout: '30 minutes',
  heartbeatTimeout: '30 seconds',
  // The Schedule runs again: a run that keeps failing gives way to the next.
  retry: { initialInterval: '5 seconds', maximumAttempts: 5 },
});

/** One run of a periodic job. */
export async function maintenance(job: string): Promise<unknown> {
  return maintain(job);
}
