import { ProblemError } from '../core/problems.js';
import type { Caller } from '../core/viewer.js';
import type { Context } from '../platform/context/context.js';
import { presentOrder } from './present-order.js';
import { findOrder } from './sql/orders.js';
import type { Order } from './wire.js';

/**
 * An order that the caller's company began in this mode (contract: GET /orders/{id}).
 *
 * @throws {ProblemError} 404 `order_not_found`, the same for unknown ids and those of others.
 */
export async function getOrder(ctx: Context, input: { caller: Caller; orderId: string }): Promise<Order> {
  const order = await findOrder(ctx.sql, input.caller, input.orderId);
  if (!order) throw new ProblemError('order_not_found');
  return presentOrder(ctx, order);
}
