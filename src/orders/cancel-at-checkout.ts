import type { Context } from '../platform/context/context.js';
import { releaseOrder } from './release-order.js';
import { findOrderIdByToken, lockOrder } from './sql/orders.js';

/**
 * The Cancel button of the payment page; an order that no longer awaits payment stays as it is. Returns whether it
 * exists.
 */
export async function cancelAtCheckout(ctx: Context, token: string): Promise<boolean> {
  const orderId = await findOrderIdByToken(ctx.sql, token);
  if (!orderId) return false;
  await ctx.sql.begin(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order?.status === 'awaiting_payment') await releaseOrder(tx, order, 'cancel', ctx.clock.now());
  });
  return true;
}
