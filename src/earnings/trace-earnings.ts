import type { Id } from '../core/ids.js';
import type { TraceStep } from '../core/trace.js';
import type { Context } from '../platform/context/context.js';
import { findSaleOfOrder } from './sql/sales.js';
import { listEarningSteps } from './sql/trace.js';

/** The earnings of an order's sale, for operators; no sale without a credited company. */
export async function traceEarnings(
  ctx: Context,
  orderId: Id<'order'>,
): Promise<{ saleId: Id<'sale'> | null; steps: TraceStep[] }> {
  const sale = await findSaleOfOrder(ctx.sql, orderId);
  if (!sale) return { saleId: null, steps: [] };
  return { saleId: sale.id, steps: await listEarningSteps(ctx.sql, sale.id) };
}
