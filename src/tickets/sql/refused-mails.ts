import type { Id } from '../../core/ids.js';
import type { Fragment, Queryable, Transaction } from '../../platform/database/database.js';
import { isUndelivered, type UndeliveredFilter, undeliveredMails } from '../../platform/mail/sql.js';
import type { UNDELIVERED_STATES } from '../../platform/mail/workflow.js';

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
