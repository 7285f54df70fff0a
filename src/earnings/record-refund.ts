import type { Money } from '../core/money.js';
import type { Transaction } from '../platform/database/database.js';
import { applyReversal } from './apply-reversal.js';
import { type Kept, takeBackRestored } from './chargeback.js';
import { findSaleOfOrder } from './sql/sales.js';

/**
 * Reverses the earning of an order, in the transaction that refunds it, before its ticket type is touched.
 *
 * @param refund.amount given back to the buyer by this refund, in the order's currency.
 * @param refund.full whether the whole order is now refunded.
 */
export async function recordRefund(
  tx: Transaction,
  { orderId, amount, kept, full }: Kept & { amount: Money; full: boolean },
  now: Date,
): Promise<void> {
  const sale = await findSaleOfOrder(tx, orderId);
  if (!sale) return;
  await applyReversal(tx, { saleId: sale.id, reason: 'refund', ...(full ? {} : { paid: amount }) }, now);
  await takeBackRestored(tx, sale, kept, now);
}
