import { proxyActivities } from '@temporalio/workflow';

/** Batch work of a Schedule that reports as it goes: half a minute of silence means that its worker is gone. */
export function maintenanceActivities<Activities extends object>() {
  return proxyActivities<Activities>({
    startToCloseTimeout: '30 minutes',
    heartbeatTimeout: '30 seconds',
    // The Schedule comes round again: a run that keeps failing makes way for the next.
    retry: { initialInterval: '5 seconds', maximumAttempts: 5 },
  });
}
