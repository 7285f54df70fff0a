import type { Id } from '../../core/ids.js';
import type { EventFacts, NoticeKind } from '../../listings/rules/event-notice.js';
import { eventFacts } from '../../listings/sql/event-expressions.js';
import type { Queryable, Transaction } from '../../platform/database/database.js';
import type { Overdue, OverduePage } from '../../platform/jobs/job.js';
import { overdueRows } from '../../platform/jobs/overdue-page.js';
import type { NoticeState } from '../notice-workflow.js';

export interface NoticeRow {
  id: Id<'eventNotice'>;
  eventId: Id<'event'>;
  kind: NoticeKind;
  state: NoticeState;
  /** Orders whose mail was queued. */
  queued: number;
  changedAt: Date;
  /** When the change has settled; null: buyers are notified at once. */
  announceAt: Date | null;
  endedAt: Date | null;
}

const columns = (sql: Queryable) => sql`id, event_id, kind, state, queued, changed_at, announce_at, ended_at`;

/** After this many settle periods, buyers are notified although the event still changes. */
const MOST_PERIODS = 6;

/**
 * Adds a notice; an existing one is not changed. Buyers are notified once the event has not changed for `settleMs`, or
 * has changed for six times as long.
 */
export async function insertNotice(
  sql: Queryable,
  notice: { id: string; eventId: Id<'event'>; kind: NoticeKind; now: Date; settleMs: number },
): Promise<void> {
  const { id, eventId, kind, now, settleMs } = notice;
  const after = (ms: number) => new Date(now.getTime() + ms);
  await sql`
    INSERT INTO event_notices (id, event_id, kind, changed_at, first_changed_at, announce_at)
    SELECT ${id}, ${eventId}, ${kind}, ${now}, coalesce(first, ${now}::timestamptz),
      least(${after(settleMs)}::timestamptz, first + (${after(MOST_PERIODS * settleMs)}::timestamptz - ${now}::timestamptz))
    FROM (SELECT max(first_changed_at) AS first FROM event_notices
           WHERE event_id = ${eventId} AND state = 'sending' AND announce_at > ${now}) settling
    ON CONFLICT (id) DO NOTHING`;
}

export async function findNotice(sql: Queryable, id: string): Promise<NoticeRow | null> {
  const [row] = await sql<NoticeRow[]>`SELECT ${columns(sql)} FROM event_notices WHERE id = ${id}`;
  return row ?? null;
}

/** Whether buyers have no later notice of the event to get. */
export async function isNewest(sql: Queryable, notice: NoticeRow): Promise<boolean> {
  const [newest] = await sql<{ id: string }[]>`
    SELECT id FROM event_notices WHERE event_id = ${notice.eventId} ORDER BY number DESC LIMIT 1`;
  return newest?.id === notice.id;
}

/** Notices that are being sent and were recorded before an instant, by their keys. */
export async function findUnsentNotices(sql: Queryable, page: OverduePage): Promise<Overdue[]> {
  const subject = sql`concat_ws('/', id, event_id, kind)`;
  return sql<Overdue[]>`
    SELECT ${subject} AS subject, changed_at AS since FROM event_notices
     WHERE state = 'sending' AND ${overdueRows(sql, page, { since: sql`changed_at`, subject })}`;
}

/** The newest notices first; of one event, if it is given. */
export async function listNoticeRows(sql: Queryable, eventId: Id<'event'> | null, limit: number): Promise<NoticeRow[]> {
  return sql<NoticeRow[]>`
    SELECT ${columns(sql)} FROM event_notices WHERE ${eventId}::text IS NULL OR event_id = ${eventId}
     ORDER BY number DESC LIMIT ${limit}`;
}

export async function addQueued(tx: Transaction, id: string, orders: number): Promise<void> {
  await tx`UPDATE event_notices SET queued = queued + ${orders} WHERE id = ${id}`;
}

export async function endNoticeRow(
  sql: Queryable,
  id: string,
  { state, now }: { state: Exclude<NoticeState, 'sending'>; now: Date },
): Promise<void> {
  await sql`UPDATE event_notices SET state = ${state}, ended_at = ${now} WHERE id = ${id} AND state = 'sending'`;
}

/** How an event takes place now; null: there is no such event. */
export async function findFacts(sql: Queryable, eventId: Id<'event'>): Promise<EventFacts | null> {
  const [row] = await sql<{ facts: EventFacts }[]>`
    SELECT ${sql.unsafe(eventFacts('e'))} AS facts FROM events e WHERE id = ${eventId}`;
  return row?.facts ?? null;
}

/**
 * Orders, in order, that have a ticket of the event that was not refunded, after this one, with the last notice of
 * their buyers. If that is not known: orders that had tickets at the time of the change.
 */
export async function pageOrdersToNotify(
  sql: Queryable,
  notice: NoticeRow,
  after: string,
  limit: number,
): Promise<{ orderId: Id<'order'>; announced: EventFacts | null }[]> {
  return sql`
    SELECT t.order_id, p.announced FROM tickets t LEFT JOIN order_pages p USING (order_id)
     WHERE t.event_id = ${notice.eventId} AND t.order_id > ${after} AND t.state <> 'refunded'
       AND (p.announced IS NOT NULL OR t.created_at <= ${notice.changedAt})
     GROUP BY t.order_id, p.announced ORDER BY t.order_id LIMIT ${limit}`;
}
