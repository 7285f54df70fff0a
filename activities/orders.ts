import { ApplicationFailure, heartbeat } from '@temporalio/activity';
import { advanceEventRefunds } from '../src/orders/advance-event-refunds.js';
import type { EventRefundsActivities } from '../src/orders/event-refunds-workflow.js';
import { expireOrder } from '../src/orders/expire-order.js';
import type { RefundActivities } from '../src/orders/refund-workflow.js';
import { sendRefund } from '../src/orders/send-refund.js';
import { findHolds } from '../src/orders/sql/orders.js';
import { sweepOrders } from '../src/orders/sweep-orders.js';
import type { OrderHoldActivities, SweepOrdersActivities } from '../src/orders/workflow.js';
import type { Context } from '../src/platform/context/context.js';
import type { TemporalClient } from '../src/platform/temporal/client.js';
import { withHeartbeat } from './support/with-heartbeat.js';

export function createOrderActivities(ctx: Context): OrderHoldActivities & RefundActivities & EventRefundsActivities {
  return {
    async expireOrder(orderId) {
      const [hold] = await findHolds(ctx.sql, [orderId]);
      const leftMs = hold?.status === 'awaiting_payment' ? hold.holdUntil.getTime() - ctx.clock.now().getTime() : 0;
      if (leftMs > 0) throw notOver(orderId, leftMs);
      return { status: (await expireOrder(ctx, { orderId })) ?? 'missing' };
    },
    sendRefund: (refundId) => sendRefund(ctx, { refundId }),
    advanceEventRefunds: (input) => withHeartbeat(() => advanceEventRefunds(ctx, input)),
  };
}

/** Temporal's clock is ahead of the database's, which decides: the hold goes on, and the activity comes again at its end. */
const notOver = (orderId: string, leftMs: number) =>
  ApplicationFailure.create({
    message: `the hold of ${orderId} goes on for ${Math.ceil(leftMs / 1_000)} s by the database's clock`,
    nextRetryDelay: leftMs,
  });

export function createSweepOrdersActivities(ctx: Context, temporal: TemporalClient): SweepOrdersActivities {
  return { sweepOrders: () => sweepOrders(ctx, temporal, heartbeat) };
}
