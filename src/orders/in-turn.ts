import type { Id } from '../core/ids.js';
import { busy } from '../core/problems.js';
import type { Context } from '../platform/context/context.js';

/** Half of the connections are for other events: an operator who changes this one, or a reward budget, makes its payments wait. */
const atOnce = ({ config }: Context) => Math.max(2, Math.floor(config.database.pool / 2));
export const MAX_WAIT_MS = 8_000;
/** A fifth of the calls that a process takes at once: the others are for other events. */
export const MAX_QUEUED = 200;

/** Limits writers of one event, so that waiters do not drain the pool. @throws {ProblemError} 503 `busy`: nothing was begun. */
export async function inTurn<T>(ctx: Context, eventId: Id<'event'>, work: () => Promise<T>): Promise<T> {
  const rules = { atOnce: atOnce(ctx), mostWaiting: MAX_QUEUED, maxWaitMs: MAX_WAIT_MS };
  const turn = await ctx.turns.enter(`event ${eventId}`, rules);
  if (!turn) throw busy();
  try {
    return await work();
  } finally {
    turn.leave();
  }
}
