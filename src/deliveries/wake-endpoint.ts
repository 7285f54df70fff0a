import type { TemporalClient } from '../platform/temporal/client.js';
import { clippedSummary, keyword, signalWithStart } from '../platform/temporal/start-workflow.js';
import { endpointDeliveriesWorkflowId } from '../platform/temporal/workflow-ids.js';
import { ENDPOINT_DELIVERIES_WORKFLOW, type EndpointDeliveriesInput, LOOK_SIGNAL } from './endpoint-workflow.js';
import { nameEndpoint } from './name-endpoint.js';
import type { EndpointStart } from './sql/rounds.js';

/** Has the workflow of an endpoint look at what waits, and starts it if it does not run. */
export async function wakeEndpoint(temporal: TemporalClient, endpoint: EndpointStart): Promise<void> {
  const input: EndpointDeliveriesInput = { endpointId: endpoint.id };
  await signalWithStart(temporal, ENDPOINT_DELIVERIES_WORKFLOW, {
    workflowId: endpointDeliveriesWorkflowId(endpoint.id),
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    taskQueue: temporal.queue('endpointDeliveries'),
    args: [input],
    signal: LOOK_SIGNAL,
    signalArgs: [],
    staticSummary: clippedSummary(`Retries: ${nameEndpoint(endpoint)}`),
    typedSearchAttributes: [
      keyword('CompanyId', endpoint.companyId),
      keyword('EndpointId', endpoint.id),
      keyword('Mode', endpoint.mode),
      keyword('State', 'retrying'),
    ],
  });
}
