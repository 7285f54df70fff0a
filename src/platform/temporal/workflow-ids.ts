import type { Id } from '../../core/ids.js';
/** One hold per order: starting it again while it runs, or after it ended, does nothing. */
export function orderHoldWorkflowId(orderId: Id<'order'>): string {
  return `order-hold/${orderId}`;
}

/** Holds of many orders that end in the same minute; per deployment of a namespace. @param holdUntil of any of them. */
export function orderHoldsWorkflowId(holdUntil: Date, batch: number, suffix: string): string {
  return `order-holds${suffix}/${holdUntil.toISOString().slice(0, 16)}Z/${batch}`;
}

/** One per refund: the money moves once. */
export function refundWorkflowId(refund: string): string {
  return `refund/${refund}`;
}

/** One a cancelled event: its buyers are refunded once. */
export function eventRefundsWorkflowId(eventId: Id<'event'>): string {
  return `event-refunds/${eventId}`;
}

/** One an endpoint for which deliveries wait for a further attempt. */
export function endpointDeliveriesWorkflowId(endpoint: string): string {
  return `endpoint-deliveries/${endpoint}`;
}

/** One per month and number; deployments that share a namespace have closes of their own. */
export function settlementCloseWorkflowId(month: string, run: number, suffix: string): string {
  return `settlement-close${suffix}/${month}/${run}`;
}

/** One rerun per version: two concurrent requests are one run. */
export function settlementRerunWorkflowId(of: {
  month: string;
  companyId: Id<'company'>;
  currency: string;
  version: number;
}): string {
  return `settlement/${of.month}/${of.companyId}/${of.currency}/${of.version}`;
}

/** One payment per statement, however often it is started. */
export function settlementPaymentWorkflowId(settlementId: Id<'statement'>): string {
  return `settlement-payment/${settlementId}`;
}

/** One build per file: the number is taken once, so that concurrent requests share a run. */
export function bulkFileWorkflowId(of: {
  subscriptionId: Id<'bulkSubscription'>;
  keyId: Id<'key'>;
  format: string;
  since: string | null;
  build: number;
}): string {
  return `bulk-file/${of.subscriptionId}/${of.keyId}/${of.format}/${of.since ?? 'full'}/${of.build}`;
}

/** One delivery for each mail: a mail under way is never sent twice. */
export function memberMailWorkflowId(mailId: Id<'mail'>): string {
  return `member-mail/${mailId}`;
}

/** One an order: its mails are sent one after the other. */
export function ticketMailsWorkflowId(orderId: Id<'order'>): string {
  return `ticket-mails/${orderId}`;
}

/** One a change: its buyers are notified once. */
export function eventAnnouncementWorkflowId(announcementId: Id<'eventAnnouncement'>): string {
  return `event-announcement/${announcementId}`;
}
