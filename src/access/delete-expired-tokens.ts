import { DAY } from '../core/time.js';
import type { Context } from '../platform/context/context.js';
import { inBatches } from '../platform/context/in-batches.js';
import { deleteTokenRows } from './sql/oauth-tokens.js';

/** How long after it expires a token is still reported as expired, not as unknown. */
const KEPT_MS = DAY;
const BATCH = 2_000;

/**
 * Deletes tokens that expired more than a day ago, a few thousand at a time, so that no lock is held long.
 *
 * @param onProgress called after each batch.
 */
export async function deleteExpiredTokens(ctx: Context, onProgress?: () => void): Promise<{ forgotten: number }> {
  const before = new Date(ctx.clock.now().getTime() - KEPT_MS);
  return { forgotten: await inBatches(BATCH, (limit) => deleteTokenRows(ctx.sql, before, limit), onProgress) };
}
