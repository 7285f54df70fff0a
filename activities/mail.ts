import { cancellationSignal } from '@temporalio/activity';
import type { Context } from '../src/platform/context/context.js';
import { sendMail } from '../src/platform/mail/send-mail.js';
import type { MailActivities } from '../src/platform/mail/workflow.js';

export function createMailActivities(ctx: Context): MailActivities {
  return { sendMail: (mailId) => sendMail(ctx, mailId, cancellationSignal()) };
}
