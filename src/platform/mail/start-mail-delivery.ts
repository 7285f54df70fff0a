import type { TemporalClient } from '../temporal/client.js';
import { startWorkflow } from '../temporal/start-workflow.js';
import { mailDeliveryWorkflowId } from '../temporal/workflow-ids.js';
import { withTrace } from '../traces/current-trace.js';
import { storedTrace } from '../traces/trace-context.js';
import type { MailStart } from './sql.js';
import { MAIL_DELIVERY_WORKFLOW, type MailDeliveryInput } from './workflow.js';

/** Starts the delivery of a mail; one that is under way is not doubled, and one that ended finds the mail sent. */
export async function startMailDelivery(temporal: TemporalClient, mail: MailStart): Promise<void> {
  const input: MailDeliveryInput = { mailId: mail.id };
  const options = {
    workflowId: mailDeliveryWorkflowId(mail.id),
    workflowIdReusePolicy: 'ALLOW_DUPLICATE' as const,
    taskQueue: temporal.queue('maintenance'),
    args: [input] as [MailDeliveryInput],
    workflowExecutionTimeout: '30 days' as const,
    staticSummary: `Hands mail ${mail.id} to the mail server`,
  };
  await withTrace(storedTrace(mail), () => startWorkflow(temporal, MAIL_DELIVERY_WORKFLOW, options));
}
