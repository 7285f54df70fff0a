import type { Id } from '../core/ids.js';
import { isExact, toMinor } from '../core/money.js';
import { invalidField, noSuch } from '../core/problems.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { applyReversal } from './apply-reversal.js';
import type { ReversalReason } from './rules/earnings.js';
import { findSale } from './sql/sales.js';
import { toEarning } from './to-earning.js';
import type { Earning } from './wire.js';

/**
 * Reverses the reward of a sale for a reason other than a refund of its order (a chargeback, fraud, …); the order and
 * the buyer's money are not changed.
 *
 * @param input.amount of the buyer's money, as a decimal in the order's currency; absent: all that is left.
 * @returns the reversed record, or null when nothing was left to reverse.
 * @throws {ProblemError} `invalid_request` for an unknown sale, and an amount that is not positive or has too many
 * decimals for the order's currency.
 */
export async function reverseSale(
  ctx: Context,
  input: { saleId: Id<'sale'>; reason: ReversalReason; amount?: number },
): Promise<Earning | null> {
  const sale = await findSale(ctx.sql, input.saleId);
  if (!sale) throw noSuch('sale', input.saleId);
  const { saleId, reason, amount } = input;
  if (amount !== undefined && !isExact(amount, sale.orderCurrency)) {
    throw invalidField('amount', `${amount} has more digits than ${sale.orderCurrency}`);
  }
  const { orderCurrency: currency } = sale;
  const paid = amount === undefined ? undefined : { minor: toMinor(amount, currency), currency };
  if (paid && paid.minor <= 0) throw invalidField('amount', 'must be more than zero');
  const record = await ctx.sql.begin(async (tx) => {
    const reversed = await applyReversal(tx, { saleId, reason, paid }, ctx.clock.now());
    const details = { reason, amount: amount ?? null, earningId: reversed?.id ?? null };
    await recordAction(ctx, tx, { action: 'sale.reverse', objectId: saleId, companyId: sale.companyId, details });
    return reversed;
  });
  return record && toEarning(record);
}
