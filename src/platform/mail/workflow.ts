import type { Id } from '../../core/ids.js';
/** One workflow a mail: it repeats until the mail server has taken it. */
export const MAIL_DELIVERY_WORKFLOW = 'mailDelivery';

export type MailState = 'queued' | 'sent' | 'refused' | 'expired';

/** An id alone: neither the recipient nor a word of the mail enters Temporal. */
export interface MailDeliveryInput {
  mailId: Id<'mail'>;
}

export interface MailDeliveryResult {
  state: MailState | 'missing';
}

export interface MailActivities {
  sendMail(mailId: Id<'mail'>): Promise<MailDeliveryResult>;
}
