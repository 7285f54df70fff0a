import type { TicketCount } from '../catalogue/sql/stock.js';
import type { Id } from '../core/ids.js';
import { toDecimal } from '../core/money.js';
import { noSuch, ProblemError } from '../core/problems.js';
import type { Caller } from '../core/viewer.js';
import type { Context } from '../platform/context/context.js';
import { orderHoldsWorkflowId, orderHoldWorkflowId } from '../platform/temporal/workflow-ids.js';
import { findHolds, findOrder, type HoldRow, type OrderRow } from './sql/orders.js';
import type { Order } from './wire.js';

type OrderFields = Omit<
  OrderRow,
  'companyId' | 'holdUntil' | 'paymentReference' | 'refundedMinor' | 'refundedQuantity' | 'holdBatch' | 'lines'
> & { lines: readonly TicketCount[] };

/** An order as partners see it (contract: Order): `checkout_url` only while it awaits payment, never the buyer. */
export function toOrder(ctx: Context, order: OrderFields): Order {
  return {
    object: 'order',
    mode: order.mode,
    id: order.id,
    event_id: order.eventId,
    quantity: order.quantity,
    lines: order.lines.map(({ ticketTypeId, quantity }) => ({ ticket_type_id: ticketTypeId, quantity })),
    total: toDecimal(order.totalMinor, order.currency),
    currency: order.currency,
    status: order.status,
    sub_id: order.subId,
    ...(order.status === 'awaiting_payment' && {
      checkout_url: ctx.payments.of(order.mode).checkoutUrl(order.checkoutToken),
    }),
    expires_at: order.expiresAt.toISOString(),
    created_at: order.createdAt.toISOString(),
    test: order.mode === 'test',
    updated_at: order.updatedAt.toISOString(),
    version: order.version,
  };
}

/**
 * An order that the caller's company began in this mode (contract: GET /orders/{id}).
 *
 * @throws {ProblemError} 404 `order_not_found`, the same for unknown ids and for orders of other companies.
 */
export async function getOrder(ctx: Context, input: { caller: Caller; orderId: Id<'order'> }): Promise<Order> {
  const order = await findOrder(ctx.sql, input.caller, input.orderId);
  if (!order) throw new ProblemError('order_not_found');
  return toOrder(ctx, order);
}

export interface OrderForOperators extends HoldRow {
  /** The workflow that is, or was, the clock of the hold. */
  workflowId: string;
}

/** An order and its hold; nothing of the buyer. @throws {ProblemError} `invalid_request` for an unknown order. */
export async function showOrder(ctx: Context, orderId: Id<'order'>): Promise<OrderForOperators> {
  const [hold] = await findHolds(ctx.sql, [orderId]);
  if (!hold) throw noSuch('order', orderId);
  const { id, holdBatch, holdUntil } = hold;
  const suffix = ctx.config.temporal.queueSuffix;
  const workflowId = holdBatch === null ? orderHoldWorkflowId(id) : orderHoldsWorkflowId(holdUntil, holdBatch, suffix);
  return { ...hold, workflowId };
}
