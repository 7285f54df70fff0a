import type { DueMonths } from '../../contracts/settlement.js';
import { endOfMonth, lastEndedMonth, nextMonth } from '../../domain/settlement.js';
import { isMonthClosed } from '../../store/settlement-runs.js';
import type { Context } from '../context.js';
import { nextCloseId } from './next-close-id.js';

/**
 * Which months the Schedule's run of `month` should close: it and the ended ones after it, since runs that were missed
 * while another was at work are skipped. While it is not over by this clock: how long that will take.
 */
export async function dueMonths(ctx: Context, month: string): Promise<DueMonths> {
  const now = ctx.clock.now();
  const wait = endOfMonth(month).getTime() - now.getTime();
  if (wait > 0) return { waitMs: wait, months: [] };
  const months: DueMonths['months'] = [];
  for (let due = month; due <= lastEndedMonth(now); due = nextMonth(due)) {
    if (await isMonthClosed(ctx.sql, due)) continue;
    months.push({ month: due, workflowId: await nextCloseId(ctx, due) });
  }
  return { waitMs: null, months };
}
