import { newId } from '../../core/ids.js';
import { ConfigError } from '../config/config.js';
import type { Context } from '../context/context.js';
import type { Transaction } from '../database/database.js';
import { enqueue } from '../outbox/messages.js';
import { sealingKey } from '../secrets/keys.js';
import { sealSecret } from '../secrets/secret-box.js';
import { type ComposedMail, composeMail, type Letter } from './compose.js';
import { insertMail } from './sql.js';
import type { MailAttachment } from './transport/port.js';

export interface QueuedMail {
  /** Why it is sent, in a word, such as `sign_in`. */
  reason: string;
  /** Identifies the mail, such as `sign-in/<id>`: it is sent once. Not encrypted, so it may contain no personal data. */
  idempotencyKey: string;
  /** One e-mail address. */
  to: string;
  letter: Letter;
  attachments?: readonly MailAttachment[];
  /** From when on the mail is worth nothing and is not sent any more. */
  expiresAt: Date;
}

interface MailContent extends ComposedMail {
  to: string;
  attachments?: readonly MailAttachment[];
}

/** The encrypted part of a mail: no address or link can be read in the database. Attachments are in Base64. */
export interface SealedMail extends ComposedMail {
  to: string;
  attachments?: (Omit<MailAttachment, 'content'> & { content: string })[];
}

/** The service has no mail server. The dashboard answers it as `mail_unavailable`; commands print it. */
export class MailUnavailable extends ConfigError {
  constructor() {
    super('SMTP_URL: must be set to send mail');
  }
}

/**
 * Queues a mail in the caller's transaction: it is sent exactly when the change it is about is committed. The second one
 * with the same idempotency key is not.
 *
 * @returns its id; null when there was one with that key before.
 * @throws {MailUnavailable} in production without `SMTP_URL`.
 * @throws {ConfigError} without `ENCRYPTION_KEY`.
 */
export async function queueMail(ctx: Context, tx: Transaction, mail: QueuedMail): Promise<string | null> {
  if (!ctx.mail) throw new MailUnavailable();
  const id = newId('mail');
  const { to, letter, attachments = [], ...facts } = mail;
  const content = sealed(ctx, id, { to, ...composeMail(letter), ...(attachments.length > 0 && { attachments }) });
  const { requestId = null, traceparent = null } = ctx.trace ?? {};
  const now = ctx.clock.now();
  const queued = await insertMail(tx, { id, ...facts, content, createdAt: now, requestId, traceparent });
  if (!queued) return null;
  await enqueue(tx, 'mail.queued', [id], now);
  return id;
}

export interface KeptLetter extends MailContent {
  id: string;
  reason: string;
  attachments: readonly MailAttachment[];
  /** The subject of the mail: the mail is deleted with it. */
  about: string;
}

/** Keeps a mail to be read on this service instead of handing it to the mail server; the same id again changes nothing. */
export async function keepMail(ctx: Context, tx: Transaction, mail: KeptLetter): Promise<void> {
  const { id, reason, about, to, subject, text, html, attachments } = mail;
  const content = sealed(ctx, id, { to, subject, text, html, attachments });
  const now = ctx.clock.now();
  const kept = { state: 'sent' as const, about, createdAt: now, expiresAt: now, endedAt: now };
  await insertMail(tx, { id, reason, idempotencyKey: id, content, ...kept });
}

function sealed(ctx: Context, id: string, { attachments, ...content }: MailContent): Buffer {
  const inBase64 = attachments?.map((attachment) => ({
    ...attachment,
    content: attachment.content.toString('base64'),
  }));
  const mail: SealedMail = { ...content, ...(inBase64 && { attachments: inBase64 }) };
  return sealSecret(sealingKey(ctx), id, JSON.stringify(mail));
}
