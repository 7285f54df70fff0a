import type { Context } from '../platform/context/context.js';
import { countFanOut } from './sql/fan-out.js';
import type { FanOutProgress } from './workflow.js';

/** What became so far of the deliveries of a batch of changes. */
export function fanOutProgress(ctx: Context, changeIds: readonly string[]): Promise<FanOutProgress> {
  return countFanOut(ctx.sql, changeIds);
}
