import type { Id } from '../core/ids.js';
import { inOrder, type TraceStep } from '../core/trace.js';
import { listEarningSteps } from '../earnings/sql/ledger.js';
import { findSaleOfOrder } from '../earnings/sql/sales.js';
import type { Context } from '../platform/context/context.js';
import { listWaitingMessages } from '../platform/outbox/messages.js';
import { listTicketMailSteps } from '../tickets/sql/ticket-mails.js';
import { type OrderForOperators, showOrder } from './get-order.js';
import { listOrderSteps } from './sql/trace.js';

export interface OrderTrace {
  order: OrderForOperators;
  /** The sale that partners earn from; null: no company is credited. */
  saleId: Id<'sale'> | null;
  /** Oldest first. */
  steps: TraceStep[];
  /** Topics of the outbox that still hold a message of the order. */
  waiting: string[];
}

/** An order's holds, payment, refunds, disputes, earnings and mails. @throws {ProblemError} `invalid_request` if unknown. */
export async function traceOrder(ctx: Context, orderId: Id<'order'>): Promise<OrderTrace> {
  const order = await showOrder(ctx, orderId);
  const sale = await findSaleOfOrder(ctx.sql, orderId);
  const steps = inOrder(
    await listOrderSteps(ctx.sql, orderId),
    sale ? await listEarningSteps(ctx.sql, sale.id) : [],
    await listTicketMailSteps(ctx.sql, orderId),
  );
  return { order, saleId: sale?.id ?? null, steps, waiting: await listWaitingMessages(ctx.sql, orderId) };
}
