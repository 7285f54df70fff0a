import type { Id } from '../../core/ids.js';
import type { EventStatus } from '../../core/wire/event.js';
import type { Queryable, Transaction } from '../../platform/database/database.js';
import { columnValues, firstRow, firstValue, isOneRow } from '../../platform/database/rows.js';
import type { Overdue, OverduePage } from '../../platform/jobs/job.js';
import { overdueRows } from '../../platform/jobs/overdue-page.js';

export interface EventRefundsRow {
  eventId: Id<'event'>;
  eventName: string;
  eventStatus: EventStatus;
  state: 'open' | 'refunded' | 'reinstated';
  cancelledAt: Date;
  dueAt: Date;
  pausedAt: Date | null;
  pausedBy: string | null;
  endedAt: Date | null;
}

const columns = (sql: Queryable) => sql`
  r.event_id, e.name AS event_name, e.status AS event_status, r.state, r.cancelled_at, r.due_at, r.paused_at, r.paused_by, r.ended_at`;

/** Opens the refunds of an event. Open refunds are not changed. Ended refunds begin again with a later cancellation. */
export async function openEventRefunds(
  sql: Queryable,
  { eventId, cancelledAt, dueAt }: { eventId: Id<'event'>; cancelledAt: Date; dueAt: Date },
): Promise<void> {
  await sql`
    INSERT INTO event_refunds AS r (event_id, cancelled_at, due_at) VALUES (${eventId}, ${cancelledAt}, ${dueAt})
    ON CONFLICT (event_id) DO UPDATE
      SET state = 'open', cancelled_at = excluded.cancelled_at, due_at = excluded.due_at, paused_at = NULL, paused_by = NULL, ended_at = NULL
    WHERE r.state <> 'open' AND r.cancelled_at < excluded.cancelled_at`;
}

export function findEventRefunds(sql: Queryable, eventId: Id<'event'>): Promise<EventRefundsRow | null> {
  return firstRow(sql<EventRefundsRow[]>`
    SELECT ${columns(sql)} FROM event_refunds r JOIN events e ON e.id = r.event_id WHERE r.event_id = ${eventId}`);
}

/** The open ones, the soonest due first, then the last ended one. */
export async function listEventRefundRows(sql: Queryable, limit: number): Promise<EventRefundsRow[]> {
  return sql<EventRefundsRow[]>`
    SELECT ${columns(sql)} FROM event_refunds r JOIN events e ON e.id = r.event_id
    ORDER BY r.state = 'open' DESC, r.ended_at DESC, r.due_at LIMIT ${limit}`;
}

/** Locks whether buyers may be refunded: the event is cancelled and its refunds are not paused. */
export async function lockRefundable(tx: Transaction, eventId: Id<'event'>): Promise<boolean> {
  // The event first, as every payment and every change of an event does.
  const [event] = await tx<{ status: EventStatus }[]>`
    SELECT status FROM events WHERE id = ${eventId} FOR NO KEY UPDATE`;
  const [row] = await tx<{ pausedAt: Date | null }[]>`
    SELECT paused_at FROM event_refunds WHERE event_id = ${eventId} FOR SHARE`;
  return event?.status === 'cancelled' && !row?.pausedAt;
}

/** Orders with a refund to come because the event is cancelled, and refunded orders. */
export async function countEventRefunds(
  sql: Queryable,
  eventId: Id<'event'>,
): Promise<{ waiting: number; refunded: number }> {
  const [row] = await sql<{ waiting: number; refunded: number }[]>`
    SELECT count(*) FILTER (WHERE r.id IS NULL)::int AS waiting, count(r.id)::int AS refunded
    FROM orders o LEFT JOIN refunds r ON r.order_id = o.id AND r.request_key = 'event-cancelled'
    WHERE o.event_id = ${eventId}
      AND (r.id IS NOT NULL OR (o.status IN ('paid', 'test', 'partially_refunded') AND o.payment_reference IS NOT NULL))`;
  return row ?? { waiting: 0, refunded: 0 };
}

/** Locks the refunds of an event, so that they cannot end or change. @returns their state; null: the event has none. */
export function lockEventRefunds(tx: Transaction, eventId: Id<'event'>): Promise<EventRefundsRow['state'] | null> {
  return firstValue(tx<Pick<EventRefundsRow, 'state'>[]>`
    SELECT state FROM event_refunds WHERE event_id = ${eventId} FOR UPDATE`);
}

/** @returns whether they were not paused before. */
export function pauseRow(tx: Transaction, eventId: Id<'event'>, by: string, now: Date): Promise<boolean> {
  return isOneRow(tx`
    UPDATE event_refunds SET paused_at = ${now}, paused_by = ${by} WHERE event_id = ${eventId} AND paused_at IS NULL`);
}

/** Ends a pause. @param dueAt the refunds start then, if they would start later. @returns whether this changed anything. */
export function resumeRow(tx: Transaction, eventId: Id<'event'>, dueAt: Date | null): Promise<boolean> {
  return isOneRow(tx`
    UPDATE event_refunds SET paused_at = NULL, paused_by = NULL, due_at = least(due_at, ${dueAt}::timestamptz)
    WHERE event_id = ${eventId} AND (paused_at IS NOT NULL OR due_at > ${dueAt}::timestamptz)`);
}

export async function endEventRefunds(
  sql: Queryable,
  eventId: Id<'event'>,
  { state, now }: { state: 'refunded' | 'reinstated'; now: Date },
): Promise<void> {
  await sql`
    UPDATE event_refunds SET state = ${state}, ended_at = ${now}, paused_at = NULL, paused_by = NULL
    WHERE event_id = ${eventId} AND state = 'open'`;
}

/** Events that were cancelled before an instant, with refunds that are open and not paused. */
export async function findOpenEventRefunds(sql: Queryable, page: OverduePage): Promise<Overdue[]> {
  return sql<Overdue[]>`
    SELECT event_id AS subject, cancelled_at AS since FROM event_refunds
     WHERE state = 'open' AND paused_at IS NULL
       AND ${overdueRows(sql, page, { since: sql`cancelled_at`, subject: sql`event_id` })}`;
}

export function findOpenOf(sql: Queryable, eventIds: readonly Id<'event'>[]): Promise<string[]> {
  return columnValues(sql<{ eventId: Id<'event'> }[]>`
    SELECT event_id FROM event_refunds WHERE event_id = ANY (${eventIds as string[]}::text[]) AND state = 'open'`);
}

/** Events whose refunds are due and not paused. */
export function findEventsToRefund(sql: Queryable, now: Date): Promise<string[]> {
  return columnValues(sql<{ eventId: Id<'event'> }[]>`
    SELECT event_id FROM event_refunds WHERE state = 'open' AND paused_at IS NULL AND due_at <= ${now} ORDER BY due_at`);
}
