import { noSuch } from '../core/problems.js';
import type { Context } from '../platform/context/context.js';
import { listEarningsOfSales } from './sql/earnings.js';
import { listEntriesOfSale } from './sql/ledger.js';
import { findSale, findSaleOfOrder } from './sql/sales.js';
import { toEarning } from './to-earning.js';

/**
 * One sale with its ledger, oldest first, and the partner's view of it, without the buyer.
 *
 * @param id of the sale, or of its order.
 * @throws {ProblemError} `invalid_request` for an unknown sale.
 */
export async function showSale(ctx: Context, id: string) {
  const sale = (await findSale(ctx.sql, id)) ?? (await findSaleOfOrder(ctx.sql, id));
  if (!sale) throw noSuch('sale', id);
  const [entries, records] = await Promise.all([
    listEntriesOfSale(ctx.sql, sale.id),
    listEarningsOfSales(ctx.sql, [sale.id]),
  ]);
  return { sale, entries, earnings: records.map(toEarning) };
}
