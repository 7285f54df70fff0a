import type { Context } from '../context/context.js';
import type { Transaction } from '../database/database.js';
import { sealingKey } from '../secrets/keys.js';
import { sealSecret } from '../secrets/secret-box.js';
import type { ComposedMail } from './compose.js';
import { type SealedMail, sealable } from './queue-mail.js';
import { insertKeptMail } from './sql.js';
import type { MailAttachment } from './transport/port.js';

export interface KeptLetter extends ComposedMail {
  id: string;
  reason: string;
  to: string;
  attachments: readonly MailAttachment[];
  /** The subject of the mail: the mail is deleted with it. */
  about: string;
}

/** Keeps a mail to be read on this service instead of handing it to the mail server; the same id again changes nothing. */
export async function keepMail(ctx: Context, tx: Transaction, mail: KeptLetter): Promise<void> {
  const { id, reason, about, to, subject, text, html } = mail;
  const sealed: SealedMail = { to, subject, text, html, attachments: sealable(mail.attachments) };
  const content = sealSecret(sealingKey(ctx), id, JSON.stringify(sealed));
  await insertKeptMail(tx, { id, reason, about, content, now: ctx.clock.now() });
}
