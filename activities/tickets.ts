import { cancellationSignal } from '@temporalio/activity';
import type { Context } from '../src/platform/context/context.js';
import type { EventNoticeActivities } from '../src/tickets/notice-workflow.js';
import { queueNoticePage } from '../src/tickets/queue-notice-page.js';
import { sendTicketMail } from '../src/tickets/send-ticket-mail.js';
import { endNoticeRow } from '../src/tickets/sql/notices.js';
import type { TicketDeliveryActivities } from '../src/tickets/workflow.js';
import { withHeartbeat } from './with-heartbeat.js';

export function createTicketActivities(ctx: Context): TicketDeliveryActivities & EventNoticeActivities {
  return {
    sendTicketMail: (orderId) => withHeartbeat(() => sendTicketMail(ctx, orderId, cancellationSignal())),
    queueNoticePage: (page) => queueNoticePage(ctx, page),
    endNotice: ({ noticeId, state }) => endNoticeRow(ctx.sql, noticeId, { state, now: ctx.clock.now() }),
  };
}
