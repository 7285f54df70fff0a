import { lockEventTerms } from '../catalogue/sql/event-terms.js';
import type { Id } from '../core/ids.js';
import { endOf } from '../listings/rules/event-time.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { retryLater } from '../platform/jobs/count-failure.js';
import { enqueue, takeTraced } from '../platform/outbox/messages.js';
import { applyReversal } from './apply-reversal.js';
import { earningClock } from './rules/earnings.js';
import { listUnreversedSales, retimeEvent } from './sql/earnings.js';

const EVENTS_AT_ONCE = 20;
/** For all events of a transaction together: payments for each of them wait for it. */
const SALES_AT_ONCE = 100;
/** How many sales get another date in the time that one reversal takes. */
const MOVED_FOR_ONE = 10;

/**
 * Updates earnings after a change of their events: sales of a cancelled event are reversed, and approval dates of a
 * moved or postponed one change. A trigger queues the message in the transaction that changed the event. An event with
 * many sales takes several transactions; each queues the rest.
 *
 * @returns how many events were looked at; call again until it is 0.
 */
export async function followEvents(ctx: Context): Promise<{ events: number }> {
  return ctx.sql.begin(async (tx) => {
    const now = ctx.clock.now();
    const messages = new Map(
      (await takeTraced(tx, 'event.earnings', EVENTS_AT_ONCE)).map((message) => [message.key, message]),
    );
    let left = SALES_AT_ONCE;
    for (const [index, eventId] of [...messages.keys()].sort().entries()) {
      // Each has its part: a large event keeps no other waiting.
      const most = Math.ceil(left / (messages.size - index));
      try {
        left -= await tx.savepoint((part) => followEvent(part, eventId, now, most));
      } catch (error) {
        const { createdAt: since, attempts } = messages.get(eventId) ?? { createdAt: now, attempts: 0 };
        const failed = { subject: eventId, since, failures: attempts + 1, error };
        await retryLater(ctx, tx, { job: 'event-earnings', topic: 'event.earnings', ...failed });
        ctx.log.error({ eventId, err: error }, 'the earnings of a moved or cancelled event cannot be updated');
      }
    }
    return { events: messages.size };
  });
}

/** Reverses at most `most` sales of a cancelled event, or moves ten times as many; returns the equivalent number of reversals. */
async function followEvent(tx: Transaction, eventId: Id<'event'>, now: Date, most: number): Promise<number> {
  const event = await lockEventTerms(tx, eventId);
  if (!event) return 0;
  if (event.status !== 'cancelled') {
    const clock = earningClock(event.status === 'postponed' ? null : endOf(event), now);
    const moved = await retimeEvent(tx, eventId, clock, now, most * MOVED_FOR_ONE);
    if (moved === most * MOVED_FOR_ONE) await enqueue(tx, 'event.earnings', [eventId], now);
    return Math.ceil(moved / MOVED_FOR_ONE);
  }
  const saleIds = await listUnreversedSales(tx, eventId, most);
  for (const saleId of saleIds) await applyReversal(tx, { saleId, reason: 'event_cancelled' }, now);
  if (saleIds.length === most) await enqueue(tx, 'event.earnings', [eventId], now);
  return saleIds.length;
}
