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

/**
 * The mails of a development service, newest first: those that a service with a mail server would have sent. None where
 * there is one, and in production.
 */
export async function readMailbox(ctx: Context): Promise<KeptMail[]> {
  if (!ctx.mail?.keeps) return [];
  return (await listKeptMails(ctx.sql, SHOWN)).flatMap((row) => opened(ctx, row) ?? []);
}

/** One of them; null when it is not there. */
export async function readKeptMail(ctx: Context, mailId: Id<'mail'>): Promise<KeptMail | null> {
  const row = ctx.mail?.keeps ? await findMail(ctx.sql, mailId) : null;
  return row && opened(ctx, row);
}

/**
 * Kept mails about one of these, newest first, on every service: nobody else got them. Whoever calls it knows that they may
 * be read.
 */
export async function readMailsAbout(ctx: Context, about: readonly string[]): Promise<KeptMail[]> {
  return (await listKeptMails(ctx.sql, SHOWN, about)).flatMap((row) => opened(ctx, row) ?? []);
}

function opened(ctx: Context, { id, reason, createdAt, content }: KeptMailRow): KeptMail | null {
  return content && { id, reason, createdAt, ...openMail(ctx, { id, content }) };
}
