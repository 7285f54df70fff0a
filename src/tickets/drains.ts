import { readNoticeKey } from '../listings/rules/event-notice.js';
import type { Context } from '../platform/context/context.js';
import type { Drain } from '../platform/outbox/drain.js';
import { createDrain } from '../platform/outbox/drain-messages.js';
import type { TemporalClient } from '../platform/temporal/client.js';
import { findNotice, insertNotice } from './sql/notices.js';
import { findDeliveries } from './sql/ticket-orders.js';
import { startEventNotice } from './start-event-notice.js';
import { announceTicketMail } from './start-ticket-delivery.js';

/** The outbox topics of tickets. */
export function createTicketDrains(ctx: Context, temporal: TemporalClient): Drain[] {
  return [queuedMails(ctx, temporal), noticedEvents(ctx, temporal)];
}

/** Each order with a new mail gets its workflow, or the one that runs is told. */
function queuedMails(ctx: Context, temporal: TemporalClient): Drain {
  const prepare = async (keys: string[]) => {
    const orders = new Map((await findDeliveries(ctx.sql, keys)).map((row) => [row.id, row]));
    return async (key: string) => {
      const order = orders.get(key);
      if (order) await announceTicketMail(temporal, order);
    };
  };
  return createDrain(ctx, { topic: 'tickets.mail', prepare });
}

/** Writes each change down that buyers are told of, and starts telling them once it has settled. */
function noticedEvents(ctx: Context, temporal: TemporalClient): Drain {
  const prepare = async () => async (key: string) => {
    const { id, eventId, kind } = readNoticeKey(key);
    await insertNotice(ctx.sql, {
      ...{ id, eventId, kind, now: ctx.clock.now() },
      // A cancellation is for good, so there is nothing to wait for.
      settleMs: kind === 'cancelled' ? 0 : ctx.config.announceChangesAfterMs,
    });
    const notice = await findNotice(ctx.sql, id);
    if (notice?.state === 'telling') await startEventNotice(temporal, notice);
  };
  // One after the other: of two changes of an event the later one is told.
  return createDrain(ctx, { topic: 'event.noticed', atOnce: 1, prepare });
}
