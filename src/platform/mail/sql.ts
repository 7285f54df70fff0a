import type { Id } from '../../core/ids.js';
import type { Fragment, Queryable, Transaction } from '../database/database.js';
import { countRows, firstRow, isOneRow } from '../database/rows.js';
import type { Overdue, OverduePage } from '../jobs/job.js';
import { overdueRows } from '../jobs/overdue-page.js';
import type { StoredTrace } from '../traces/trace-context.js';
import type { MailState } from './workflow.js';

export interface MailRow extends StoredTrace {
  id: Id<'mail'>;
  reason: string;
  state: MailState;
  /** Sealed; null once it was forgotten. */
  content: Buffer | null;
  createdAt: Date;
  expiresAt: Date;
}

export type KeptMailRow = Pick<MailRow, 'id' | 'reason' | 'content' | 'createdAt'>;

type NewMail = Pick<MailRow, 'reason' | 'createdAt' | 'expiresAt'> & {
  id: string;
  idempotencyKey: string;
  content: Buffer;
};

/** Adds a mail, queued or kept to be read here; false when there is one with that idempotency key. */
export function insertMail(
  tx: Transaction,
  mail: NewMail & (StoredTrace | { state: 'sent'; about: string; endedAt: Date }),
): Promise<boolean> {
  return isOneRow(tx`INSERT INTO mails ${tx(mail)} ON CONFLICT DO NOTHING`);
}

/** Drops what mails about this said to whom. */
export async function deleteMailsAbout(tx: Transaction, about: string): Promise<void> {
  await tx`UPDATE mails SET content = NULL WHERE about = ${about} AND state <> 'queued'`;
}

export function findMail(sql: Queryable, id: string): Promise<MailRow | null> {
  return firstRow(sql<MailRow[]>`
    SELECT id, reason, state, content, created_at, expires_at, request_id, traceparent FROM mails WHERE id = ${id}`);
}

export type MailStart = StoredTrace & Pick<MailRow, 'id'>;

export async function listMailStarts(sql: Queryable, ids: readonly string[]): Promise<MailStart[]> {
  return sql<MailStart[]>`SELECT id, request_id, traceparent FROM mails WHERE id = ANY (${ids as string[]})`;
}

/** Claims a queued mail for an attempt: no other attempt begins for these seconds. False when another attempt has it. */
export function claimMail(sql: Queryable, id: string, seconds: number): Promise<boolean> {
  return isOneRow(sql`
    UPDATE mails SET claimed_until = clock_timestamp() + ${seconds} * interval '1 second'
     WHERE id = ${id} AND state = 'queued' AND (claimed_until IS NULL OR claimed_until <= clock_timestamp())`);
}

/** The attempt failed: others may follow. */
export async function releaseMail(sql: Queryable, id: string): Promise<void> {
  await sql`UPDATE mails SET claimed_until = NULL WHERE id = ${id} AND state = 'queued'`;
}

/** Records the end of a queued mail, and with `forget` deletes its content. */
export async function endMail(
  sql: Queryable,
  id: string,
  { state, forget, now }: { state: Exclude<MailState, 'queued'>; forget: boolean; now: Date },
): Promise<void> {
  await sql`
    UPDATE mails SET state = ${state}, ended_at = ${now}, content = CASE WHEN ${forget} THEN NULL ELSE content END
     WHERE id = ${id} AND state = 'queued'`;
}

/** Mails that are still queued although they were before an instant. */
export async function findUnsentMails(sql: Queryable, page: OverduePage): Promise<Overdue[]> {
  return sql<Overdue[]>`
    SELECT id AS subject, created_at AS since FROM mails
     WHERE state = 'queued' AND ${overdueRows(sql, page, { since: sql`created_at`, subject: sql`id` })}`;
}

/** Deletes mails that ended before an instant. @param which `kept`: only mails that were not sent. */
export function deleteMails(sql: Queryable, which: 'kept' | 'all', before: Date, limit: number): Promise<number> {
  return countRows(sql`
    DELETE FROM mails WHERE id = ANY (ARRAY(
      SELECT id FROM mails WHERE ${which === 'kept' ? sql`about IS NOT NULL AND` : sql``} ended_at < ${before} LIMIT ${limit}))`);
}

/** The newest mails with kept content. @param about only mails about these subjects; absent: all. */
export async function listKeptMails(sql: Queryable, limit: number, about?: readonly string[]): Promise<KeptMailRow[]> {
  return sql<KeptMailRow[]>`
    SELECT id, reason, content, created_at FROM mails
     WHERE content IS NOT NULL ${about ? sql`AND about = ANY (${about as string[]}::text[])` : sql``} ORDER BY created_at DESC, id DESC LIMIT ${limit}`;
}

export interface UndeliveredFilter {
  /** Queued mails count if they are older. */
  before: Date;
  /** Ended mails count if they ended later. */
  since: Date;
  refusedOnly: boolean;
}

/** SQL: the condition for an undelivered mail, of any table with the columns of `mails`. */
export function isUndelivered(db: Queryable, { before, since, refusedOnly }: UndeliveredFilter): Fragment {
  if (refusedOnly) return db`state = 'refused' AND ended_at >= ${since}`;
  return db`((state = 'queued' AND created_at <= ${before}) OR (state IN ('refused', 'expired') AND ended_at >= ${since}))`;
}

/** Selects undelivered mails as `id`, no `order_id`, `reason`, `state`, no `attempts`, no `answer`, `created_at` and `ended_at`. */
export function undeliveredMails(db: Queryable, filter: UndeliveredFilter): Fragment {
  return db`
    SELECT id, NULL, reason, state, NULL::integer, NULL::integer, created_at, ended_at
      FROM mails WHERE ${isUndelivered(db, filter)}`;
}
