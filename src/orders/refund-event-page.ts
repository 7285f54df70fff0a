import type { Context } from '../platform/context/context.js';
import { refundIn } from './refund-order.js';
import { releaseOrder } from './release-order.js';
import { OrderTransitionError } from './rules/order-status.js';
import { lockRefundable } from './sql/event-refunds.js';
import { lockOrder, pageOfOpenOrders } from './sql/orders.js';

/** Orders in one page: a pause takes hold between two of them. */
const PAGE = 100;

export interface EventRefunds {
  /** Orders refunded (the rest of them). */
  refunded: number;
  /** Unpaid orders. */
  cancelled: number;
}

export interface EventRefundsPage extends EventRefunds {
  /** The last order of the page; null: there are no more. */
  after: string | null;
  /** The event is not cancelled, or its refunds are paused: the rest of the page was left alone. */
  stopped: boolean;
  /** Orders that could not be refunded, and the first reason. */
  failed: number;
  error?: unknown;
}

/**
 * Refunds the orders of a cancelled event after `after`, a page of them, each in a transaction of its own. One that fails
 * holds up no other.
 */
export async function refundPage(ctx: Context, eventId: string, after: string): Promise<EventRefundsPage> {
  const ids = await pageOfOpenOrders(ctx.sql, eventId, { after, limit: PAGE });
  const next = ids.length < PAGE ? null : (ids.at(-1) ?? null);
  const page: EventRefundsPage = { refunded: 0, cancelled: 0, failed: 0, after: next, stopped: false };
  for (const orderId of ids) {
    try {
      const result = await closeOrRefund(ctx, eventId, orderId);
      if (result === 'stopped') return { ...page, stopped: true };
      if (result) page[result] += 1;
    } catch (error) {
      ctx.log.error({ eventId, orderId, err: error }, 'an order of a cancelled event could not be refunded');
      page.failed += 1;
      page.error ??= error;
    }
  }
  return page;
}

async function closeOrRefund(
  ctx: Context,
  eventId: string,
  orderId: string,
): Promise<keyof EventRefunds | 'stopped' | null> {
  try {
    return await ctx.sql.begin(async (tx) => {
      const order = await lockOrder(tx, orderId);
      if (!order) return null;
      if (!(await lockRefundable(tx, eventId))) return 'stopped';
      if (order.status === 'awaiting_payment') {
        await releaseOrder(tx, order, 'cancel', ctx.clock.now());
        return 'cancelled';
      }
      return (await refundIn(ctx, tx, { orderId, requestKey: 'event-cancelled' })) ? 'refunded' : null;
    });
  } catch (error) {
    // It was refunded meanwhile, or the hold ended by itself.
    if (error instanceof OrderTransitionError) return null;
    throw error;
  }
}
