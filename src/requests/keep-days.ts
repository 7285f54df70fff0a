import { DAY } from '../core/time.js';
import type { Context } from '../platform/context/context.js';
// Its part of the context.
import type {} from './port.js';

/** How long calls can be looked at. */
export const KEPT_DAYS = 7;

/** How far ahead partitions exist. If the Schedule fails for longer, calls are missing in the log. */
const AHEAD_DAYS = 7;

/** Makes room in the request log for the days to come, and drops old days. */
export function keepRequestDays(ctx: Context): Promise<{ made: number; dropped: number }> {
  const now = ctx.clock.now().getTime();
  return ctx.requests.keepDays(new Date(now - KEPT_DAYS * DAY), new Date(now + AHEAD_DAYS * DAY));
}
