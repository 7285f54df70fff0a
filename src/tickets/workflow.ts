import type { Id } from '../core/ids.js';
/** One workflow an order with mails that were not taken at once: it repeats until the mail server has taken each. */
export const TICKET_MAILS_WORKFLOW = 'ticketMails';

/** An id alone: neither the buyer nor a code enters Temporal. */
export interface TicketMailsInput {
  orderId: Id<'order'>;
}

/** Sent when the order has another mail. */
export const MAIL_QUEUED_SIGNAL = 'mailQueued';

/** How the last mail ended; `none`: there was nothing to send. */
export interface TicketMailsResult {
  state: 'sent' | 'refused' | 'expired' | 'dropped' | 'none';
}

export interface SentTicketMail extends TicketMailsResult {
  /** Whether another mail of the order waits. */
  more: boolean;
}

export interface TicketMailsActivities {
  /** Hands the order's next mail to the mail server. */
  sendTicketMail(orderId: Id<'order'>): Promise<SentTicketMail>;
}
