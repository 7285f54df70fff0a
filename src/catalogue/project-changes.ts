import { projectListings } from '../listings/project-listings.js';
import { type OnProgress, reprojectListings } from '../listings/reproject-listings.js';
import type { Context } from '../platform/context/context.js';
import * as sourceEvents from './sql/source-events.js';

const source = { ...sourceEvents };

/**
 * Updates the listings of touched events and records visible changes for the fan-out, in the same transactions.
 *
 * @returns how many events were checked.
 */
export function projectChanges(ctx: Context): Promise<{ events: number }> {
  return projectListings(ctx, source);
}

/**
 * Rebuilds every listing after a change of the read model, and records visible changes for the fan-out.
 *
 * @returns how many events were built, and how many changed for partners.
 */
export function reprojectChanges(ctx: Context, onProgress?: OnProgress): Promise<{ events: number; changed: number }> {
  return reprojectListings(ctx, source, onProgress);
}
