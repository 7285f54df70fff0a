import { cancellationSignal, heartbeat } from '@temporalio/activity';
import type { Context } from '../src/platform/context/context.js';
import { sendMail } from '../src/platform/mail/send-mail.js';
import { sweepMails } from '../src/platform/mail/sweep-mails.js';
import type { MailActivities } from '../src/platform/mail/workflow.js';
import type { TemporalClient } from '../src/platform/temporal/client.js';

export function createMailActivities(ctx: Context, temporal: TemporalClient): MailActivities {
  return {
    sendMail: (mailId) => sendMail(ctx, mailId, cancellationSignal()),
    sweepMails: () => sweepMails(ctx, temporal, heartbeat),
  };
}
