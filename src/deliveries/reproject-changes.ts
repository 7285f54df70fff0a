import { reprojectListings } from '../listings/reproject-listings.js';
import type { Context } from '../platform/context/context.js';
import { recordEventChanges } from './record-event-changes.js';

/**
 * Builds every listing anew after a change of the read model, and records for the fan-out what partners see differently.
 *
 * @returns how many events were built, and how many partners see differently.
 */
export function reprojectChanges(
  ctx: Context,
  onProgress?: (progress: { events: number; of: number }) => void,
): Promise<{ events: number; changed: number }> {
  return reprojectListings(ctx, { record: recordEventChanges, onProgress });
}
