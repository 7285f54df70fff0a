import { ProblemError } from '../core/problems.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { enqueue } from '../platform/outbox/messages.js';
import { projectChanges } from './project-changes.js';
import { lockEvent, setShared } from './sql/events.js';

/**
 * The organizer stops sharing an event: from then on partners see it under `withdrawn` and get 410.
 *
 * @returns false when it was withdrawn already.
 * @throws {ProblemError} `event_not_found`.
 */
export function withdrawEvent(ctx: Context, id: string): Promise<boolean> {
  return share(ctx, id, false);
}

/** Shares a withdrawn event again. @returns false when it was shared. @throws {ProblemError} `event_not_found`. */
export function shareEvent(ctx: Context, id: string): Promise<boolean> {
  return share(ctx, id, true);
}

async function share(ctx: Context, id: string, shared: boolean): Promise<boolean> {
  const now = ctx.clock.now();
  const changed = await ctx.sql.begin(async (tx) => {
    if (!(await lockEvent(tx, id))) throw new ProblemError('event_not_found', { detail: `There is no event ${id}.` });
    const done = await setShared(tx, id, shared);
    if (!done) return false;
    await enqueue(tx, 'event.touched', [id], now);
    await recordAction(ctx, tx, { action: shared ? 'event.share' : 'event.withdraw', objectId: id });
    return true;
  });
  if (changed) await projectChanges(ctx);
  return changed;
}
