import type { Id } from '../../core/ids.js';
import type { Context } from '../context/context.js';
import type { SealedMail } from './queue-mail.js';
import { openMail } from './send-mail.js';
import { findMail, type KeptMailRow, listKeptMails } from './sql.js';

const SHOWN = 50;

export interface KeptMail extends SealedMail {
  id: string;
  reason: string;
  createdAt: Date;
}

/** The newest mails of a development service, which keeps them. Empty with a mail server, and in production. */
export async function readMailbox(ctx: Context): Promise<KeptMail[]> {
  if (!ctx.mail?.keeps) return [];
  return (await listKeptMails(ctx.sql, SHOWN)).flatMap((row) => opened(ctx, row) ?? []);
}

/** A kept mail; null when there is none with this id. */
export async function readKeptMail(ctx: Context, mailId: Id<'mail'>): Promise<KeptMail | null> {
  const row = ctx.mail?.keeps ? await findMail(ctx.sql, mailId) : null;
  return row && opened(ctx, row);
}

/** Kept mails about these subjects, newest first, on every service. The caller has checked that they may be read. */
export async function readMailsAbout(ctx: Context, about: readonly string[]): Promise<KeptMail[]> {
  return (await listKeptMails(ctx.sql, SHOWN, about)).flatMap((row) => opened(ctx, row) ?? []);
}

function opened(ctx: Context, { id, reason, createdAt, content }: KeptMailRow): KeptMail | null {
  return content && { id, reason, createdAt, ...openMail(ctx, { id, content }) };
}
