import type { Context } from '../platform/context/context.js';
import { endRun } from './sql/settlement-runs.js';
import type { CloseProgress } from './workflow.js';

/** Records the result of a close, and repeats the alert if it refused statements. */
export async function endClose(ctx: Context, runId: number, progress: CloseProgress): Promise<void> {
  await endRun(ctx.sql, runId, { status: 'finished', result: { ...progress } }, ctx.clock.now());
  if (progress.refused > 0) {
    ctx.log.error({ alert: 'settlement_refused', runId, ...progress }, 'a close has refused statements');
  }
}
