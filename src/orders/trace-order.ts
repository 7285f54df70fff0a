import type { Id } from '../core/ids.js';
import { inOrder, type TraceStep } from '../core/trace.js';
import { traceEarnings } from '../earnings/trace-earnings.js';
import type { Context } from '../platform/context/context.js';
import { listWaitingMessages } from '../platform/outbox/messages.js';
import { listTicketMailSteps } from '../tickets/sql/ticket-mails.js';
import { type OrderForOperators, showOrder } from './get-order.js';
import { listOrderSteps, listOrdersOfRequest } from './sql/trace.js';

export interface OrderTrace {
  order: OrderForOperators;
  /** The sale that partners earn from; null: no company is credited. */
  saleId: Id<'sale'> | null;
  /** Oldest first. */
  steps: TraceStep[];
  /** Topics of the outbox that still hold a message of the order. */
  waiting: string[];
}

/** The ids of the orders that a request placed, at the time that its id carries. */
export function ordersOfRequest(ctx: Context, requestId: string, at: Date): Promise<string[]> {
  return listOrdersOfRequest(ctx.sql, requestId, at);
}

/** An order's holds, payment, refunds, disputes, earnings and mails. @throws {ProblemError} `invalid_request` if unknown. */
export async function traceOrder(ctx: Context, orderId: Id<'order'>): Promise<OrderTrace> {
  const order = await showOrder(ctx, orderId);
  const earnings = await traceEarnings(ctx, orderId);
  const steps = inOrder(
    await listOrderSteps(ctx.sql, orderId),
    earnings.steps,
    await listTicketMailSteps(ctx.sql, orderId),
  );
  return { order, saleId: earnings.saleId, steps, waiting: await listWaitingMessages(ctx.sql, orderId) };
}
