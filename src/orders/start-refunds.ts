import type { TemporalClient } from '../platform/temporal/client.js';
import { startWorkflow } from '../platform/temporal/start-workflow.js';
import { refundWorkflowId } from '../platform/temporal/workflow-ids.js';
import { REFUND_WORKFLOW, type RefundWorkflowInput } from './refund-workflow.js';

/** Starts the sending of a refund; whether it runs already, or ran and failed, the money moves once. */
export async function startRefund(temporal: TemporalClient, refund: string): Promise<void> {
  const input: RefundWorkflowInput = { refundId: refund };
  await startWorkflow(temporal, REFUND_WORKFLOW, {
    workflowId: refundWorkflowId(refund),
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    taskQueue: temporal.queue('orders'),
    args: [input],
    workflowExecutionTimeout: '30 days',
    staticSummary: `Sends refund ${refund} to the card processor`,
  });
}
