import type { Id } from '../core/ids.js';
import type { TraceStep } from '../core/trace.js';
import { listSaleSteps } from '../deliveries/sql/trace.js';
import type { Context } from '../platform/context/context.js';
import { findSaleOfOrder } from './sql/sales.js';
import { listEarningSteps } from './sql/trace.js';

/**
 * The earnings of an order's sale, and their deliveries to partners' endpoints, for operators; empty without a credited
 * company.
 */
export async function traceEarnings(ctx: Context, orderId: Id<'order'>): Promise<TraceStep[]> {
  const sale = await findSaleOfOrder(ctx.sql, orderId);
  if (!sale) return [];
  return [...(await listEarningSteps(ctx.sql, sale.id)), ...(await listSaleSteps(ctx.sql, sale.id))];
}
