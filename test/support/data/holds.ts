import { randomUUID } from 'node:crypto';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import type { OrderStatus } from '../../../src/core/order-status.js';
import { endHolds } from '../../../src/orders/end-hold.js';
import { createOrder } from '../../../src/orders/place-order.js';
import { findHolds, type HoldRow } from '../../../src/orders/sql/orders.js';
import type { Order } from '../../../src/orders/wire.js';
import type { OrderHoldResult } from '../../../src/orders/workflow.js';
import type { Context } from '../../../src/platform/context/context.js';
import { queueName, type TemporalClient } from '../../../src/platform/temporal/client.js';
import { orderHoldWorkflowId } from '../../../src/platform/temporal/workflow-ids.js';
import type { TestContext } from '../context.js';
import type { Shop } from './build.js';

/** The services' Temporal client on the server of a test environment. */
export function temporalOf(environment: TestWorkflowEnvironment, ctx: TestContext): TemporalClient {
  return {
    client: environment.client,
    connection: environment.connection,
    queue: (queue) => queueName(ctx.config, queue),
    suffix: ctx.config.temporal.queueSuffix,
    call: (work) => work(),
    close: async () => {},
  };
}

/** An order for tickets of the shop's live event. */
export async function placeOrder(ctx: TestContext, shop: Shop, quantity = 1): Promise<Order> {
  const { order } = await createOrder(ctx, {
    caller: shop.live,
    idempotencyKey: randomUUID(),
    body: {
      event_id: shop.eventId,
      ticket_type_id: shop.ticketTypeId,
      quantity,
      buyer_email: 'ada@example.org',
      buyer_name: 'Ada',
    },
  });
  return order;
}

export async function holdOf(ctx: TestContext, orderId: string): Promise<HoldRow> {
  const [row] = await findHolds(ctx.sql, [orderId]);
  if (!row) throw new Error(`no order ${orderId}`);
  return row;
}

/** Ends the hold of an unpaid order, as at its end; @returns its new status; null for an unknown order. */
export async function expireOrder(ctx: Context, { orderId }: { orderId: string }): Promise<OrderStatus | null> {
  const [row] = await findHolds(ctx.sql, [orderId]);
  const now = ctx.clock.now();
  const clock = { now: () => (row && row.holdUntil > now ? row.holdUntil : now) };
  return (await endHolds({ ...ctx, clock }, [orderId]))[0]?.status ?? null;
}

/** The result of the order's workflow; on the time-skipping server, waiting lets time pass. */
export function holdResult(temporal: TemporalClient, orderId: string): Promise<OrderHoldResult> {
  return temporal.client.workflow.getHandle(orderHoldWorkflowId(orderId)).result();
}
