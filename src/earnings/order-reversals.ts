import type { Id } from '../core/ids.js';
import type { Money } from '../core/money.js';
import type { Transaction } from '../platform/database/database.js';
import { applyReversal } from './apply-reversal.js';
import { recordAdjustment } from './record-adjustment.js';
import { earnedBy } from './rules/ledger.js';
import { sumEntriesOfSale } from './sql/ledger.js';
import { findSaleOfOrder, type SaleRow } from './sql/sales.js';

/** Part of a payment, in the order's currency. */
interface Kept {
  orderId: Id<'order'>;
  /** The amount that is neither refunded nor in a dispute that took the money. */
  kept: Money;
}

/**
 * Reverses the earning of an order because the buyer's bank took the payment back, in the caller's transaction, which
 * has locked the order.
 *
 * @param dispute.taken the amount that the bank took, in the order's currency.
 * @returns the amount taken from the partner, in the currency of the earning; 0 when nothing was left.
 */
export async function recordChargeback(
  tx: Transaction,
  { orderId, taken, kept }: Kept & { taken: Money },
  now: Date,
): Promise<number> {
  const sale = await findSaleOfOrder(tx, orderId);
  if (!sale) return 0;
  const input = { saleId: sale.id, reason: 'chargeback' as const, paid: taken };
  const reversed = await applyReversal(tx, input, now);
  return (await takeBackRestored(tx, sale, kept, now)) - (reversed?.commissionMinor ?? 0);
}

/**
 * Returns the amount of a chargeback to the partner, after the dispute was won. A reversed record is final, so this is
 * an adjustment of the same sale. Refunded tickets, and money taken by another dispute, earn nothing.
 *
 * @param chargeback.reversedMinor the amount taken, in the currency of the earning.
 */
export async function restoreChargeback(
  tx: Transaction,
  { orderId, kept, reversedMinor }: Kept & { reversedMinor: number },
  now: Date,
): Promise<void> {
  const sale = await findSaleOfOrder(tx, orderId);
  if (!sale) return;
  const missing = earnedBy(sale, kept.minor) - (await sumEntriesOfSale(tx, sale.id));
  const minor = Math.min(reversedMinor, missing);
  if (minor > 0) await adjust(tx, sale, minor, now);
}

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

/** The amount returned after a won dispute is reversed again when the buyer is refunded. @returns how much. */
async function takeBackRestored(tx: Transaction, sale: SaleRow, kept: Money, now: Date): Promise<number> {
  const excess = (await sumEntriesOfSale(tx, sale.id)) - earnedBy(sale, kept.minor);
  if (excess <= 0) return 0;
  await adjust(tx, sale, -excess, now);
  return excess;
}

async function adjust(tx: Transaction, sale: SaleRow, minor: number, now: Date): Promise<void> {
  const { companyId, currency } = sale;
  await recordAdjustment(tx, { companyId, amount: { minor, currency }, sale }, now);
}
