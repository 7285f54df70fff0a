import type { TemporalClient } from '../platform/temporal/client.js';
import { clippedSummary, keyword, signalWithStart } from '../platform/temporal/start-workflow.js';
import { endpointDeliveriesWorkflowId } from '../platform/temporal/workflow-ids.js';
import { plainPostbackUrl } from './rules/postback-template.js';
import type { EndpointKind } from './sql/delivery-endpoints.js';
import type { EndpointStart } from './sql/rounds.js';
import { ENDPOINT_DELIVERIES_WORKFLOW, type EndpointDeliveriesInput, LOOK_SIGNAL } from './workflow.js';

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

/**
 * An endpoint in a few words, for Temporal: of its address, which may hold secrets, the host alone. Whatever the address is,
 * this never fails: others wait behind it.
 */
export function nameEndpoint({
  kind,
  companyName,
  url,
}: {
  kind: EndpointKind;
  companyName: string;
  url: string;
}): string {
  const address = URL.parse(url) ?? URL.parse(plainPostbackUrl(url));
  const host = address?.host ?? 'an address that cannot be read';
  return `${kind === 'webhook' ? 'Webhook' : 'Postback'} of ${companyName} at ${host}`;
}
