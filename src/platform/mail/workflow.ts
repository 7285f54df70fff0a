import type { Id } from '../../core/ids.js';
/** One workflow a mail: it repeats until the mail server has taken it. */
export const MEMBER_MAIL_WORKFLOW = 'memberMail';

/** `refused`: by the mail server, for good. `expired`: given up. */
export const UNDELIVERED_STATES = ['queued', 'refused', 'expired'] as const;
export type MailState = (typeof UNDELIVERED_STATES)[number] | 'sent';

/** An id alone: neither the recipient nor a word of the mail enters Temporal. */
export interface MemberMailInput {
  mailId: Id<'mail'>;
}

export interface MemberMailResult {
  state: MailState | 'missing';
}

export interface MailActivities {
  sendMail(mailId: Id<'mail'>): Promise<MemberMailResult>;
}
