/** One workflow a mail: it repeats until the mail server has taken it. */
export const MAIL_DELIVERY_WORKFLOW = 'mailDelivery';

export type MailState = 'queued' | 'sent' | 'refused' | 'expired';

/** An id alone: neither the recipient nor a word of the mail enters Temporal. */
export interface MailDeliveryInput {
  mailId: string;
}

export interface MailDeliveryResult {
  state: MailState | 'missing';
}

export interface MailActivities {
  sendMail(mailId: string): Promise<MailDeliveryResult>;
}
