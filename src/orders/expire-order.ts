import type { Context } from '../platform/context/context.js';
import { releaseOrder } from './release-order.js';
import type { OrderStatus } from './rules/order-status.js';
import { lockOrder } from './sql/orders.js';

/**
 * Ends the hold of an order that still awaits payment; any other order stays as it is. Guarded only by the status: the
 * caller has waited for the end of the hold.
 *
 * @returns the status afterwards, or null for an order that does not exist.
 */
export async function expireOrder(ctx: Context, input: { orderId: string }): Promise<OrderStatus | null> {
  return ctx.sql.begin(async (tx) => {
    const order = await lockOrder(tx, input.orderId);
    if (!order) return null;
    if (order.status !== 'awaiting_payment') return order.status;
    return (await releaseOrder(tx, order, 'expire', ctx.clock.now())).status;
  });
}
