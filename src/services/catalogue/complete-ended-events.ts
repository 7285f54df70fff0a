import { completeEnded, findPassedPostponed } from '../../store/ended-events.js';
import { enqueue } from '../../store/outbox.js';
import type { Context } from '../context.js';
import { projectChanges } from '../listings/project-changes.js';

const AT_ONCE = 500;

/**
 * Marks every event that is over as `completed`, in short transactions. A postponed event stays postponed, but once
 * its old date is past it is no longer upcoming, which its listing is told here.
 */
export async function completeEndedEvents(ctx: Context): Promise<{ completed: number }> {
  let completed = 0;
  for (;;) {
    const now = ctx.clock.now();
    const ids = await ctx.sql.begin(async (tx) => {
      const ended = await completeEnded(tx, now, AT_ONCE);
      await enqueue(tx, 'event.touched', ended, now);
      return ended;
    });
    completed += ids.length;
    if (ids.length > 0) await projectChanges(ctx);
    if (ids.length < AT_ONCE) break;
  }
  const now = ctx.clock.now();
  const passed = await findPassedPostponed(ctx.sql, now, AT_ONCE);
  await enqueue(ctx.sql, 'event.touched', passed, now);
  if (passed.length > 0) await projectChanges(ctx);
  return { completed };
}
