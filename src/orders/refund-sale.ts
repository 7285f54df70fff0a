import { randomUUID } from 'node:crypto';
import { toDecimal } from '../core/money.js';
import { UnknownSaleError } from '../earnings/reverse-sale.js';
import { findSale, findSaleOfOrder } from '../earnings/sql/sales.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { type RefundOutcome, refundIn } from './refund-order.js';

/**
 * An operator gives the buyer of a sale the money of some or all tickets back; the earning follows.
 *
 * @param input.id of the sale, or of its order.
 * @param input.tickets all that are left when absent.
 * @throws {UnknownSaleError} when there is no such sale.
 * @throws {OrderTransitionError} when it was refunded in full.
 * @throws {RangeError} when more tickets are named than remain.
 */
export async function refundSale(ctx: Context, input: { id: string; tickets?: number }): Promise<RefundOutcome> {
  const sale = (await findSale(ctx.sql, input.id)) ?? (await findSaleOfOrder(ctx.sql, input.id));
  if (!sale) throw new UnknownSaleError(input.id);
  const { id: objectId, orderId, companyId } = sale;
  return ctx.sql.begin(async (tx) => {
    const refund = await refundIn(ctx, tx, { orderId, requestKey: `operator/${randomUUID()}`, tickets: input.tickets });
    if (!refund) throw new UnknownSaleError(input.id);
    const { refundId, tickets, amountMinor, currency } = refund;
    const details = { orderId, refundId, tickets, amount: toDecimal(amountMinor, currency), currency };
    await recordAction(ctx, tx, { action: 'sale.refund', objectId, companyId, details });
    return refund;
  });
}
