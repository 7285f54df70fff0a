import type { TemporalClient } from '../platform/temporal/client.js';
import { keyword, startWorkflow } from '../platform/temporal/start-workflow.js';
import { eventNoticeWorkflowId } from '../platform/temporal/workflow-ids.js';
import { EVENT_NOTICE_WORKFLOW, type EventNoticeInput } from './notice-workflow.js';
import type { NoticeRow } from './sql/notices.js';

/** Starts notifying an event's buyers; a notice that is being sent, or was sent, is left alone. */
export async function startEventNotice(temporal: TemporalClient, { id, eventId, kind }: NoticeRow): Promise<void> {
  const input: EventNoticeInput = { noticeId: id };
  await startWorkflow(temporal, EVENT_NOTICE_WORKFLOW, {
    workflowId: eventNoticeWorkflowId(id),
    workflowIdReusePolicy: 'ALLOW_DUPLICATE_FAILED_ONLY',
    taskQueue: temporal.queue('tickets'),
    args: [input],
    staticSummary: `Tells the buyers of ${eventId} that it is ${kind}`,
    staticDetails:
      'Waits until the change has settled, then queues a mail for each order whose buyer does not know it, some hundred at a time with a pause between. The signals `pause`, ' +
      '`resume` and `stop` do what they say; mails that were queued are still sent. The truth is in Postgres (event_notices).',
    typedSearchAttributes: [keyword('EventId', eventId), keyword('ChangeType', kind), keyword('State', 'telling')],
  });
}
