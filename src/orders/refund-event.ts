import { findEventStatus } from '../catalogue/sql/events.js';
import { ProblemError } from '../core/problems.js';
import { followEvents } from '../earnings/follow-events.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { refundOrder } from './refund-order.js';
import { releaseOrder } from './release-order.js';
import { OrderTransitionError } from './rules/order-status.js';
import { lockOrder, pageOfOpenOrders } from './sql/orders.js';

/** Orders between two progress reports. */
const PAGE = 200;

export interface EventRefunds {
  /** Orders refunded (the rest of them). */
  refunded: number;
  /** Unpaid orders. */
  cancelled: number;
}

/**
 * Refunds every buyer of a cancelled event and cancels unpaid orders. Each order has its own transaction and refund
 * workflow: after a crash, call it again, and nobody is refunded twice.
 *
 * @param options.onProgress called after each page.
 * @throws {ProblemError} `event_not_found`.
 * @throws {RangeError} for an event that is not cancelled.
 */
export async function refundEvent(
  ctx: Context,
  eventId: string,
  options: { onProgress?: (soFar: EventRefunds) => void } = {},
): Promise<EventRefunds> {
  const status = await findEventStatus(ctx.sql, eventId);
  if (status === null) throw new ProblemError('event_not_found', { detail: `There is no event ${eventId}.` });
  if (status !== 'cancelled') throw new RangeError(`${eventId} is ${status}: cancel it first`);
  await ctx.sql.begin((tx) => recordAction(ctx, tx, { action: 'event.refund', objectId: eventId }));
  // Reverse first, so that partners read `event_cancelled` as the reason, not the refund.
  while ((await followEvents(ctx)).events > 0);
  const done: EventRefunds = { refunded: 0, cancelled: 0 };
  for (let after = ''; ; ) {
    const ids = await pageOfOpenOrders(ctx.sql, eventId, { after, limit: PAGE });
    for (const id of ids) {
      const what = await closeOrRefund(ctx, id);
      if (what) done[what] += 1;
    }
    options.onProgress?.(done);
    const last = ids.at(-1);
    if (last === undefined || ids.length < PAGE) return done;
    after = last;
  }
}

async function closeOrRefund(ctx: Context, orderId: string): Promise<keyof EventRefunds | null> {
  const released = await ctx.sql.begin(async (tx) => {
    const locked = await lockOrder(tx, orderId);
    if (locked?.status !== 'awaiting_payment') return false;
    await releaseOrder(tx, locked, 'cancel', ctx.clock.now());
    return true;
  });
  return released ? 'cancelled' : refund(ctx, orderId);
}

async function refund(ctx: Context, orderId: string): Promise<'refunded' | null> {
  try {
    return (await refundOrder(ctx, { orderId, requestKey: 'event-cancelled' })) ? 'refunded' : null;
  } catch (error) {
    // It was refunded meanwhile, or the hold ended by itself.
    if (error instanceof OrderTransitionError) return null;
    throw error;
  }
}
