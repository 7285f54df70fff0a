import { lockStamp } from '../listings/sql/listing-writes.js';
import type { Context } from '../platform/context/context.js';
import { projectEvents } from './project-changes.js';
import { countEvents, eventIdsAfter } from './sql/source-events.js';

/** Events per transaction: the projector waits for its end, so it is a fifth of the projector's own batch. */
const BATCH = 100;

/**
 * Rebuilds every listing after a change of the read model's code or columns. Each batch is a transaction, so readers
 * see the old or the new listing and never wait. If it is interrupted, run it again. Partners are only notified of
 * events whose content is different.
 *
 * @param onProgress called after each batch; when it throws, the batches before stay written.
 * @returns how many events were built, and how many partners see differently.
 */
export async function reprojectChanges(
  ctx: Context,
  onProgress?: (progress: { events: number; of: number }) => void,
): Promise<{ events: number; changed: number }> {
  const of = await countEvents(ctx.sql);
  const done = { events: 0, changed: 0 };
  for (let ids = await eventIdsAfter(ctx.sql, '', BATCH); ids.length > 0; ) {
    const page = ids;
    const { changed } = await ctx.sql.begin(async (tx) => {
      const last = await lockStamp(tx);
      const now = ctx.clock.now();
      return projectEvents(tx, { ids: page, now, last, whole: true });
    });
    done.events += page.length;
    done.changed += changed;
    onProgress?.({ events: done.events, of });
    ids = await eventIdsAfter(ctx.sql, page.at(-1) ?? '', BATCH);
  }
  return done;
}
