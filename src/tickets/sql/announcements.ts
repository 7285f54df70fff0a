import type { Id } from '../../core/ids.js';
import type { AnnouncementKind, EventFacts } from '../../listings/rules/event-announcement.js';
import { eventFacts } from '../../listings/sql/event-expressions.js';
import type { Queryable, Transaction } from '../../platform/database/database.js';
import { firstRow, firstValue } from '../../platform/database/rows.js';
import type { Overdue, OverduePage } from '../../platform/jobs/job.js';
import { overdueRows } from '../../platform/jobs/overdue-page.js';
import type { AnnouncementState } from '../announcement-workflow.js';

export interface AnnouncementRow {
  id: Id<'eventAnnouncement'>;
  eventId: Id<'event'>;
  kind: AnnouncementKind;
  state: AnnouncementState;
  queued: number;
  changedAt: Date;
  /** When the change has settled; null: buyers are notified at once. */
  announceAt: Date | null;
  endedAt: Date | null;
}

const columns = (sql: Queryable) => sql`id, event_id, kind, state, queued, changed_at, announce_at, ended_at`;

/** After this many settle periods, buyers are notified although the event still changes. */
const MOST_PERIODS = 6;

/** Buyers are notified once the event has not changed for `settleMs`, or has changed for six times as long. */
export async function insertAnnouncement(
  sql: Queryable,
  announcement: { id: string; eventId: Id<'event'>; kind: AnnouncementKind; now: Date; settleMs: number },
): Promise<void> {
  const { id, eventId, kind, now, settleMs } = announcement;
  const after = (ms: number) => new Date(now.getTime() + ms);
  await sql`
    INSERT INTO event_announcements (id, event_id, kind, changed_at, first_changed_at, announce_at)
    SELECT ${id}, ${eventId}, ${kind}, ${now}, coalesce(first, ${now}::timestamptz),
      least(${after(settleMs)}::timestamptz, first + (${after(MOST_PERIODS * settleMs)}::timestamptz - ${now}::timestamptz))
    FROM (SELECT max(first_changed_at) AS first FROM event_announcements
           WHERE event_id = ${eventId} AND state = 'sending' AND announce_at > ${now}) settling
    ON CONFLICT (id) DO NOTHING`;
}

export function findAnnouncement(sql: Queryable, id: string): Promise<AnnouncementRow | null> {
  return firstRow(sql<AnnouncementRow[]>`SELECT ${columns(sql)} FROM event_announcements WHERE id = ${id}`);
}

/** Whether buyers have no later announcement of the event to get. */
export async function isNewest(sql: Queryable, announcement: AnnouncementRow): Promise<boolean> {
  const [newest] = await sql<{ id: string }[]>`
    SELECT id FROM event_announcements WHERE event_id = ${announcement.eventId} ORDER BY number DESC LIMIT 1`;
  return newest?.id === announcement.id;
}

/** Announcements that are being sent and were recorded before an instant, by their keys. */
export async function findUnsentAnnouncements(sql: Queryable, page: OverduePage): Promise<Overdue[]> {
  const subject = sql`concat_ws('/', id, event_id, kind)`;
  return sql<Overdue[]>`
    SELECT ${subject} AS subject, changed_at AS since FROM event_announcements
     WHERE state = 'sending' AND ${overdueRows(sql, page, { since: sql`changed_at`, subject })}`;
}

/** The newest announcements first; of one event, if it is given. */
export async function listAnnouncementRows(
  sql: Queryable,
  eventId: Id<'event'> | null,
  limit: number,
): Promise<AnnouncementRow[]> {
  return sql<AnnouncementRow[]>`
    SELECT ${columns(sql)} FROM event_announcements WHERE ${eventId}::text IS NULL OR event_id = ${eventId}
     ORDER BY number DESC LIMIT ${limit}`;
}

export async function addQueued(tx: Transaction, id: string, orders: number): Promise<void> {
  await tx`UPDATE event_announcements SET queued = queued + ${orders} WHERE id = ${id}`;
}

export async function endAnnouncementRow(
  sql: Queryable,
  id: string,
  { state, now }: { state: Exclude<AnnouncementState, 'sending'>; now: Date },
): Promise<void> {
  await sql`UPDATE event_announcements SET state = ${state}, ended_at = ${now} WHERE id = ${id} AND state = 'sending'`;
}

/** How an event takes place now; null: there is no such event. */
export function findFacts(sql: Queryable, eventId: Id<'event'>): Promise<EventFacts | null> {
  return firstValue(sql<{ facts: EventFacts }[]>`
    SELECT ${eventFacts('e')} AS facts FROM events e WHERE id = ${eventId}`);
}

/**
 * Orders, in order, that have a ticket of the event that was not refunded, after this one, with the last announcement of
 * their buyers. If that is not known: orders that had tickets at the time of the change.
 */
export async function pageOrdersToNotify(
  sql: Queryable,
  announcement: AnnouncementRow,
  after: string,
  limit: number,
): Promise<{ orderId: Id<'order'>; announced: EventFacts | null }[]> {
  return sql`
    SELECT t.order_id, p.announced FROM tickets t LEFT JOIN order_pages p USING (order_id)
     WHERE t.event_id = ${announcement.eventId} AND t.order_id > ${after} AND t.state <> 'refunded'
       AND (p.announced IS NOT NULL OR t.created_at <= ${announcement.changedAt})
     GROUP BY t.order_id, p.announced ORDER BY t.order_id LIMIT ${limit}`;
}
