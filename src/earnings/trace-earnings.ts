import type { Id } from '../core/ids.js';
import type { TraceStep } from '../core/trace.js';
import { listSaleSteps } from '../deliveries/sql/trace.js';
import type { Context } from '../platform/context/context.js';
import { findSaleOfOrder } from './sql/sales.js';
import { listEarningSteps } from './sql/trace.js';

/** What the sale of an order has earned, and what partners' endpoints were sent of it, for operators; none where nobody is credited. */
export async function traceEarnings(ctx: Context, orderId: Id<'order'>): Promise<TraceStep[]> {
  const sale = await findSaleOfOrder(ctx.sql, orderId);
  if (!sale) return [];
  return [...(await listEarningSteps(ctx.sql, sale.id)), ...(await listSaleSteps(ctx.sql, sale.id))];
}
