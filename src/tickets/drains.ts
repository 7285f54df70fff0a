import { setTimeout as pause } from 'node:timers/promises';
import { readNoticeKey } from '../listings/rules/event-notice.js';
import type { Context } from '../platform/context/context.js';
import type { Drain } from '../platform/outbox/drain.js';
import { createDrain } from '../platform/outbox/drain-messages.js';
import type { TemporalClient } from '../platform/temporal/client.js';
import { sendFirstMail } from './send-ticket-mail.js';
import { findNotice, insertNotice } from './sql/notices.js';
import { findDeliveries } from './sql/ticket-orders.js';
import { startEventNotice } from './start-event-notice.js';
import { announceTicketMail } from './start-ticket-delivery.js';

/** The outbox topics of tickets. */
export function createTicketDrains(ctx: Context, temporal: TemporalClient): Drain[] {
  return [queuedMails(ctx, temporal), noticedEvents(ctx, temporal)];
}

/** Mails sent at the same time, of so many that a batch takes: each draws its tickets, and talks to the mail server. */
const AT_ONCE = 8;
const BATCH = 40;
/** What takes longer goes on beside the next batches, up to so many; meanwhile workflows send the others. */
const SLOW_MS = 2_000;
const MOST_SLOW = 20;
/** How long a worker that ends waits for those, before it hangs up on the mail server: it has 25 seconds in all. */
const SETTLE_MS = 10_000;

/**
 * The first attempt of each mail is made here, as a workflow costs more than the mail. An order gets its workflow, or the
 * one that runs gets a signal, where that failed or another mail waits.
 */
function queuedMails(ctx: Context, temporal: TemporalClient): Drain {
  const slow = new Set<Promise<void>>();
  const ending = new AbortController();
  const leave = async (orderId: string) => {
    const [order] = await findDeliveries(ctx.sql, [orderId]);
    if (order) await announceTicketMail(temporal, order);
  };
  const send = async (orderId: string) => {
    if ((await sendFirstMail(ctx, orderId, ending.signal)) !== 'ended') await leave(orderId);
  };
  const prepare = async () => async (orderId: string) => {
    if (slow.size >= MOST_SLOW) return leave(orderId);
    const sending = send(orderId);
    const isSlow = await Promise.race([sending.then(() => false), pause(SLOW_MS, true, { ref: false })]);
    if (!isSlow) return;
    // What it leaves undone, the sweeper finds.
    const rest = sending.catch((err) =>
      ctx.foldedLog.log('warn', 'ticket-mail', { orderId, err }, 'a slow mail failed'),
    );
    slow.add(rest);
    void rest.finally(() => slow.delete(rest));
  };
  const drain = createDrain(ctx, { topic: 'tickets.mail', batch: BATCH, atOnce: AT_ONCE, prepare });
  return {
    ...drain,
    // What is cut off then gets its workflow, which another worker runs.
    async settle() {
      await Promise.race([Promise.all(slow), pause(SETTLE_MS, null, { ref: false })]);
      ending.abort();
      await Promise.all(slow);
    },
  };
}

/** Records each change that buyers are notified of, and starts notifying them once it has settled. */
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
  // One after the other: of two changes of an event the later one is sent.
  return createDrain(ctx, { topic: 'event.noticed', atOnce: 1, prepare });
}
