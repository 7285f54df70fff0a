/** The bundle's entry: everything a worker can run. */

export { forgetTokens } from './access/forget-tokens.js';
export { bulkFile } from './bulk/bulk-file.js';
export { completeEvents } from './catalogue/complete-events.js';
export { refreshSamples } from './catalogue/refresh-samples.js';
export { delivery } from './deliveries/delivery.js';
export { endpointDeliveries } from './deliveries/endpoint-deliveries.js';
export { fanOut } from './deliveries/fan-out.js';
export { deliverySender } from './deliveries/sender.js';
export { matureEarnings } from './earnings/mature-earnings.js';
export { mailDelivery } from './mail/mail-delivery.js';
export { forgetSignIns } from './members/forget-sign-ins.js';
export { warnOfEndpoints } from './members/warn-of-endpoints.js';
export { eventRefunds } from './orders/event-refunds.js';
export { orderHold } from './orders/order-hold.js';
export { orderHolds } from './orders/order-holds.js';
export { refund } from './orders/refund.js';
export { settlementClose } from './settlements/settlement-close.js';
export { settlementMonthEnd } from './settlements/settlement-month-end.js';
export { settlementPayment } from './settlements/settlement-payment.js';
export { settlementRerun } from './settlements/settlement-rerun.js';
export { forgetSignals } from './signals/forget-signals.js';
export { eventNotice } from './tickets/event-notice.js';
export { ticketDelivery } from './tickets/ticket-delivery.js';
