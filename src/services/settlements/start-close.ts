import { WorkflowExecutionAlreadyStartedError, type WorkflowHandleWithFirstExecutionRunId } from '@temporalio/client';
import { type CloseInput, type CloseProgress, SETTLEMENT_CLOSE_WORKFLOW } from '../../contracts/settlement.js';
import type { TemporalClient } from '../../temporal/client.js';
import type { Context } from '../context.js';
import { nextCloseId } from './next-close-id.js';

/** Closes of a month that may be under way and not yet written down. */
const MOST_BESIDE = 20;

export type CloseHandle = WorkflowHandleWithFirstExecutionRunId<(input: CloseInput) => Promise<CloseProgress>>;

/** Starts a close as a run of its own: one that somebody else has just started has another id, and both may go on. */
export async function startClose(
  ctx: Context,
  temporal: TemporalClient,
  input: CloseInput,
  staticSummary: string,
): Promise<CloseHandle> {
  const { month } = input;
  for (let further = 0; ; further += 1) {
    const workflowId = await nextCloseId(ctx, month, further);
    try {
      return await temporal.client.workflow.start<(input: CloseInput) => Promise<CloseProgress>>(
        SETTLEMENT_CLOSE_WORKFLOW,
        {
          workflowId,
          taskQueue: temporal.queue('settlements'),
          args: [input],
          staticSummary,
          typedSearchAttributes: [{ key: { name: 'Month', type: 'KEYWORD' }, value: month }],
        },
      );
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError) || further === MOST_BESIDE) throw error;
    }
  }
}
