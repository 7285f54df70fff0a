import type { Id } from '../../core/ids.js';
import type { Queryable, Transaction } from '../../platform/database/database.js';
import { mailsSince } from '../../platform/mail/sql.js';

/** A mail to a buyer or to a member. */
export interface ListedMailRow {
  id: string;
  /** Null: a mail of the dashboard, whose content is gone once it has ended. */
  orderId: Id<'order'> | null;
  /** Why it is sent. */
  reason: string;
  /** The server's last reply code; null: none was stored. */
  answer: number | null;
  createdAt: Date;
  endedAt: Date | null;
}

/** Mails that wait, or were refused since, the newest first. */
export async function listMails(
  sql: Queryable,
  of: { state: 'queued' | 'refused'; since: Date; limit: number },
): Promise<ListedMailRow[]> {
  return sql<ListedMailRow[]>`
    SELECT id, order_id, 'ticket_' || kind AS reason, answer, created_at, ended_at
      FROM ticket_mails WHERE state = ${of.state} AND coalesce(ended_at, created_at) >= ${of.since}
    UNION ALL
    ${mailsSince(sql, of)}
    ORDER BY created_at DESC, id LIMIT ${of.limit}`;
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
        WHERE m.state = 'refused' AND m.ended_at >= ${since} AND NOT EXISTS (
          SELECT FROM ticket_mails later WHERE later.order_id = m.order_id AND later.number > m.number
             AND later.kind IN ('resend', 'corrected') AND later.state IN ('queued', 'sent'))
        ORDER BY m.ended_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))
    RETURNING order_id`;
  return [...new Set(rows.map(({ orderId }) => orderId))];
}
