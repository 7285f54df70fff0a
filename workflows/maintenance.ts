import { proxyActivities } from '@temporalio/workflow';

/** The work of Schedules that is one activity; `jobs.ts` of each room says when. */
export interface MaintenanceActivities {
  completeEvents(): Promise<{ completed: number }>;
  refreshSamples(): Promise<void>;
  forgetTokens(): Promise<{ forgotten: number }>;
  forgetSignals(): Promise<{ forgotten: number }>;
  forgetSignIns(): Promise<{ forgotten: number }>;
  keepRequestDays(): Promise<{ made: number; dropped: number }>;
  noteGoLive(): Promise<{ companies: number }>;
  warnOfEndpoints(): Promise<{ mailed: number }>;
}

/** Batch work with heartbeats: after half a minute without one its worker is gone. */
const activities = proxyActivities<MaintenanceActivities>({
  startToCloseTimeout: '30 minutes',
  heartbeatTimeout: '30 seconds',
  // The Schedule runs again: a run that keeps failing gives way to the next.
  retry: { initialInterval: '5 seconds', maximumAttempts: 5 },
});

/** Marks events that are over as completed. */
export async function completeEvents(): Promise<{ completed: number }> {
  return activities.completeEvents();
}

/** Moves the dates of the sample events into the future again. */
export async function refreshSamples(): Promise<void> {
  return activities.refreshSamples();
}

/** Deletes access tokens that expired more than a day ago. */
export async function forgetTokens(): Promise<{ forgotten: number }> {
  return activities.forgetTokens();
}

/** Deletes the page loads of browser signals that were counted days ago. */
export async function forgetSignals(): Promise<{ forgotten: number }> {
  return activities.forgetSignals();
}

/** Deletes sign-in links, sessions and counts of attempts that are over. */
export async function forgetSignIns(): Promise<{ forgotten: number }> {
  return activities.forgetSignIns();
}

/** Makes the coming days of the request log, and drops those that are over. */
export async function keepRequestDays(): Promise<{ made: number; dropped: number }> {
  return activities.keepRequestDays();
}

/** Keeps what integrations were seen to do. */
export async function noteGoLive(): Promise<{ companies: number }> {
  return activities.noteGoLive();
}

/** Mails members about endpoints that are on their way to being disabled. */
export async function warnOfEndpoints(): Promise<{ mailed: number }> {
  return activities.warnOfEndpoints();
}
