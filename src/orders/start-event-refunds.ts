import type { TemporalClient } from '../platform/temporal/client.js';
import { keyword, signalWithStart, startWorkflow } from '../platform/temporal/start-workflow.js';
import { eventRefundsWorkflowId } from '../platform/temporal/workflow-ids.js';
import {
  EVENT_REFUNDS_CHANGED_SIGNAL,
  EVENT_REFUNDS_WORKFLOW,
  type EventRefundsInput,
} from './event-refunds-workflow.js';

/** Has the workflow of an event's refunds read how things are, and starts it where none runs. */
export async function wakeEventRefunds(temporal: TemporalClient, eventId: string): Promise<void> {
  const options = optionsOf(temporal, eventId);
  await signalWithStart(temporal, EVENT_REFUNDS_WORKFLOW, {
    ...options,
    signal: EVENT_REFUNDS_CHANGED_SIGNAL,
    signalArgs: [],
  });
}

/** Starts a workflow that was lost; one that runs is left alone. @returns whether it was lost. */
export async function restartEventRefunds(temporal: TemporalClient, eventId: string): Promise<boolean> {
  return (await startWorkflow(temporal, EVENT_REFUNDS_WORKFLOW, optionsOf(temporal, eventId))) !== null;
}

function optionsOf(temporal: TemporalClient, eventId: string) {
  const input: EventRefundsInput = { eventId };
  return {
    workflowId: eventRefundsWorkflowId(eventId),
    workflowIdReusePolicy: 'ALLOW_DUPLICATE' as const,
    taskQueue: temporal.queue('orders'),
    args: [input] as [EventRefundsInput],
    staticSummary: `Refunds the buyers of ${eventId}, which is cancelled`,
    staticDetails:
      'Waits until the refunds are due and then refunds order by order; each refund has a workflow of its own that sends the ' +
      'money. To pause, resume or start at once: `partner-events event-refunds`. The truth is in Postgres (event_refunds).',
    typedSearchAttributes: [keyword('EventId', eventId), keyword('State', 'waiting')],
  };
}
