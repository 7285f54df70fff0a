import type { TemporalClient } from '../platform/temporal/client.js';
import { keyword, signalWorkflow, startWorkflow } from '../platform/temporal/start-workflow.js';
import { orderHoldWorkflowId } from '../platform/temporal/workflow-ids.js';
import {
  ORDER_CLOSED_SIGNAL,
  ORDER_HOLD_WORKFLOW,
  type OrderClosed,
  type OrderHold,
  type OrderHoldInput,
} from './workflow.js';

/**
 * Far beyond the 32 minutes of a hold: only a day-long outage of the database exceeds it, and then the sweeper takes
 * over.
 */
const EXECUTION_TIMEOUT = '1 day';

/**
 * Starts the workflow of a hold; one that exists counts as started.
 *
 * @param options.again also when it has ended since: for holds whose workflow was lost.
 * @returns whether this call started it.
 */
export async function startOrderHold(
  temporal: TemporalClient,
  hold: OrderHold,
  options: { again?: boolean } = {},
): Promise<boolean> {
  const input: OrderHoldInput = { orderId: hold.orderId, holdUntil: hold.holdUntil.toISOString() };
  const started = await startWorkflow(temporal, ORDER_HOLD_WORKFLOW, {
    workflowId: orderHoldWorkflowId(hold.orderId),
    workflowIdReusePolicy: options.again ? 'ALLOW_DUPLICATE' : 'REJECT_DUPLICATE',
    taskQueue: temporal.queue('orders'),
    args: [input],
    workflowExecutionTimeout: EXECUTION_TIMEOUT,
    staticSummary: `Holds ${hold.quantity} of ${hold.eventId} for ${hold.orderId}`,
    staticDetails:
      'The clock of a ticket hold. It waits for the end of the hold and then gives the tickets back, unless a ' +
      'signal says that the order was paid or cancelled. The truth of the order is in Postgres.',
    typedSearchAttributes: [
      ...(hold.companyId === null ? [] : [keyword('CompanyId', hold.companyId)]),
      keyword('OrderId', hold.orderId),
      keyword('EventId', hold.eventId),
      keyword('State', 'awaiting_payment'),
      keyword('Mode', hold.mode),
    ],
  });
  return started !== null;
}

/** Signals that the order left `awaiting_payment`; a workflow that has ended, or never ran, is ignored. */
export async function signalOrderClosed(temporal: TemporalClient, orderId: string, closed: OrderClosed): Promise<void> {
  await signalWorkflow(temporal, orderHoldWorkflowId(orderId), ORDER_CLOSED_SIGNAL, closed);
}

/** The ids of every hold that runs on this deployment's queue. The list lags a second or so behind. */
export async function listRunningHolds(temporal: TemporalClient): Promise<Set<string>> {
  const query = `WorkflowType = '${ORDER_HOLD_WORKFLOW}' AND ExecutionStatus = 'Running' AND TaskQueue = '${temporal.queue('orders')}'`;
  const running = new Set<string>();
  for await (const { workflowId } of temporal.client.workflow.list({ query, pageSize: 1000 })) running.add(workflowId);
  return running;
}
