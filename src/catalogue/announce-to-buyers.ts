import { type Id, newId } from '../core/ids.js';
import { eventAnnouncementOf } from '../listings/compare-events.js';
import { announcementKey } from '../listings/rules/event-announcement.js';
import type { Transaction } from '../platform/database/database.js';
import { enqueue } from '../platform/outbox/messages.js';
import type { EventStateRow, EventWrite } from './sql/events.js';

/** Key of the outbox topic `event.refunds`, when an event is cancelled: the refunds are due from that instant on. */
function cancellationKey(eventId: Id<'event'>, cancelledAt: Date): string {
  return `${eventId}/${cancelledAt.toISOString()}`;
}

/** Announces an event's change in its transaction; a cancellation also starts refunds. @param sold events with sold tickets. */
export async function announceToBuyers(
  tx: Transaction,
  {
    before,
    after,
    sold,
  }: {
    before: ReadonlyMap<string, Omit<EventStateRow, 'statusBeforeSoldOut'>>;
    after: readonly EventWrite[];
    sold: ReadonlySet<string>;
  },
  now: Date,
): Promise<void> {
  const announced = after.flatMap((row) => {
    const was = sold.has(row.id) ? before.get(row.id) : undefined;
    const kind =
      was &&
      eventAnnouncementOf({ ...was, start: was.startsAt?.toISOString() ?? null }, { ...row, start: row.starts_at });
    return kind ? [{ id: newId('eventAnnouncement'), eventId: row.id, kind }] : [];
  });
  await enqueue(tx, 'event.announced', announced.map(announcementKey), now);
  const cancelled = announced.filter(({ kind }) => kind === 'cancelled');
  await enqueue(
    tx,
    'event.refunds',
    cancelled.map(({ eventId }) => cancellationKey(eventId, now)),
    now,
  );
}
