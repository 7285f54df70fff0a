import { dayOf } from '../core/time.js';
import { findNextMaturing } from '../earnings/sql/earnings-maturing.js';
import type { Context } from '../platform/context/context.js';
import { endOfMonth, monthOf } from '../settlements/rules/settlement.js';
import { findNextSettling } from '../settlements/sql/settlement-terms.js';

/** What falls due next, in words, the soonest first, so that you know how far to move the clock. */
export async function nextSteps(ctx: Context): Promise<string[]> {
  const { approves, ready } = await findNextMaturing(ctx.sql);
  const { unsettled, paid } = await findNextSettling(ctx.sql);
  const now = ctx.clock.now();
  const steps: [Date | null, string][] = [
    [approves, 'earnings are approved'],
    [ready, 'earnings are ready'],
    [unsettled ? endOfMonth(monthOf(now)) : null, 'the month closes'],
    [paid, 'a statement is paid'],
  ];
  return steps
    .flatMap(([at, what]) => (at ? [{ at, what }] : []))
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ at, what }) => `${dayOf(at)} ${what}`);
}
