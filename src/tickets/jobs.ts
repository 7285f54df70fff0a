import { MINUTE } from '../core/time.js';
import { readAnnouncementKey } from '../listings/rules/event-announcement.js';
import { defineJob } from '../platform/jobs/job.js';
import { eventAnnouncementWorkflowId, ticketMailsWorkflowId } from '../platform/temporal/workflow-ids.js';
import { EVENT_ANNOUNCEMENT_WORKFLOW } from './announcement-workflow.js';
import { sendFirstMail, sendLateMail, sendTicketMail } from './send-ticket-mail.js';
import {
  type AnnouncementRow,
  findAnnouncement,
  findUnsentAnnouncements,
  insertAnnouncement,
} from './sql/announcements.js';
import { findUnsentOrders } from './sql/ticket-mails.js';
import { type DeliveryRow, findDeliveries } from './sql/ticket-orders.js';
import { MAIL_QUEUED_SIGNAL, TICKET_MAILS_WORKFLOW } from './workflow.js';

/** An order's oldest mail is sent here after this time, whatever its workflow does. */
const RUN_INLINE_AFTER_MS = 2 * MINUTE;

export const ticketMailJob = defineJob<DeliveryRow>({
  name: 'ticket-mail',
  room: 'tickets',
  does: 'Sends the mails of an order to its buyer. A first attempt costs less than a workflow, which repeats it if it fails.',
  runbook: 'See [TicketMailsLate](runbooks.md#ticketmailslate).',
  topic: 'tickets.mail',
  trigger: 'A transaction queues a mail to a buyer.',
  load: async (ctx, ids) => new Map((await findDeliveries(ctx.sql, ids)).map((order) => [order.id, order])),
  firstAttempt: async (ctx, orderId, ending) => (await sendFirstMail(ctx, orderId, ending)) === 'ended',
  workflow: {
    type: TICKET_MAILS_WORKFLOW,
    queue: 'tickets',
    id: 'ticket-mails/<order id>',
    signal: MAIL_QUEUED_SIGNAL,
    describe: (orderId, { companyId, eventId, mode, ...trace }) => ({
      id: ticketMailsWorkflowId(orderId),
      input: { orderId },
      summary: `Mails the tickets of ${orderId}`,
      details:
        'Sends the mails of one order: its tickets, and what becomes of them. An activity that fails is repeated until the ' +
        'mail server has taken the mail or refused it for good. The truth is in Postgres (ticket_mails).',
      attributes: { CompanyId: companyId, OrderId: orderId, EventId: eventId, State: 'sending', Mode: mode },
      trace,
    }),
  },
  run: (ctx, orderId, { workflowRuns, ending }) =>
    workflowRuns
      ? sendLateMail(ctx, orderId, new Date(ctx.clock.now().getTime() - RUN_INLINE_AFTER_MS))
      : sendTicketMail(ctx, orderId, ending),
  findOverdue: (ctx, page) => findUnsentOrders(ctx.sql, page),
  lostAfter: MINUTE,
  runInlineAfter: RUN_INLINE_AFTER_MS,
  alertAfter: 15 * MINUTE,
  // Each draws its tickets and talks to the mail server.
  batch: 40,
  atOnce: 8,
});

export const eventAnnouncementJob = defineJob<AnnouncementRow>({
  name: 'event-announcement',
  room: 'tickets',
  does: 'Records a change of an event that its buyers are to know, and starts to mail them once it has settled.',
  runbook:
    '`partner-events announcement list` shows the announcements of an event. See [Temporal is down](runbooks.md#temporal-is-down).',
  topic: 'event.announced',
  trigger: 'An event is cancelled, postponed or moved.',
  async load(ctx, keys) {
    const announcements = new Map<string, AnnouncementRow>();
    for (const key of keys) {
      const { id, eventId, kind } = readAnnouncementKey(key);
      // A cancellation is for good, so there is nothing to wait for.
      const settleMs = kind === 'cancelled' ? 0 : ctx.config.announceChangesAfterMs;
      await insertAnnouncement(ctx.sql, { id, eventId, kind, now: ctx.clock.now(), settleMs });
      const announcement = await findAnnouncement(ctx.sql, id);
      if (announcement?.state === 'sending') announcements.set(key, announcement);
    }
    return announcements;
  },
  workflow: {
    type: EVENT_ANNOUNCEMENT_WORKFLOW,
    queue: 'tickets',
    id: 'event-announcement/<announcement id>',
    describe: (_key, { id, eventId, kind }) => ({
      id: eventAnnouncementWorkflowId(id),
      input: { announcementId: id },
      summary: `Tells the buyers of ${eventId} that it is ${kind}`,
      details:
        'Waits until the change has settled, then queues a mail for each order whose buyer does not know it, some hundred at a time with a pause between. The signals `pause`, ' +
        '`resume` and `stop` do what they say; mails that were queued are still sent. The truth is in Postgres (event_announcements).',
      attributes: { EventId: eventId, ChangeType: kind, State: 'sending' },
      reuse: 'ALLOW_DUPLICATE_FAILED_ONLY',
    }),
  },
  findOverdue: (ctx, page) => findUnsentAnnouncements(ctx.sql, page),
  lostAfter: MINUTE,
  alertAfter: 15 * MINUTE,
  // After two changes of an event, only the later one is sent.
  atOnce: 1,
});
