import { unmovedInstant } from '../core/clock.js';
import { DAY, HOUR } from '../core/time.js';
import type { Context } from '../platform/context/context.js';
import { deleteBulkFileAt, deleteBulkFiles, failStaleBuilds, listOldFiles } from './sql/bulk-files.js';

/** Long enough to resume a download. */
const KEPT_MS = 2 * HOUR;
/** Longer than a build may run, retries included. */
const LOST_MS = HOUR;
/** Files without a row: a crash came before the row was written, or the subscription was removed. */
const ORPHANED_MS = DAY;
const BATCH = 100;

/**
 * Removes files that cannot be requested any more, and gives up lost builds.
 *
 * @throws when the store would not remove a file, after all others are gone.
 */
export async function cleanBulkFiles(ctx: Context): Promise<{ removed: number; lost: number; orphans: number }> {
  const now = ctx.clock.now();
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  const lost = await failStaleBuilds(ctx.sql, ago(LOST_MS), now);
  let removed = 0;
  let failure: unknown;
  const kept: string[] = [];
  for (;;) {
    const old = await listOldFiles(ctx.sql, ago(KEPT_MS), { except: kept, limit: BATCH });
    const gone: string[] = [];
    for (const { id, path } of old) {
      try {
        if (path !== null) await ctx.files.remove(path);
        gone.push(id);
      } catch (error) {
        // A file that the store keeps must not block the others.
        failure = error;
        kept.push(id);
      }
    }
    await deleteBulkFiles(ctx.sql, gone);
    removed += gone.length;
    if (old.length < BATCH) break;
  }
  // Storage timestamps follow the real clock, however far the sandbox's was moved.
  const yesterday = new Date(unmovedInstant(ctx.clock).getTime() - ORPHANED_MS);
  const orphans = await ctx.files.removeOlder('bulk', yesterday).catch((err: unknown) => {
    // Some stores refuse it. That only costs space: the removals above have happened.
    ctx.log.warn({ err }, 'cannot remove orphaned bulk files from storage');
    return 0;
  });
  if (failure !== undefined) throw failure;
  return { removed, lost, orphans };
}

/** Deletes the row of a file that was removed from storage, so that the next request rebuilds it. */
export async function deleteFile(ctx: Context, path: string): Promise<void> {
  await deleteBulkFileAt(ctx.sql, path);
}
