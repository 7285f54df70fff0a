/** The bundle's entry: everything a worker can run. */
export { completeEvents } from './complete-events.js';
export { matureEarnings } from './mature-earnings.js';
export { orderHold } from './order-hold.js';
export { refreshSamples } from './refresh-samples.js';
export { refund } from './refund.js';
export { sweepOrders } from './sweep-orders.js';
