import { noSuch } from '../core/problems.js';
import type { Context } from '../platform/context/context.js';
import { findHolds } from './sql/orders.js';
import { type ListedRefund, listRefundsOfOrder } from './sql/refunds.js';

/**
 * The money that goes back for an order, oldest first, with the reason for each; nothing of the buyer.
 *
 * @throws {ProblemError} `invalid_request` for an unknown order.
 */
export async function listRefunds(ctx: Context, orderId: string): Promise<ListedRefund[]> {
  if ((await findHolds(ctx.sql, [orderId])).length === 0) throw noSuch('order', orderId);
  return listRefundsOfOrder(ctx.sql, orderId);
}
