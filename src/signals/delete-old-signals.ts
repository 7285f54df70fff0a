import { DAY, HOUR } from '../core/time.js';
import type { Context } from '../platform/context/context.js';
import { inBatches } from '../platform/context/in-batches.js';
import { keepDayPartitions } from '../platform/database/day-partitions.js';
import { deleteOldCounts, deleteSeenSignals } from './sql/signals.js';

/** Longer than a page load can last. */
const SEEN_MS = 48 * HOUR;
const BATCH = 10_000;

/** How long each signal is kept. */
export const KEPT_DAYS = 35;
/** How long daily counts are kept: two years and a month, so that a year can be compared with the year before. */
export const COUNTS_KEPT_DAYS = 760;
/** How far ahead partitions exist. If the Schedule fails for longer, signals are counted and not kept. */
const AHEAD_DAYS = 7;

/**
 * Deletes page loads of signals that were counted more than two days ago, a few thousand at a time, so that no lock is held long;
 * drops partitions of signals after 35 days, adds partitions for the next days, and deletes daily counts after 760 days.
 *
 * @returns how many page loads were deleted.
 */
export async function deleteOldSignals(ctx: Context): Promise<{ deleted: number }> {
  const now = ctx.clock.now().getTime();
  const from = new Date(now - KEPT_DAYS * DAY);
  await keepDayPartitions(ctx.sql, 'signals', { from, until: new Date(now + AHEAD_DAYS * DAY) });
  const old = new Date(now - COUNTS_KEPT_DAYS * DAY);
  await inBatches(BATCH, (limit) => deleteOldCounts(ctx.sql, old, limit));
  const before = new Date(now - SEEN_MS);
  return { deleted: await inBatches(BATCH, (limit) => deleteSeenSignals(ctx.sql, before, limit)) };
}
