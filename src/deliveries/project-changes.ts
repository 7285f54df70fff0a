import { projectListings } from '../listings/project-listings.js';
import type { Context } from '../platform/context/context.js';
import { recordEventChanges } from './record-event-changes.js';

/**
 * Updates the listings of touched events and records visible changes for the fan-out, in the same transactions.
 *
 * @returns how many events were checked.
 */
export function projectChanges(ctx: Context): Promise<{ events: number }> {
  return projectListings(ctx, recordEventChanges);
}
