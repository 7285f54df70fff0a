import type { Context } from '../platform/context/context.js';
import { nextCloseId } from './next-close-id.js';
import { endOfMonth, lastEndedMonth, type Month, nextMonth } from './rules/settlement.js';
import { isMonthClosed, lastClosedBefore } from './sql/settlement-runs.js';
import type { DueMonths } from './workflow.js';

/**
 * Which months the Schedule's run of `month` should close: it, the ended ones after it, since runs that were missed while
 * another was at work are skipped, and those between the last that was closed and it, since Temporal makes up for no run
 * of a Schedule that was paused. While it is not over: how long that will take.
 */
export async function dueMonths(ctx: Context, month: string): Promise<DueMonths> {
  const now = ctx.clock.now();
  const wait = endOfMonth(month).getTime() - now.getTime();
  if (wait > 0) return { waitMs: wait, months: [] };
  const months: DueMonths['months'] = [];
  for (let due = await firstMissed(ctx, month); due <= lastEndedMonth(now); due = nextMonth(due)) {
    if (await isMonthClosed(ctx.sql, due)) continue;
    months.push({ month: due, workflowId: await nextCloseId(ctx, due) });
  }
  return { waitMs: null, months };
}

/** The month after the last that was closed, at most a year back; `month` itself where none ever was. */
async function firstMissed(ctx: Context, month: Month): Promise<Month> {
  const closed = await lastClosedBefore(ctx.sql, month);
  if (closed === null) return month;
  const yearBefore = Number(month.slice(0, 4)) - 1 + month.slice(4);
  return closed < yearBefore ? yearBefore : nextMonth(closed);
}
