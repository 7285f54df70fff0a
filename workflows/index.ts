/** The bundle's entry: everything a worker can run. */
export { bulkFile } from './bulk-file.js';
export { cleanBulkFiles } from './clean-bulk-files.js';
export { completeEvents } from './complete-events.js';
export { delivery } from './delivery.js';
export { fanOut } from './fan-out.js';
export { forgetSignals } from './forget-signals.js';
export { matureEarnings } from './mature-earnings.js';
export { orderHold } from './order-hold.js';
export { refreshSamples } from './refresh-samples.js';
export { refund } from './refund.js';
export { settlementClose } from './settlement-close.js';
export { settlementMonthEnd } from './settlement-month-end.js';
export { settlementPayment } from './settlement-payment.js';
export { settlementRerun } from './settlement-rerun.js';
export { sweepDeliveries } from './sweep-deliveries.js';
export { sweepOrders } from './sweep-orders.js';
export { sweepSettlements } from './sweep-settlements.js';
