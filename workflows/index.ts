/** The bundle's entry: everything a worker can run. */

export { forgetTokens } from './access/forget-tokens.js';
export { bulkFile } from './bulk/bulk-file.js';
export { cleanBulkFiles } from './bulk/clean-bulk-files.js';
export { completeEvents } from './catalogue/complete-events.js';
export { refreshSamples } from './catalogue/refresh-samples.js';
export { delivery } from './deliveries/delivery.js';
export { fanOut } from './deliveries/fan-out.js';
export { deliverySender } from './deliveries/sender.js';
export { sweepDeliveries } from './deliveries/sweep-deliveries.js';
export { matureEarnings } from './earnings/mature-earnings.js';
export { mailDelivery } from './mail/mail-delivery.js';
export { sweepMails } from './mail/sweep-mails.js';
export { forgetSignIns } from './members/forget-sign-ins.js';
export { warnOfEndpoints } from './members/warn-of-endpoints.js';
export { orderHold } from './orders/order-hold.js';
export { refund } from './orders/refund.js';
export { sweepOrders } from './orders/sweep-orders.js';
export { settlementClose } from './settlements/settlement-close.js';
export { settlementMonthEnd } from './settlements/settlement-month-end.js';
export { settlementPayment } from './settlements/settlement-payment.js';
export { settlementRerun } from './settlements/settlement-rerun.js';
export { sweepSettlements } from './settlements/sweep-settlements.js';
export { forgetSignals } from './signals/forget-signals.js';
export { eventNotice } from './tickets/event-notice.js';
export { sweepTickets } from './tickets/sweep-tickets.js';
export { ticketDelivery } from './tickets/ticket-delivery.js';
