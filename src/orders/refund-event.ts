import { findEventStatus } from '../catalogue/sql/events.js';
import { conflict, noSuch } from '../core/problems.js';
import { followEvents } from '../earnings/follow-events.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { enqueue } from '../platform/outbox/messages.js';
import { type EventRefunds, refundPage } from './refund-event-page.js';
import { findEventRefunds } from './sql/event-refunds.js';

/**
 * Refunds every buyer of a cancelled event now and cancels unpaid orders, for an operator. Each order has its own
 * transaction and refund workflow: after a crash, call it again, and nobody is refunded twice.
 *
 * @param options.onProgress called after each page.
 * @throws {ProblemError} `invalid_request` for an unknown event, and one that is not cancelled, or whose refunds are paused.
 */
export async function refundEvent(
  ctx: Context,
  eventId: string,
  options: { onProgress?: (soFar: EventRefunds) => void } = {},
): Promise<EventRefunds> {
  const status = await findEventStatus(ctx.sql, eventId);
  if (status === null) throw noSuch('event', eventId);
  if (status !== 'cancelled') throw conflict('event', `${eventId} is ${status}: cancel it first`);
  await refusePaused(ctx, eventId);
  await ctx.sql.begin((tx) => recordAction(ctx, tx, { action: 'event.refund', objectId: eventId }));
  // Reverse first, so that partners read `event_cancelled` as the reason, not the refund.
  while ((await followEvents(ctx)).events > 0);
  const done: EventRefunds = { refunded: 0, cancelled: 0 };
  for (let after = ''; ; ) {
    const page = await refundPage(ctx, eventId, after);
    done.refunded += page.refunded;
    done.cancelled += page.cancelled;
    options.onProgress?.(done);
    if (page.error !== undefined) throw page.error;
    if (page.stopped) await refusePaused(ctx, eventId);
    if (page.stopped) throw conflict('event', `${eventId} is no longer cancelled`);
    if (page.after === null) break;
    after = page.after;
  }
  // Its workflow finds that nobody is left, and ends.
  await enqueue(ctx.sql, 'event.refunds', [eventId], ctx.clock.now());
  return done;
}

async function refusePaused(ctx: Context, eventId: string): Promise<void> {
  const refunds = await findEventRefunds(ctx.sql, eventId);
  if (refunds?.pausedBy) {
    throw conflict('event', `the refunds of ${eventId} are paused by ${refunds.pausedBy}: resume them first`);
  }
}
