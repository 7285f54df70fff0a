import type { TemporalClient } from '../platform/temporal/client.js';
import { keyword, signalWithStart, startWorkflow } from '../platform/temporal/start-workflow.js';
import { ticketDeliveryWorkflowId } from '../platform/temporal/workflow-ids.js';
import { withTrace } from '../platform/traces/current-trace.js';
import { storedTrace } from '../platform/traces/trace-context.js';
import type { DeliveryRow } from './sql/ticket-orders.js';
import { MAIL_QUEUED_SIGNAL, TICKET_DELIVERY_WORKFLOW, type TicketDeliveryInput } from './workflow.js';

/** Tells the delivery of an order that there is a mail, and starts it where none runs. */
export async function announceTicketMail(temporal: TemporalClient, order: DeliveryRow): Promise<void> {
  const options = { ...optionsOf(temporal, order), signal: MAIL_QUEUED_SIGNAL, signalArgs: [] };
  await withTrace(storedTrace(order), () => signalWithStart(temporal, TICKET_DELIVERY_WORKFLOW, options));
}

/** Starts a delivery that was lost; one that runs is left alone. @returns whether it was lost. */
export async function restartTicketDelivery(temporal: TemporalClient, order: DeliveryRow): Promise<boolean> {
  const start = () => startWorkflow(temporal, TICKET_DELIVERY_WORKFLOW, optionsOf(temporal, order));
  return (await withTrace(storedTrace(order), start)) !== null;
}

function optionsOf(temporal: TemporalClient, { id, companyId, eventId, mode }: DeliveryRow) {
  const input: TicketDeliveryInput = { orderId: id };
  return {
    workflowId: ticketDeliveryWorkflowId(id),
    workflowIdReusePolicy: 'ALLOW_DUPLICATE' as const,
    taskQueue: temporal.queue('tickets'),
    args: [input] as [TicketDeliveryInput],
    staticSummary: `Mails the tickets of ${id}`,
    staticDetails:
      'Sends the mails of one order: its tickets, and what becomes of them. An activity that fails is repeated until the ' +
      'mail server has taken the mail or refused it for good. The truth is in Postgres (ticket_mails).',
    typedSearchAttributes: [
      ...(companyId === null ? [] : [keyword('CompanyId', companyId)]),
      keyword('OrderId', id),
      keyword('EventId', eventId),
      keyword('State', 'sending'),
      keyword('Mode', mode),
    ],
  };
}
