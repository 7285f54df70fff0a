import { randomUUID } from 'node:crypto';
import { advanceEventRefunds } from '../../../src/orders/event-refunds.js';
import { payOrder } from '../../../src/orders/pay-order.js';
import { createOrder } from '../../../src/orders/place-order.js';
import { openEventRefunds } from '../../../src/orders/sql/event-refunds.js';
import { type OpenTicket, openTickets } from '../../../src/tickets/open-tickets.js';
import type { TestContext } from '../context.js';
import type { Shop } from './build.js';

export interface Buyer {
  email: string;
  name: string;
}

export const ADA: Buyer = { email: 'ada@example.org', name: 'Ada Łovelace' };

/** An order that was paid; returns its id. */
export async function buyTickets(
  ctx: TestContext,
  shop: Shop,
  { quantity = 1, mode = 'live', buyer = ADA }: { quantity?: number; mode?: 'live' | 'test'; buyer?: Buyer } = {},
): Promise<string> {
  const live = mode === 'live';
  const { order } = await createOrder(ctx, {
    caller: shop[mode],
    idempotencyKey: randomUUID(),
    body: {
      event_id: live ? shop.eventId : shop.sampleId,
      ticket_type_id: live ? shop.ticketTypeId : shop.sampleTicketTypeId,
      quantity,
      buyer_email: buyer.email,
      buyer_name: buyer.name,
    },
  });
  await payOrder(ctx, { orderId: order.id, paymentReference: `pay_${order.id}` });
  return order.id;
}

export function ticketsOf(ctx: TestContext, orderId: string): Promise<OpenTicket[]> {
  return openTickets(ctx, ctx.sql, orderId);
}

/** Refunds the buyers of a cancelled event now, as its job does. */
export async function refundBuyers(ctx: TestContext, eventId: string): Promise<void> {
  const now = ctx.clock.now();
  await openEventRefunds(ctx.sql, { eventId, cancelledAt: now, dueAt: now });
  await ctx.sql`UPDATE event_refunds SET due_at = ${now} WHERE event_id = ${eventId}`;
  for (let after = ''; ; ) {
    const step = await advanceEventRefunds(ctx, { eventId, after });
    if (step.waitMs !== 0) return;
    after = step.after;
  }
}
