import { maintenance } from './maintenance-activities.js';

/** Each hour: forgets access tokens that expired more than a day ago. */
export async function forgetTokens(): Promise<{ forgotten: number }> {
  return maintenance.forgetTokens();
}
