import { proxyActivities } from '@temporalio/workflow';

/** Batch work of a Schedule with heartbeats: after half a minute without one its worker is gone. */
export function maintenanceActivities<Activities extends object>() {
  return proxyActivities<Activities>({
    startToCloseTimeout: '30 minutes',
    heartbeatTimeout: '30 seconds',
    // The Schedule runs again: a run that keeps failing gives way to the next.
    retry: { initialInterval: '5 seconds', maximumAttempts: 5 },
  });
}
