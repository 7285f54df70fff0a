import type { Id } from '../core/ids.js';
import type { Mode } from '../core/mode.js';
import { DAY, dayOf } from '../core/time.js';
import type { Context } from '../platform/context/context.js';
import { type PromotedEventRow, promotedEvents } from './sql/promoted-events.js';

/** Links are used for about this long: after it, an event counts as promoted no more. */
const DAYS = 90;
const MOST = 500;

/**
 * The events that a company promotes: those with clicks or sales in the last 90 days, the newest first, at most 500.
 *
 * @param input.unsellable only upcoming events that are sold out, cancelled, postponed or withdrawn, with clicks or sales in the last 30 days.
 */
export function listPromotedEvents(
  ctx: Context,
  { unsellable, ...of }: { companyId: Id<'company'>; mode: Mode; unsellable: boolean },
): Promise<PromotedEventRow[]> {
  const now = ctx.clock.now();
  const from = dayOf(new Date(now.getTime() - (unsellable ? 30 : DAYS) * DAY));
  return promotedEvents(ctx.sql, { ...of, unsellable, from, to: dayOf(now) }, MOST);
}
