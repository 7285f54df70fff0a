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

/** On a Schedule: starts lost workflows, and deletes old mails. */
export const SWEEP_MAILS_WORKFLOW = 'sweepMails';

export interface SweptMails {
  restarted: number;
  deleted: number;
}

export interface MailActivities {
  sendMail(mailId: string): Promise<MailDeliveryResult>;
  sweepMails(): Promise<SweptMails>;
}
