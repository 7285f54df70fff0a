import type { Mode } from '../core/mode.js';
import type { TemporalClient } from '../platform/temporal/client.js';
import {
  clippedSummary,
  keyword,
  signalWithStart,
  signalWorkflow,
  startWorkflow,
} from '../platform/temporal/start-workflow.js';
import { deliveryWorkflowId } from '../platform/temporal/workflow-ids.js';
import {
  DELIVERY_WORKFLOW,
  type DeliveryInput,
  REDELIVER_SIGNAL,
  type RETRY_NOW_SIGNAL,
  type STOP_SIGNAL,
} from './workflow.js';

/** What a delivery's workflow is started with; everything but the ids is for operators to search by. */
export interface DeliveryStart {
  id: string;
  run: number;
  /** The last attempt of the run that ended: it has failed. */
  attempt: number;
  failure: string;
  /** What is left of the gap after it, in milliseconds. */
  waitMs: number;
  endpointId: string;
  companyId: string;
  companyName: string;
  /** Host of the receiver: nothing else of its URL enters Temporal. */
  host: string;
  type: string;
  mode: Mode;
}

function startOptions(temporal: TemporalClient, delivery: DeliveryStart) {
  const input: DeliveryInput = {
    deliveryId: delivery.id,
    endpointId: delivery.endpointId,
    run: delivery.run,
    slowQueue: temporal.queue('slowDeliveries'),
    resume: { attempt: delivery.attempt + 1, waitMs: delivery.waitMs, failure: delivery.failure },
  };
  return {
    workflowId: deliveryWorkflowId(delivery.id),
    workflowIdReusePolicy: 'ALLOW_DUPLICATE' as const,
    taskQueue: temporal.queue('deliveries'),
    args: [input] as [DeliveryInput],
    staticSummary: clippedSummary(`${delivery.type} for ${delivery.companyName} at ${delivery.host}`),
    typedSearchAttributes: [
      keyword('CompanyId', delivery.companyId),
      keyword('EndpointId', delivery.endpointId),
      keyword('DeliveryId', delivery.id),
      keyword('ChangeType', delivery.type),
      keyword('State', 'retrying'),
      keyword('Mode', delivery.mode),
      { key: { name: 'Attempt', type: 'INT' as const }, value: delivery.attempt },
    ],
  };
}

/**
 * Starts the workflow of a delivery that waits for a further attempt; one that is under way counts as started. Since one
 * may still wait from an earlier run, that of a redelivery is signalled, and finds out where its delivery stands.
 *
 * @returns whether this call started it.
 */
export async function startDelivery(temporal: TemporalClient, delivery: DeliveryStart): Promise<boolean> {
  const options = startOptions(temporal, delivery);
  const started = (await startWorkflow(temporal, DELIVERY_WORKFLOW, options)) !== null;
  if (!started && delivery.run > 1) {
    const signalArgs = [delivery.run];
    await signalWithStart(temporal, DELIVERY_WORKFLOW, { ...options, signal: REDELIVER_SIGNAL, signalArgs });
  }
  return started;
}

/** @returns false when the delivery has no running workflow. */
export function signalDelivery(
  temporal: TemporalClient,
  id: string,
  signal: typeof RETRY_NOW_SIGNAL | typeof STOP_SIGNAL,
): Promise<boolean> {
  return signalWorkflow(temporal, deliveryWorkflowId(id), signal);
}
