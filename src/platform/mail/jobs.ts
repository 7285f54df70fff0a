import { DAY, HOUR, MINUTE } from '../../core/time.js';
import type { Context } from '../context/context.js';
import { inBatches } from '../context/in-batches.js';
import { defineJob, definePeriodicJob } from '../jobs/job.js';
import { memberMailWorkflowId } from '../temporal/workflow-ids.js';
import { sendMail } from './send-mail.js';
import { deleteMails, findUnsentMails, listMailStarts, type MailStart } from './sql.js';
import { MEMBER_MAIL_WORKFLOW } from './workflow.js';

export const mailJob = defineJob<MailStart>({
  name: 'mail',
  room: 'platform',
  does: 'Hands a mail to a member to the mail server.',
  runbook: 'See [MailsLate](runbooks.md#mailslate).',
  topic: 'mail.queued',
  trigger: 'A transaction queues a mail.',
  load: async (ctx, ids) => new Map((await listMailStarts(ctx.sql, ids)).map((mail) => [mail.id, mail])),
  workflow: {
    type: MEMBER_MAIL_WORKFLOW,
    queue: 'maintenance',
    id: 'member-mail/<mail id>',
    describe: (mailId, mail) => ({
      id: memberMailWorkflowId(mailId),
      input: { mailId },
      summary: `Hands mail ${mailId} to the mail server`,
      trace: mail,
      timeout: '30 days',
    }),
  },
  run: (ctx, mailId, { ending }) => sendMail(ctx, mailId, ending),
  findOverdue: (ctx, page) => findUnsentMails(ctx.sql, page),
  lostAfter: MINUTE,
  runInlineAfter: 2 * MINUTE,
  alertAfter: HOUR,
});

/** The idempotency key of a mail counts for this time after its end. */
const KEPT_MS = 30 * DAY;
/** A service with a mail server keeps the mails of test orders, which are not sent, for this time. */
const SAMPLES_KEPT_MS = DAY;
const PAGE = 500;

export const forgetMailsJob = definePeriodicJob({
  name: 'forget-mails',
  room: 'platform',
  does: 'Deletes mails that ended more than 30 days ago.',
  runbook: 'The log has the failure. Old rows cost space only.',
  clock: { every: MINUTE, run: forgetMails },
});

/** @returns how many mails were deleted. */
export async function forgetMails(ctx: Context): Promise<number> {
  const ago = (ms: number) => new Date(ctx.clock.now().getTime() - ms);
  const samplesBefore = ago(ctx.mail?.keeps ? KEPT_MS : SAMPLES_KEPT_MS);
  const kept = await inBatches(PAGE, (limit) => deleteMails(ctx.sql, 'kept', samplesBefore, limit));
  return kept + (await inBatches(PAGE, (limit) => deleteMails(ctx.sql, 'all', ago(KEPT_MS), limit)));
}
