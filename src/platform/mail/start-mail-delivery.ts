import type { TemporalClient } from '../temporal/client.js';
import { startWorkflow } from '../temporal/start-workflow.js';
import { mailDeliveryWorkflowId } from '../temporal/workflow-ids.js';
import { MAIL_DELIVERY_WORKFLOW, type MailDeliveryInput } from './workflow.js';

/** Starts the delivery of a mail; one that is under way is not doubled, and one that ended finds the mail sent. */
export async function startMailDelivery(temporal: TemporalClient, mailId: string): Promise<void> {
  const input: MailDeliveryInput = { mailId };
  await startWorkflow(temporal, MAIL_DELIVERY_WORKFLOW, {
    workflowId: mailDeliveryWorkflowId(mailId),
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    taskQueue: temporal.queue('maintenance'),
    args: [input],
    workflowExecutionTimeout: '30 days',
    staticSummary: `Hands mail ${mailId} to the mail server`,
  });
}
