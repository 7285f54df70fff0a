import {
  type Workflow,
  WorkflowExecutionAlreadyStartedError,
  type WorkflowHandleWithFirstExecutionRunId,
  WorkflowNotFoundError,
  type WorkflowSignalWithStartOptions,
  type WorkflowStartOptions,
} from '@temporalio/client';
import type { WithWorkflowArgs } from '@temporalio/common';
import type { TemporalClient } from './client.js';

/** Every start needs a summary: it is the first thing an operator sees. */
type Summary = { staticSummary: string };

/**
 * Starts a workflow, within the client's deadline. A workflow whose id is taken counts as started.
 *
 * @returns its handle; null when this call did not start it.
 * @throws when the server cannot be reached or refuses the start.
 */
export async function startWorkflow<T extends Workflow>(
  temporal: TemporalClient,
  type: string,
  options: WorkflowStartOptions<T> & Summary,
): Promise<WorkflowHandleWithFirstExecutionRunId<T> | null> {
  try {
    return await temporal.call(() => temporal.client.workflow.start<T>(type, options));
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return null;
    throw error;
  }
}

/** Signals a workflow and starts it when it does not run, within the client's deadline. */
export async function signalWithStart<T extends Workflow, S extends unknown[]>(
  temporal: TemporalClient,
  type: string,
  options: WithWorkflowArgs<T, WorkflowSignalWithStartOptions<S>> & Summary,
): Promise<void> {
  await temporal.call(() => temporal.client.workflow.signalWithStart<T, S>(type, options));
}

/** Signals a workflow, within the client's deadline. @returns false when no such workflow runs. */
export async function signalWorkflow(
  temporal: TemporalClient,
  workflowId: string,
  signal: string,
  ...args: unknown[]
): Promise<boolean> {
  try {
    await temporal.call(() => temporal.client.workflow.getHandle(workflowId).signal(signal, ...args));
    return true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}

export function keyword(name: string, value: string) {
  return { key: { name, type: 'KEYWORD' as const }, value };
}

/** Servers refuse a start whose summary, encoded, has more than 400 bytes. */
const SUMMARY_BYTES = 320;

/** A summary, cut to what every server takes. */
export function clippedSummary(summary: string): string {
  let kept = '';
  let left = SUMMARY_BYTES;
  for (const letter of summary) {
    left -= Buffer.byteLength(JSON.stringify(letter)) - 2;
    if (left < 0) return `${kept}…`;
    kept += letter;
  }
  return summary;
}
