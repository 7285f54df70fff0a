import type { TemporalClient } from '../temporal/client.js';
import { clippedSummary, keyword, signalWithStart, startWorkflow } from '../temporal/start-workflow.js';
import { withTrace } from '../traces/current-trace.js';
import { storedTrace } from '../traces/trace-context.js';
import type { JobWorkflow, WorkflowFacts } from './job.js';

/**
 * Starts the workflow of a subject. A running workflow counts as started.
 *
 * @param options.signal whether a workflow that runs gets the job's signal.
 * @throws when the server cannot be reached or refuses the start.
 */
export async function startJobWorkflow(
  temporal: TemporalClient,
  { type, queue, signal }: Pick<JobWorkflow<unknown>, 'type' | 'queue' | 'signal'>,
  facts: WorkflowFacts,
  options: { signal: boolean },
): Promise<void> {
  const started = {
    workflowId: facts.id,
    workflowIdReusePolicy: facts.reuse ?? ('ALLOW_DUPLICATE' as const),
    taskQueue: temporal.queue(queue),
    args: [facts.input],
    ...(facts.timeout && { workflowExecutionTimeout: facts.timeout }),
    staticSummary: clippedSummary(facts.summary),
    staticDetails: facts.details,
    typedSearchAttributes: Object.entries(facts.attributes ?? {}).flatMap(([name, value]) =>
      value === null ? [] : [keyword(name, value)],
    ),
  };
  const start = (): Promise<unknown> =>
    signal !== undefined && options.signal
      ? signalWithStart(temporal, type, { ...started, signal, signalArgs: [] })
      : startWorkflow(temporal, type, started);
  await withTrace(facts.trace && storedTrace(facts.trace), start);
}
