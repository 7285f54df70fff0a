import { ApplicationFailure } from '@temporalio/activity';
import { endHolds } from '../src/orders/end-hold.js';
import { advanceEventRefunds } from '../src/orders/event-refunds.js';
import { sendRefund } from '../src/orders/send-refund.js';
import { findHolds, type HoldRow } from '../src/orders/sql/orders.js';
import type {
  EventRefundsActivities,
  HoldCounts,
  OrderHoldActivities,
  RefundActivities,
} from '../src/orders/workflow.js';
import type { Context } from '../src/platform/context/context.js';
import { withHeartbeat } from './with-heartbeat.js';

export function createOrderActivities(ctx: Context): OrderHoldActivities & RefundActivities & EventRefundsActivities {
  const end = async (orderIds: string[]) => {
    const holds = await endHolds(ctx, orderIds);
    const open = holds.filter(({ status }) => status === 'awaiting_payment');
    if (open.length > 0) throw notOver(open, ctx.clock.now());
    return holds;
  };
  return {
    expireOrder: async (orderId) => ({
      status: (await withHeartbeat(() => end([orderId])))[0]?.status ?? 'missing',
    }),
    endHolds: async (orderIds) => countByStatus(orderIds, await withHeartbeat(() => end(orderIds))),
    countHolds: async (orderIds) => countByStatus(orderIds, await findHolds(ctx.sql, orderIds)),
    sendRefund: (refundId) => sendRefund(ctx, { refundId }),
    advanceEventRefunds: (input) => withHeartbeat(() => advanceEventRefunds(ctx, input)),
  };
}

function countByStatus(orderIds: string[], holds: HoldRow[]): HoldCounts {
  const counts: HoldCounts = {};
  for (const { status } of holds) counts[status] = (counts[status] ?? 0) + 1;
  if (holds.length < orderIds.length) counts.missing = orderIds.length - holds.length;
  return counts;
}

/**
 * Temporal's clock is ahead of the database's, which decides, and the activity comes again at the end of the holds; or a
 * payment has an order at this moment, and it comes again in a second.
 */
function notOver(open: HoldRow[], now: Date): ApplicationFailure {
  const leftMs = Math.min(...open.map(({ holdUntil }) => holdUntil.getTime() - now.getTime()));
  return ApplicationFailure.create({
    message: `${open[0]?.id}${open.length > 1 ? ` and ${open.length - 1} more` : ''} still await payment: ${
      leftMs > 0 ? `the hold goes on for ${Math.ceil(leftMs / 1_000)} s by the database's clock` : 'a payment has them'
    }`,
    nextRetryDelay: Math.max(1_000, leftMs),
  });
}
