import type { Transaction } from '../platform/database/database.js';
import { applyReversal } from './apply-reversal.js';
import { recordAdjustment } from './record-adjustment.js';
import { findSaleOfOrder } from './sql/sales.js';

/**
 * Reverses what an order earned because the buyer's bank took the payment back, in the caller's transaction, which has locked the order.
 *
 * @param dispute.amountMinor what the bank took, in the order's currency.
 * @returns what was taken from the partner, in the currency of the earning; 0 when nothing was left.
 */
export async function recordChargeback(
  tx: Transaction,
  dispute: { orderId: string; amountMinor: number },
  now: Date,
): Promise<number> {
  const sale = await findSaleOfOrder(tx, dispute.orderId);
  if (!sale) return 0;
  const input = { saleId: sale.id, reason: 'chargeback' as const, paidMinor: dispute.amountMinor };
  const reversed = await applyReversal(tx, input, now);
  return reversed ? -reversed.commissionMinor : 0;
}

/**
 * Gives the partner back what a chargeback took, after the dispute was won. A reversed record never becomes anything else, so it is an
 * adjustment of the same sale; `recordRefund` takes it back if the order is refunded later.
 */
export async function restoreChargeback(
  tx: Transaction,
  { orderId, amountMinor }: { orderId: string; amountMinor: number },
  now: Date,
): Promise<void> {
  const sale = await findSaleOfOrder(tx, orderId);
  if (!sale) return;
  const { companyId, currency } = sale;
  await recordAdjustment(tx, { companyId, currency, amountMinor, sale }, now);
}
