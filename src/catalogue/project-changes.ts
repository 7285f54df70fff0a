import { projectListings } from '../listings/project-listings.js';
import { type OnProgress, reprojectListings } from '../listings/reproject-listings.js';
import type { Context } from '../platform/context/context.js';
import * as sourceEvents from './sql/source-events.js';

const source = { ...sourceEvents };

/** Updates touched listings and records visible changes for the fan-out in the same transactions. @returns events checked. */
export function projectChanges(ctx: Context): Promise<{ events: number }> {
  return projectListings(ctx, source);
}

/** Rebuilds all listings and records visible changes. @returns how many events were built, and how many changed. */
export function reprojectChanges(ctx: Context, onProgress?: OnProgress): Promise<{ events: number; changed: number }> {
  return reprojectListings(ctx, source, onProgress);
}
