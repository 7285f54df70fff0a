import { ProblemError } from '../core/problems.js';
import type { Caller } from '../core/viewer.js';
import type { Context } from '../platform/context/context.js';
import { presentOrder } from './present-order.js';
import { releaseOrder } from './release-order.js';
import { findOrder, lockOrder } from './sql/orders.js';
import type { Order } from './wire.js';

/**
 * Releases the tickets of an unpaid order early; cancelling a cancelled order again changes nothing.
 *
 * @throws {ProblemError} 404 `order_not_found`; 409 `order_not_open` when it does not await payment.
 */
export async function cancelOrder(ctx: Context, input: { caller: Caller; orderId: string }): Promise<Order> {
  const known = await findOrder(ctx.sql, input.caller, input.orderId);
  if (!known) throw new ProblemError('order_not_found');
  const order = await ctx.sql.begin(async (tx) => {
    const locked = (await lockOrder(tx, known.id)) ?? known;
    if (locked.status === 'cancelled') return locked;
    if (locked.status !== 'awaiting_payment') {
      throw new ProblemError('order_not_open', { detail: `The order is ${locked.status}; it cannot be cancelled.` });
    }
    return releaseOrder(tx, locked, 'cancel', ctx.clock.now());
  });
  return presentOrder(ctx, order);
}
