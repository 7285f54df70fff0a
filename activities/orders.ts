import { heartbeat } from '@temporalio/activity';
import { advanceEventRefunds } from '../src/orders/advance-event-refunds.js';
import type { EventRefundsActivities } from '../src/orders/event-refunds-workflow.js';
import { expireOrder } from '../src/orders/expire-order.js';
import type { RefundActivities } from '../src/orders/refund-workflow.js';
import { sendRefund } from '../src/orders/send-refund.js';
import { sweepOrders } from '../src/orders/sweep-orders.js';
import type { OrderHoldActivities, SweepOrdersActivities } from '../src/orders/workflow.js';
import type { Context } from '../src/platform/context/context.js';
import type { TemporalClient } from '../src/platform/temporal/client.js';

export function createOrderActivities(ctx: Context): OrderHoldActivities & RefundActivities & EventRefundsActivities {
  return {
    async expireOrder(orderId) {
      return { status: (await expireOrder(ctx, { orderId })) ?? 'missing' };
    },
    sendRefund: (refundId) => sendRefund(ctx, { refundId }),
    advanceEventRefunds: (input) => advanceEventRefunds(ctx, input),
  };
}

export function createSweepOrdersActivities(ctx: Context, temporal: TemporalClient): SweepOrdersActivities {
  return { sweepOrders: () => sweepOrders(ctx, temporal, heartbeat) };
}
