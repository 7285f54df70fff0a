import { HOUR } from '../core/time.js';
import type { Context } from '../platform/context/context.js';
import { inBatches } from '../platform/context/in-batches.js';
import { deleteSeenSignals as deleteRows } from './sql/signals.js';

/** Longer than a page load can last. */
const KEPT_MS = 48 * HOUR;
const BATCH = 10_000;

/**
 * Deletes the page loads of signals that were counted more than two days ago; a few thousand at a time, so that no lock
 * is held long.
 *
 * @param onProgress called after each batch.
 */
export async function deleteSeenSignals(ctx: Context, onProgress?: () => void): Promise<{ forgotten: number }> {
  const before = new Date(ctx.clock.now().getTime() - KEPT_MS);
  return { forgotten: await inBatches(BATCH, (limit) => deleteRows(ctx.sql, before, limit), onProgress) };
}
