import { earningClock } from '../../domain/earnings.js';
import { endOf } from '../../domain/event-time.js';
import type { Transaction } from '../../store/database.js';
import { listUnreversedSales, retimeEvent } from '../../store/earnings.js';
import { enqueue, takeMessages } from '../../store/outbox.js';
import { lockEventTerms } from '../../store/sales.js';
import type { Context } from '../context.js';
import { applyReversal } from './apply-reversal.js';

const EVENTS_AT_ONCE = 20;
const SALES_AT_ONCE = 100;

/**
 * Lets earnings follow what happened to their events: a cancelled event's sales are reversed, a moved or postponed one's
 * clock is set anew. The word is left by the database in the transaction that changed the event; an event with many
 * sales is finished in several transactions, each of which leaves word of the rest.
 *
 * @returns how many events were looked at; call again until it is 0.
 */
export async function followEvents(ctx: Context): Promise<{ events: number }> {
  return ctx.sql.begin(async (tx) => {
    const now = ctx.clock.now();
    const eventIds = [...new Set(await takeMessages(tx, 'event.earnings', EVENTS_AT_ONCE))].sort();
    for (const eventId of eventIds) await followEvent(tx, eventId, now);
    return { events: eventIds.length };
  });
}

async function followEvent(tx: Transaction, eventId: string, now: Date): Promise<void> {
  const event = await lockEventTerms(tx, eventId);
  if (!event) return;
  if (event.status !== 'cancelled') {
    await retimeEvent(tx, eventId, earningClock(event.status === 'postponed' ? null : endOf(event), now), now);
    return;
  }
  const saleIds = await listUnreversedSales(tx, eventId, SALES_AT_ONCE);
  for (const saleId of saleIds) await applyReversal(tx, { saleId, reason: 'event_cancelled' }, now);
  if (saleIds.length === SALES_AT_ONCE) await enqueue(tx, 'event.earnings', [eventId], now);
}
