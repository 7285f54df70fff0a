import { projectListings } from '../listings/project-listings.js';
import type { Context } from '../platform/context/context.js';
import { recordEventChanges } from './record-event-changes.js';

/**
 * Brings the listings up to the events that were touched, and records for the fan-out what partners see differently from
 * now on, in the same transactions.
 *
 * @returns how many events were checked.
 */
export function projectChanges(ctx: Context): Promise<{ events: number }> {
  return projectListings(ctx, recordEventChanges);
}
