import type { Context } from '../platform/context/context.js';
import { settlementCloseWorkflowId } from '../platform/temporal/workflow-ids.js';
import { countCloses } from './sql/settlement-runs.js';

/**
 * The id of the next close of a month: each run of a month has a number of its own.
 *
 * @param further how many after it.
 */
export async function nextCloseId(ctx: Context, month: string, further = 0): Promise<string> {
  const run = (await countCloses(ctx.sql, month)) + 1 + further;
  return settlementCloseWorkflowId(month, run, ctx.config.temporal.queueSuffix);
}
