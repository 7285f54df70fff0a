import type { DueMonths } from '../../contracts/settlement.js';
import { endOfMonth, lastEndedMonth, nextMonth } from '../../domain/settlement.js';
import { isMonthClosed } from '../../store/settlement-runs.js';
import type { Context } from '../context.js';
import { earlier } from './begin-close.js';
import { nextCloseId } from './next-close-id.js';

/**
 * Which months the Schedule's run of `month` should close: it and the ended ones after it, since runs that were missed
 * while another was at work are skipped. While it is not over by this clock: how long that will take.
 *
 * @param witness the present instant by another clock; absent: nobody else is asked.
 */
export async function dueMonths(ctx: Context, month: string, witness?: Date): Promise<DueMonths> {
  const now = earlier(ctx.clock.now(), witness);
  const wait = endOfMonth(month).getTime() - now.getTime();
  if (wait > 0) return { waitMs: wait, months: [] };
  const months: DueMonths['months'] = [];
  for (let due = month; due <= lastEndedMonth(now); due = nextMonth(due)) {
    if (await isMonthClosed(ctx.sql, due)) continue;
    months.push({ month: due, workflowId: await nextCloseId(ctx, due) });
  }
  return { waitMs: null, months };
}
