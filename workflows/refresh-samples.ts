import { maintenance } from './maintenance-activities.js';

/** Each day: moves the dates of the sample events into the future again. */
export async function refreshSamples(): Promise<void> {
  return maintenance.refreshSamples();
}
