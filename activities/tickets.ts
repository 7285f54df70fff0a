import { cancellationSignal } from '@temporalio/activity';
import type { Context } from '../src/platform/context/context.js';
import type { EventAnnouncementActivities } from '../src/tickets/announcement-workflow.js';
import { queueAnnouncementPage } from '../src/tickets/queue-announcement-page.js';
import { sendTicketMail } from '../src/tickets/send-ticket-mail.js';
import { endAnnouncementRow } from '../src/tickets/sql/announcements.js';
import type { TicketMailsActivities } from '../src/tickets/workflow.js';
import { withHeartbeat } from './with-heartbeat.js';

export function createTicketActivities(ctx: Context): TicketMailsActivities & EventAnnouncementActivities {
  return {
    sendTicketMail: (orderId) => withHeartbeat(() => sendTicketMail(ctx, orderId, cancellationSignal())),
    queueAnnouncementPage: (page) => queueAnnouncementPage(ctx, page),
    endAnnouncement: ({ announcementId, state }) =>
      endAnnouncementRow(ctx.sql, announcementId, { state, now: ctx.clock.now() }),
  };
}
