import type { NoticeKind } from '../../listings/rules/event-notice.js';
import type { Queryable, Transaction } from '../../platform/database/database.js';
import type { NoticeState } from '../notice-workflow.js';

export interface NoticeRow {
  id: string;
  eventId: string;
  kind: NoticeKind;
  state: NoticeState;
  /** Orders whose mail was queued. */
  told: number;
  changedAt: Date;
  endedAt: Date | null;
}

const columns = (sql: Queryable) => sql`id, event_id, kind, state, told, changed_at, ended_at`;

/** Adds a notice; one that is there stays as it is. */
export async function insertNotice(
  sql: Queryable,
  notice: { id: string; eventId: string; kind: NoticeKind; now: Date },
): Promise<void> {
  await sql`
    INSERT INTO event_notices (id, event_id, kind, changed_at)
    VALUES (${notice.id}, ${notice.eventId}, ${notice.kind}, ${notice.now}) ON CONFLICT (id) DO NOTHING`;
}

export async function findNotice(sql: Queryable, id: string): Promise<NoticeRow | null> {
  const [row] = await sql<NoticeRow[]>`SELECT ${columns(sql)} FROM event_notices WHERE id = ${id}`;
  return row ?? null;
}

/** Whether no later change of the event is to be told. */
export async function isNewest(sql: Queryable, notice: NoticeRow): Promise<boolean> {
  const [newest] = await sql<{ id: string }[]>`
    SELECT id FROM event_notices WHERE event_id = ${notice.eventId} ORDER BY number DESC LIMIT 1`;
  return newest?.id === notice.id;
}

/** Notices that are being told and are older than `before`, oldest first. */
export async function findUntoldNotices(sql: Queryable, before: Date, limit: number): Promise<NoticeRow[]> {
  return sql<NoticeRow[]>`
    SELECT ${columns(sql)} FROM event_notices WHERE state = 'telling' AND changed_at < ${before}
     ORDER BY changed_at LIMIT ${limit}`;
}

/** The newest notices first; of one event, if it is given. */
export async function listNoticeRows(sql: Queryable, eventId: string | null, limit: number): Promise<NoticeRow[]> {
  return sql<NoticeRow[]>`
    SELECT ${columns(sql)} FROM event_notices WHERE ${eventId}::text IS NULL OR event_id = ${eventId}
     ORDER BY number DESC LIMIT ${limit}`;
}

export async function addTold(tx: Transaction, id: string, orders: number): Promise<void> {
  await tx`UPDATE event_notices SET told = told + ${orders} WHERE id = ${id}`;
}

export async function endNoticeRow(
  sql: Queryable,
  id: string,
  { state, now }: { state: Exclude<NoticeState, 'telling'>; now: Date },
): Promise<void> {
  await sql`UPDATE event_notices SET state = ${state}, ended_at = ${now} WHERE id = ${id} AND state = 'telling'`;
}

/**
 * Orders, in order, that had tickets of the event when it changed and still have one that was not refunded; after this
 * one.
 */
export async function pageOrdersToTell(
  sql: Queryable,
  notice: NoticeRow,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await sql<{ orderId: string }[]>`
    SELECT DISTINCT order_id FROM tickets
     WHERE event_id = ${notice.eventId} AND order_id > ${after} AND state <> 'refunded' AND created_at <= ${notice.changedAt}
     ORDER BY order_id LIMIT ${limit}`;
  return rows.map(({ orderId }) => orderId);
}

/** Whether there is such an event. */
export async function hasEvent(sql: Queryable, eventId: string): Promise<boolean> {
  const rows = await sql`SELECT FROM events WHERE id = ${eventId}`;
  return rows.length === 1;
}
