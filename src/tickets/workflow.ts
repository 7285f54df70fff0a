import type { Id } from '../core/ids.js';
/** One workflow an order with mails that were not taken at once: it repeats until the mail server has taken each. */
export const TICKET_DELIVERY_WORKFLOW = 'ticketDelivery';

/** An id alone: neither the buyer nor a code enters Temporal. */
export interface TicketDeliveryInput {
  orderId: Id<'order'>;
}

/** Sent when the order has another mail. */
export const MAIL_QUEUED_SIGNAL = 'mailQueued';

/** How the last mail ended; `none`: there was nothing to send. */
export interface TicketDeliveryResult {
  state: 'sent' | 'refused' | 'expired' | 'dropped' | 'none';
}

export interface SentTicketMail extends TicketDeliveryResult {
  /** Whether another mail of the order waits. */
  more: boolean;
}

export interface TicketDeliveryActivities {
  /** Hands the order's next mail to the mail server. */
  sendTicketMail(orderId: Id<'order'>): Promise<SentTicketMail>;
}
