import { DAY } from '../core/time.js';
import type { Context } from '../platform/context/context.js';
import { inBatches } from '../platform/context/in-batches.js';
import { deleteOldUse } from './sql/key-use.js';
import { deleteTokenRows } from './sql/oauth-tokens.js';

/** How long after it expires a token is still reported as expired, not as unknown. */
const KEPT_MS = DAY;
/** How long the use of a key is kept by day, as the counts of signals are. */
const USE_KEPT_MS = 760 * DAY;
const BATCH = 2_000;

/**
 * Deletes tokens that expired more than a day ago, and days of use of more than two years ago, a few thousand at a time, so that no lock is held long.
 */
export async function deleteExpiredTokens(ctx: Context): Promise<{ forgotten: number }> {
  const before = new Date(ctx.clock.now().getTime() - KEPT_MS);
  const old = new Date(ctx.clock.now().getTime() - USE_KEPT_MS);
  await inBatches(BATCH, (limit) => deleteOldUse(ctx.sql, old, limit));
  return { forgotten: await inBatches(BATCH, (limit) => deleteTokenRows(ctx.sql, before, limit)) };
}
