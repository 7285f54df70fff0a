import type { TemporalClient } from '../platform/temporal/client.js';
import { clippedSummary, keyword, signalWithStart } from '../platform/temporal/start-workflow.js';
import { endpointDeliveriesWorkflowId } from '../platform/temporal/workflow-ids.js';
import { ENDPOINT_DELIVERIES_WORKFLOW, type EndpointDeliveriesInput, LOOK_SIGNAL } from './endpoint-workflow.js';
import { plainPostbackUrl } from './rules/postback-template.js';
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
    staticSummary: clippedSummary(`Retries of the ${endpoint.kind} of ${endpoint.companyName} at ${hostOf(endpoint)}`),
    typedSearchAttributes: [
      keyword('CompanyId', endpoint.companyId),
      keyword('EndpointId', endpoint.id),
      keyword('Mode', endpoint.mode),
      keyword('State', 'retrying'),
    ],
  });
}

/** Nothing else of an address enters Temporal. Whatever it is, it never fails: others wait behind it. */
export function hostOf({ url }: { url: string }): string {
  const address = URL.parse(url) ?? URL.parse(plainPostbackUrl(url));
  return address?.host ?? 'an address that cannot be read';
}
