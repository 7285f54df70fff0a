import { DAY, HOUR, MINUTE } from '../core/time.js';
import type { Context } from '../platform/context/context.js';
import { inBatches } from '../platform/context/in-batches.js';
import { defineMaintenanceJob } from '../platform/jobs/maintenance-job.js';
import { deleteOldUse } from './sql/key-use.js';
import { deleteTokenRows } from './sql/oauth-tokens.js';

export const forgetTokensJob = defineMaintenanceJob({
  name: 'forget-tokens',
  room: 'access',
  does: 'Deletes access tokens that expired more than a day ago, and the use of keys by day after 760 days.',
  delay: 'Old rows cost space only.',
  when: { every: HOUR, offset: 25 * MINUTE },
  run: deleteOldTokensAndUse,
});

/** For this long after its end, a token is reported as expired and not as unknown. */
const TOKEN_KEPT_MS = DAY;
/** Two years and a month, so that a year of use can be compared with the year before. */
const USE_KEPT_MS = 760 * DAY;
const BATCH = 2_000;

/**
 * Deletes access tokens that expired more than a day ago, and the daily counts of keys' use after 760 days. Each
 * transaction deletes a few thousand rows, so that no lock is held long.
 *
 * @returns how many tokens were deleted.
 */
export async function deleteOldTokensAndUse(ctx: Context): Promise<{ deleted: number }> {
  const now = ctx.clock.now().getTime();
  const useBefore = new Date(now - USE_KEPT_MS);
  await inBatches(BATCH, (limit) => deleteOldUse(ctx.sql, useBefore, limit));
  const expiredBefore = new Date(now - TOKEN_KEPT_MS);
  return { deleted: await inBatches(BATCH, (limit) => deleteTokenRows(ctx.sql, expiredBefore, limit)) };
}
