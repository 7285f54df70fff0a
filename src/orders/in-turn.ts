import type { Id } from '../core/ids.js';
import { ProblemError } from '../core/problems.js';
import type { Context } from '../platform/context/context.js';

/** Half of the connections are for other events: an operator who changes this one, or a reward budget, makes its payments wait. */
const atOnce = ({ config }: Context) => Math.max(2, Math.floor(config.database.pool / 2));
const MAX_WAIT_MS = 8_000;
/** A fifth of the calls that a process takes at once: the others are for other events. */
export const MOST_WAITING = 200;

/**
 * Does what locks an event's row when it is its turn: what waits for a locked row would take one connection of the pool after
 * the other, until other events had none.
 *
 * @throws {ProblemError} 503 `busy` when others took too long or are too many, or the process is ending: nothing was begun.
 */
export async function inTurn<T>(
  ctx: Context,
  eventId: Id<'event'>,
  work: () => Promise<T>,
  line: { name: string; atOnce: number; mostWaiting: number } = {
    name: 'event',
    atOnce: atOnce(ctx),
    mostWaiting: MOST_WAITING,
  },
): Promise<T> {
  const { name, ...rules } = line;
  const turn = await ctx.turns.enter(`${name} ${eventId}`, { ...rules, maxWaitMs: MAX_WAIT_MS });
  if (!turn) throw new ProblemError('busy', { headers: { 'Retry-After': '2' } });
  try {
    return await work();
  } finally {
    turn.leave();
  }
}
