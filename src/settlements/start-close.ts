import type { WorkflowHandleWithFirstExecutionRunId } from '@temporalio/client';
import type { Context } from '../platform/context/context.js';
import type { TemporalClient } from '../platform/temporal/client.js';
import { keyword, startWorkflow } from '../platform/temporal/start-workflow.js';
import { nextCloseId } from './next-close-id.js';
import { type CloseInput, type CloseProgress, SETTLEMENT_CLOSE_WORKFLOW } from './workflow.js';

/** Closes of a month that may have started without being recorded yet. */
const MAX_BESIDE = 20;

export type CloseHandle = WorkflowHandleWithFirstExecutionRunId<(input: CloseInput) => Promise<CloseProgress>>;

/**
 * Starts a close with its own id: one started concurrently has another, and both can run.
 *
 * @throws when the server cannot be reached, or {@link MAX_BESIDE} others were started meanwhile.
 */
export async function startClose(
  ctx: Context,
  temporal: TemporalClient,
  input: CloseInput,
  staticSummary: string,
): Promise<CloseHandle> {
  const { month } = input;
  for (let further = 0; ; further += 1) {
    const workflowId = await nextCloseId(ctx, month, further);
    const handle = await startWorkflow<(input: CloseInput) => Promise<CloseProgress>>(
      temporal,
      SETTLEMENT_CLOSE_WORKFLOW,
      {
        workflowId,
        taskQueue: temporal.queue('settlements'),
        args: [input],
        staticSummary,
        typedSearchAttributes: [keyword('Month', month)],
      },
    );
    if (handle) return handle;
    if (further === MAX_BESIDE) throw new Error(`${MAX_BESIDE} closes of ${month} were started meanwhile`);
  }
}
