import type { Context } from '../platform/context/context.js';
import { type ListedRefund, listRefundsOfOrder } from './sql/refunds.js';

/**
 * The money that goes back for an order, oldest first, with the reason for each; nothing of the buyer. Empty when there
 * are none, and for an unknown order.
 */
export function listRefunds(ctx: Context, orderId: string): Promise<ListedRefund[]> {
  return listRefundsOfOrder(ctx.sql, orderId);
}
