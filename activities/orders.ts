import { heartbeat } from '@temporalio/activity';
import type { OrderHoldActivities, SweepOrdersActivities } from '../src/contracts/order-hold.js';
import type { RefundActivities } from '../src/contracts/refund.js';
import type { Context } from '../src/services/context.js';
import { expireOrder } from '../src/services/orders/expire-order.js';
import { sendRefund } from '../src/services/orders/send-refund.js';
import { sweepOrders } from '../src/services/orders/sweep-orders.js';
import type { TemporalClient } from '../src/temporal/client.js';

export function createOrderActivities(ctx: Context): OrderHoldActivities & RefundActivities {
  return {
    async expireOrder(orderId) {
      return { status: (await expireOrder(ctx, { orderId })) ?? 'missing' };
    },
    sendRefund: (refundId) => sendRefund(ctx, { refundId }),
  };
}

export function createSweepOrdersActivities(ctx: Context, temporal: TemporalClient): SweepOrdersActivities {
  return { sweepOrders: () => sweepOrders(ctx, temporal, heartbeat) };
}
