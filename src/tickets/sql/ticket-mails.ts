import type { Id } from '../../core/ids.js';
import type { TraceStep } from '../../core/trace.js';
import type { Fragment, Queryable, Transaction } from '../../platform/database/database.js';
import { recordset } from '../../platform/database/recordset.js';
import { countRows, firstNumber, firstRow, firstValue, isOneRow } from '../../platform/database/rows.js';
import type { Overdue, OverduePage } from '../../platform/jobs/job.js';
import { isUndelivered, type UndeliveredFilter, undeliveredMails } from '../../platform/mail/sql.js';
import type { MailState, UNDELIVERED_STATES } from '../../platform/mail/workflow.js';

/** `resend`: requested by the buyer. `corrected`: to another address. `returned`: an unusable payment goes back. */
export type TicketMailKind = 'tickets' | 'resend' | 'corrected' | 'refund' | 'event' | 'returned';

/** `refused`: by the mail server, for good. `dropped`: it has no recipient, or nothing to say any more. */
export type TicketMailState = MailState | 'dropped';

export interface TicketMailRow {
  id: string;
  orderId: Id<'order'>;
  kind: TicketMailKind;
  reasonKey: string;
  state: TicketMailState;
  attempts: number;
  inDoubt: boolean;
  /** Whether a worker is making the first attempt. */
  claimed: boolean;
  repeats: number;
  answer: number | null;
  createdAt: Date;
  endedAt: Date | null;
}

const columns = (sql: Queryable) =>
  sql`id, order_id, kind, reason_key, state, attempts, in_doubt, repeats, answer, created_at, ended_at,
    coalesce(claimed_until > clock_timestamp(), false) AS claimed`;

/** Adds mails, unless an order has one for that reason. @returns how many. */
export function insertTicketMails(
  tx: Transaction,
  mails: readonly { id: string; orderId: Id<'order'>; kind: TicketMailKind; reasonKey: string; createdAt: Date }[],
): Promise<number> {
  const columns = tx`id, order_id, kind, reason_key, created_at`;
  return countRows(tx`
    INSERT INTO ticket_mails (${columns})
    SELECT ${columns} FROM json_populate_recordset(NULL::ticket_mails, ${recordset(mails)}::text::json)
    ON CONFLICT (order_id, reason_key) DO NOTHING`);
}

/** The order's mails, oldest first. */
export async function listTicketMails(sql: Queryable, orderId: Id<'order'>): Promise<TicketMailRow[]> {
  return sql<TicketMailRow[]>`
    SELECT ${columns(sql)} FROM ticket_mails WHERE order_id = ${orderId} ORDER BY number`;
}

/** The order of a mail; null when there is no such mail. */
export function findOrderOfMail(sql: Queryable, id: string): Promise<string | null> {
  return firstValue(sql<{ orderId: Id<'order'> }[]>`SELECT order_id FROM ticket_mails WHERE id = ${id}`);
}

/** The order's oldest mail that is still to be sent. */
export function nextTicketMail(sql: Queryable, orderId: Id<'order'>): Promise<TicketMailRow | null> {
  return firstRow(sql<TicketMailRow[]>`
    SELECT ${columns(sql)} FROM ticket_mails WHERE order_id = ${orderId} AND state = 'queued'
     ORDER BY number LIMIT 1`);
}

/**
 * Notes that a mail is handed over now. Until its end is recorded, it is in doubt.
 *
 * @param claimSeconds no other attempt begins for this time.
 * @returns false when another attempt came first.
 */
export function beginAttempt(
  sql: Queryable,
  { id, attempts, inDoubt }: TicketMailRow,
  claimSeconds = 0,
): Promise<boolean> {
  return isOneRow(sql`
    UPDATE ticket_mails SET attempts = attempts + 1, in_doubt = true, repeats = repeats + ${inDoubt ? 1 : 0},
      claimed_until = clock_timestamp() + ${claimSeconds} * interval '1 second'
     WHERE id = ${id} AND state = 'queued' AND attempts = ${attempts}`);
}

/**
 * The attempt failed, and the mail server cannot have taken the mail: an earlier doubt stays, because a repeat does not
 * remove it. If another attempt has begun, its end is in doubt, and the doubt stays too.
 */
export async function endAttempt(
  sql: Queryable,
  { id, attempts, inDoubt }: TicketMailRow,
  answer: number | null,
): Promise<void> {
  await sql`
    UPDATE ticket_mails SET in_doubt = ${inDoubt}, repeats = repeats - ${inDoubt ? 1 : 0}, answer = ${answer}
     WHERE id = ${id} AND state = 'queued' AND attempts = ${attempts + 1}`;
}

/** The attempt that was claimed failed: others may follow. */
export async function releaseClaim(sql: Queryable, { id, attempts }: TicketMailRow): Promise<void> {
  await sql`UPDATE ticket_mails SET claimed_until = NULL WHERE id = ${id} AND state = 'queued' AND attempts <= ${attempts + 1}`;
}

export async function endTicketMail(
  sql: Queryable,
  id: string,
  end: { state: Exclude<TicketMailState, 'queued'>; answer?: number | null; now: Date },
): Promise<void> {
  await sql`
    UPDATE ticket_mails SET state = ${end.state}, in_doubt = false, answer = ${end.answer ?? null}, ended_at = ${end.now}
     WHERE id = ${id} AND state = 'queued'`;
}

/** Orders with a mail that was queued before an instant and that no attempt is sending. */
export async function findUnsentOrders(sql: Queryable, { before, after, limit }: OverduePage): Promise<Overdue[]> {
  return sql<Overdue[]>`
    SELECT order_id AS subject, min(created_at) AS since FROM ticket_mails
     WHERE state = 'queued' AND created_at < ${before} AND (claimed_until IS NULL OR claimed_until <= clock_timestamp())
     GROUP BY order_id ${after ? sql`HAVING (min(created_at), order_id) > (${after.since}, ${after.subject})` : sql``}
     ORDER BY 2, 1 LIMIT ${limit}`;
}

/** How often an order's tickets were requested again, whether a mail with them waits, and when the last one was queued. */
export async function findResends(
  sql: Queryable,
  orderId: Id<'order'>,
): Promise<{ asked: number; waiting: boolean; last: Date | null }> {
  const [row] = await sql<[{ asked: number; waiting: boolean; last: Date | null }]>`
    SELECT count(*) FILTER (WHERE kind = 'resend')::int AS asked, coalesce(bool_or(state = 'queued'), false) AS waiting, max(created_at) AS last
      FROM ticket_mails WHERE order_id = ${orderId} AND kind IN ('tickets', 'resend', 'corrected')`;
  return row;
}

/** Drops the mails that wait and would bring tickets; others report what happened, and stay. @returns how many went before. */
export async function dropWaitingTickets(tx: Transaction, orderId: Id<'order'>, now: Date): Promise<number> {
  await tx`
    UPDATE ticket_mails SET state = 'dropped', ended_at = ${now}
     WHERE order_id = ${orderId} AND state = 'queued' AND kind IN ('tickets', 'resend', 'corrected')`;
  return firstNumber(tx<{ mails: number }[]>`
    SELECT count(*)::int AS mails FROM ticket_mails WHERE order_id = ${orderId} AND kind = 'corrected'`);
}

/** The mails of an order, when they were queued and how they ended; to whom is not said. */
export function listTicketMailSteps(db: Queryable, orderId: Id<'order'>): Promise<TraceStep[]> {
  return db<TraceStep[]>`
    SELECT at, 'mail' AS what, id, detail FROM (
      SELECT number, created_at AS at, id, kind || ': queued' AS detail FROM ticket_mails WHERE order_id = ${orderId}
      UNION ALL
      SELECT number, ended_at, id, kind || ': ' || state || coalesce(', answer ' || answer, '') || ', attempts ' || attempts
        FROM ticket_mails WHERE order_id = ${orderId} AND ended_at IS NOT NULL
    ) story ORDER BY at, number`;
}

export interface UndeliveredMailRow {
  id: string;
  /** Null: a mail of the dashboard, whose content is gone once it has ended. */
  orderId: Id<'order'> | null;
  reason: string;
  state: (typeof UNDELIVERED_STATES)[number];
  /** Null: not counted for mails of the dashboard. */
  attempts: number | null;
  /** The server's last reply code; null: none was stored. */
  answer: number | null;
  createdAt: Date;
  endedAt: Date | null;
}

/** SQL: whether a later mail with the tickets replaced the mail `m`. */
const replaced = (db: Queryable): Fragment => db`EXISTS (
  SELECT FROM ticket_mails later WHERE later.order_id = m.order_id AND later.number > m.number
     AND later.kind IN ('resend', 'corrected') AND later.state IN ('queued', 'sent'))`;

/** Undelivered mails that no later mail replaced, the newest first. */
export async function listUndelivered(
  sql: Queryable,
  { limit, ...filter }: UndeliveredFilter & { limit: number },
): Promise<UndeliveredMailRow[]> {
  return sql<UndeliveredMailRow[]>`
    SELECT id, order_id, 'ticket_' || kind AS reason, state, attempts, answer, created_at, ended_at
      FROM ticket_mails m WHERE ${isUndelivered(sql, filter)} AND NOT ${replaced(sql)}
    UNION ALL
    ${undeliveredMails(sql, filter)}
    ORDER BY created_at DESC, id LIMIT ${limit}`;
}

/**
 * Queues mails to buyers again that were refused since, unless a later one with the tickets replaced them: the same mail
 * to the same address, with the same codes.
 *
 * @returns whose mails they are.
 */
export async function requeueRefused(tx: Transaction, since: Date, now: Date, limit: number): Promise<string[]> {
  const rows = await tx<{ orderId: Id<'order'> }[]>`
    UPDATE ticket_mails SET state = 'queued', ended_at = NULL, in_doubt = false, created_at = ${now}
     WHERE id = ANY (ARRAY(
       SELECT m.id FROM ticket_mails m
        WHERE m.state = 'refused' AND m.ended_at >= ${since} AND NOT ${replaced(tx)}
        ORDER BY m.ended_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))
    RETURNING order_id`;
  return [...new Set(rows.map(({ orderId }) => orderId))];
}
