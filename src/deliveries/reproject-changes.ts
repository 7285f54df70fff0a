import { reprojectListings } from '../listings/reproject-listings.js';
import type { Context } from '../platform/context/context.js';
import { recordEventChanges } from './record-event-changes.js';

/**
 * Rebuilds every listing after a change of the read model, and records visible changes for the fan-out.
 *
 * @returns how many events were built, and how many changed for partners.
 */
export function reprojectChanges(
  ctx: Context,
  onProgress?: (progress: { events: number; of: number }) => void,
): Promise<{ events: number; changed: number }> {
  return reprojectListings(ctx, { record: recordEventChanges, onProgress });
}
