import { heartbeat } from '@temporalio/activity';
import { expireOrder } from '../src/orders/expire-order.js';
import type { RefundActivities } from '../src/orders/refund-workflow.js';
import { sendRefund } from '../src/orders/send-refund.js';
import { sweepOrders } from '../src/orders/sweep-orders.js';
import type { OrderHoldActivities, SweepOrdersActivities } from '../src/orders/workflow.js';
import type { Context } from '../src/platform/context/context.js';
import type { TemporalClient } from '../src/platform/temporal/client.js';

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
