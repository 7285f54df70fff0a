import type { Transaction } from '../platform/database/database.js';
import { applyReversal } from './apply-reversal.js';
import { recordAdjustment } from './record-adjustment.js';
import { sumAdjustmentsOfSale } from './sql/ledger.js';
import { findSaleOfOrder, type SaleRow } from './sql/sales.js';

/**
 * Reverses what an order earned, in the transaction that refunds it, before its ticket type is touched.
 *
 * @param refund.amountMinor given back to the buyer by this refund, in the order's currency.
 * @param refund.full whether the whole order is now refunded.
 */
export async function recordRefund(
  tx: Transaction,
  refund: { orderId: string; amountMinor: number; full: boolean },
  now: Date,
): Promise<void> {
  const sale = await findSaleOfOrder(tx, refund.orderId);
  if (!sale) return;
  await applyReversal(
    tx,
    { saleId: sale.id, reason: 'refund', ...(refund.full ? {} : { paidMinor: refund.amountMinor }) },
    now,
  );
  await takeBackRestored(tx, sale, refund, now);
}

/** What was given back after a dispute that was won goes with the buyer's money, in proportion. */
async function takeBackRestored(
  tx: Transaction,
  sale: SaleRow,
  refund: { amountMinor: number; full: boolean },
  now: Date,
): Promise<void> {
  const restored = await sumAdjustmentsOfSale(tx, sale.id);
  const share = refund.full ? restored : Math.floor((restored * refund.amountMinor) / Math.max(1, sale.paidMinor));
  if (share <= 0) return;
  const { companyId, currency } = sale;
  await recordAdjustment(tx, { companyId, currency, amountMinor: -share, sale }, now);
}
