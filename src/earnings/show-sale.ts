import { noSuch } from '../core/problems.js';
import type { Context } from '../platform/context/context.js';
import { listEarningsOfSale } from './sql/earnings.js';
import { type LedgerEntryRow, listEntriesOfSale } from './sql/ledger.js';
import { findSale, findSaleOfOrder, type SaleRow } from './sql/sales.js';
import { toEarning } from './to-earning.js';
import type { Earning } from './wire.js';

export interface SaleDetail {
  sale: SaleRow;
  /** The ledger, oldest first. */
  entries: LedgerEntryRow[];
  earnings: Earning[];
}

/**
 * One sale with its ledger and the partner's view of it, without the buyer.
 *
 * @param id of the sale, or of its order.
 * @throws {ProblemError} `invalid_request` for an unknown sale.
 */
export async function showSale(ctx: Context, id: string): Promise<SaleDetail> {
  const sale = (await findSale(ctx.sql, id)) ?? (await findSaleOfOrder(ctx.sql, id));
  if (!sale) throw noSuch('sale', id);
  const [entries, records] = await Promise.all([
    listEntriesOfSale(ctx.sql, sale.id),
    listEarningsOfSale(ctx.sql, sale.id),
  ]);
  return { sale, entries, earnings: records.map(toEarning) };
}
