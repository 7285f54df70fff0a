/** The bundle's entry: everything a worker can run. */

export { bulkFile } from './bulk.js';
export { matureEarnings } from './earnings.js';
export { endpointDeliveries } from './endpoint-deliveries.js';
export { memberMail } from './mail.js';
export { maintenance } from './maintenance.js';
export { orderHold, orderHolds } from './orders/holds.js';
export { eventRefunds, refund } from './orders/refunds.js';
export { reconcileMonth } from './reconciliation.js';
export { settlementClose } from './settlements/settlement-close.js';
export { settlementMonthEnd } from './settlements/settlement-month-end.js';
export { settlementPayment } from './settlements/settlement-payment.js';
export { settlementRerun } from './settlements/settlement-rerun.js';
export { eventAnnouncement } from './tickets/event-announcement.js';
export { ticketMails } from './tickets/ticket-mails.js';
