import type { Id } from '../../core/ids.js';
import { ConfigError } from '../config/config.js';
import type { Context } from '../context/context.js';
import { retryWhileBusy } from '../database/retry-while-busy.js';
import { openingKeys } from '../secrets/keys.js';
import { openSecret } from '../secrets/secret-box.js';
import { storedTrace } from '../traces/trace-context.js';
import { traced } from '../traces/tracer.js';
import type { SealedMail } from './queue-mail.js';
import { claimMail, endMail, findMail, type MailRow, releaseMail } from './sql.js';
import { isRefusedForGood, type MailAnswer, MailNotTaken, type MailPort, type OutgoingMail } from './transport/port.js';
import type { MemberMailResult } from './workflow.js';

/** Longer than a mail server may take for an answer. */
const CLAIM_SECONDS = 150;

export function openMail(ctx: Context, { id, content }: { id: string; content: Buffer }): SealedMail {
  return JSON.parse(openSecret(openingKeys(ctx), { field: 'mails.content', owner: id }, content).secret);
}

/**
 * Hands a queued mail to the mail server, and forgets what it said to whom. A mail that ended before is left alone.
 *
 * One attempt at a time: a mail that somebody else is handing over is not taken. After a crash between the server's
 * answer and the commit the mail is sent again: at least once, never lost. Both copies carry the same Message-ID, so
 * most mailboxes show one.
 *
 * @param ending aborted when this process ends: the mail server is hung up on, and the mail stays queued.
 * @throws {MailNotTaken} when the server may take it later; {SecretUnopened} when no key opens it.
 */
export async function sendMail(ctx: Context, mailId: Id<'mail'>, ending?: AbortSignal): Promise<MemberMailResult> {
  const row = await findMail(ctx.sql, mailId);
  if (!row) return { state: 'missing' };
  if (row.state !== 'queued' || row.content === null) return { state: row.state };
  if (!ctx.mail) throw new ConfigError('SMTP_URL: must be set to send mail');
  if (!(await claimMail(ctx.sql, mailId, CLAIM_SECONDS))) throw new MailNotTaken('another attempt is under way');
  const { content } = row;
  const facts = { 'mail.id': mailId, 'mail.reason': row.reason };
  const state = await traced(ctx.tracer, 'mail', { trace: storedTrace(row), facts }, () =>
    handOver(ctx, row.id, content, row, ending),
  ).catch(async (error: unknown) => {
    await releaseMail(ctx.sql, mailId);
    throw error;
  });
  const forget = state !== 'sent' || !ctx.mail.keeps;
  await retryWhileBusy(() => endMail(ctx.sql, mailId, { state, forget, now: ctx.clock.now() }), ending);
  return { state };
}

/**
 * Hands a mail to the mail server. A refusal is counted and logged, with its code and nothing else.
 *
 * @returns `refused` for an unknown mailbox, and for a mail that was refused for too long.
 * @throws {MailNotTaken} when the server may take it later.
 */
export async function sendOrGiveUp(
  ctx: Context,
  port: MailPort,
  mail: OutgoingMail,
  ending?: AbortSignal,
): Promise<MailAnswer> {
  try {
    const answer = await port.send(mail, ending);
    if (answer.outcome === 'refused')
      noteRefusal(ctx, answer.code, 'given_up', 'there is no such mailbox: its mail is given up');
    return answer;
  } catch (error) {
    if (!(error instanceof MailNotTaken) || error.code === null || error.code < 500) throw error;
    const isOver = isRefusedForGood(error, ctx.clock.now().getTime() - mail.date.getTime());
    if (isOver) noteRefusal(ctx, error.code, 'given_up', 'the mail server refused a mail for too long: it is given up');
    else noteRefusal(ctx, error.code, 'tried_again', 'the mail server refuses a mail: it is tried again');
    if (isOver) return { outcome: 'refused', code: error.code };
    throw error;
  }
}

function noteRefusal(ctx: Context, code: number, result: (typeof REFUSAL_RESULTS)[number], message: string): void {
  ctx.counts.add(REFUSALS, result);
  ctx.foldedLog.log('warn', `mail refused ${code}`, { event: 'mail_refused', code }, message);
}

/** Refusals (5xx) of the mail server in this process, by what becomes of the mail. */
export const REFUSALS = 'mail refusals';
export const REFUSAL_RESULTS = ['given_up', 'tried_again'] as const;

async function handOver(
  ctx: Context,
  id: string,
  content: Buffer,
  { createdAt, expiresAt }: MailRow,
  ending: AbortSignal | undefined,
): Promise<'sent' | 'refused' | 'expired'> {
  if (!ctx.mail || expiresAt <= ctx.clock.now()) return 'expired';
  const mail = openMail(ctx, { id, content });
  const { attachments: sealed = [], ...outgoing } = mail;
  const attachments = sealed.map((attachment) => ({
    ...attachment,
    content: Buffer.from(attachment.content, 'base64'),
  }));
  const messageId = `<${id}@${ctx.mail.domain}>`;
  const answer = await sendOrGiveUp(ctx, ctx.mail, { ...outgoing, attachments, messageId, date: createdAt }, ending);
  return answer.outcome === 'taken' ? 'sent' : 'refused';
}
