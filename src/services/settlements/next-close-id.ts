import { countCloses } from '../../store/settlement-runs.js';
import { settlementCloseId } from '../../temporal/workflow-ids.js';
import type { Context } from '../context.js';

/** The id of the next close of a month: each run of a month has a number of its own. */
export async function nextCloseId(ctx: Context, month: string): Promise<string> {
  return settlementCloseId(month, (await countCloses(ctx.sql, month)) + 1, ctx.config.temporal.queueSuffix);
}
