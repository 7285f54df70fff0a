import type { Context } from '../platform/context/context.js';
import { enqueue } from '../platform/outbox/messages.js';
import { projectChanges } from './project-changes.js';
import { completeEnded } from './sql/events.js';

const AT_ONCE = 500;

/** Marks every event that is over as `completed`, in short transactions; a postponed one stays postponed. */
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
    if (ids.length < AT_ONCE) return { completed };
  }
}
