import { randomUUID } from 'node:crypto';
import { toDecimal } from '../core/money.js';
import { noSuch } from '../core/problems.js';
import { findSale, findSaleOfOrder } from '../earnings/sql/sales.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { type RefundOutcome, refundIn } from './refund-order.js';

/**
 * Refunds some or all tickets of a sale for an operator; the earning is reversed in proportion.
 *
 * @param input.id of the sale, or of its order.
 * @param input.tickets default: all that are left.
 * @throws {ProblemError} `invalid_request` for an unknown sale, and for more tickets than remain.
 * @throws {OrderTransitionError} when it was refunded in full.
 */
export async function refundSale(ctx: Context, input: { id: string; tickets?: number }): Promise<RefundOutcome> {
  const sale = (await findSale(ctx.sql, input.id)) ?? (await findSaleOfOrder(ctx.sql, input.id));
  if (!sale) throw noSuch('sale', input.id);
  const { id: objectId, orderId, companyId } = sale;
  return ctx.sql.begin(async (tx) => {
    const refund = await refundIn(ctx, tx, { orderId, requestKey: `operator/${randomUUID()}`, tickets: input.tickets });
    if (!refund) throw noSuch('sale', input.id);
    const { refundId, tickets, amountMinor, currency } = refund;
    const details = { orderId, refundId, tickets, amount: toDecimal(amountMinor, currency), currency };
    await recordAction(ctx, tx, { action: 'sale.refund', objectId, companyId, details });
    return refund;
  });
}
