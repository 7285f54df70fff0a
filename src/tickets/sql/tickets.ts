import type { Id } from '../../core/ids.js';
import type { Queryable, Transaction } from '../../platform/database/database.js';
import { recordset } from '../../platform/database/recordset.js';
import type { SealedColumn } from '../../platform/secrets/sql.js';
import type { TicketState, VoidReason } from '../rules/ticket-state.js';

export const TICKETS_SEALED: readonly SealedColumn[] = [
  { table: 'tickets', column: 'code', owner: 'id' },
  { table: 'order_pages', column: 'token', owner: 'order_id' },
];

export interface TicketRow {
  id: Id<'ticket'>;
  orderId: Id<'order'>;
  position: number;
  eventId: Id<'event'>;
  state: TicketState;
  /** Sealed. */
  code: Buffer;
  usedAt: Date | null;
  endedAt: Date | null;
  refundId: Id<'refund'> | null;
  voidReason: VoidReason | null;
}

export interface NewTicket {
  id: Id<'ticket'>;
  orderId: Id<'order'>;
  position: number;
  eventId: Id<'event'>;
  code: Buffer;
  codeHash: Buffer;
  createdAt: Date;
}

export async function insertTickets(tx: Transaction, tickets: readonly NewTicket[]): Promise<void> {
  const columns = tx`id, order_id, position, event_id, code, code_hash, created_at`;
  await tx`
    INSERT INTO tickets (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::tickets, ${recordset(tickets)}::text::json)`;
}

const columns = (sql: Queryable) =>
  sql`id, order_id, position, event_id, state, code, used_at, ended_at, refund_id, void_reason`;

/** The tickets of an order, in the order of their positions. */
export async function listTickets(sql: Queryable, orderId: Id<'order'>): Promise<TicketRow[]> {
  return sql<TicketRow[]>`SELECT ${columns(sql)} FROM tickets WHERE order_id = ${orderId} ORDER BY position`;
}

/**
 * Marks tickets as refunded: void ones first, then unused ones, then used ones, and among equals the last of the order
 * first.
 *
 * @returns how many there were to mark.
 */
export async function markRefunded(
  tx: Transaction,
  { orderId, refundId, count, now }: { orderId: Id<'order'>; refundId: Id<'refund'>; count: number; now: Date },
): Promise<number> {
  const { count: marked } = await tx`
    UPDATE tickets SET state = 'refunded', refund_id = ${refundId}, ended_at = ${now}, void_reason = NULL
     WHERE id = ANY (ARRAY(
       SELECT id FROM tickets WHERE order_id = ${orderId} AND state <> 'refunded'
        ORDER BY CASE state WHEN 'void' THEN 0 WHEN 'valid' THEN 1 ELSE 2 END, position DESC LIMIT ${count} FOR NO KEY UPDATE))`;
  return marked;
}

/** Takes the valid tickets of orders out of use; the orders are locked first, as everywhere. */
export async function voidTickets(
  tx: Transaction,
  orderIds: readonly Id<'order'>[],
  reason: VoidReason,
  now: Date,
): Promise<number> {
  await tx`SELECT FROM orders WHERE id = ANY (${orderIds as string[]}::text[]) ORDER BY id FOR NO KEY UPDATE`;
  const { count } = await tx`
    UPDATE tickets SET state = 'void', void_reason = ${reason}, ended_at = ${now}
     WHERE order_id = ANY (${orderIds as string[]}::text[]) AND state = 'valid'`;
  return count;
}

/** Gives a ticket another code: the one before it is unknown from now on. */
export async function replaceCode(
  tx: Transaction,
  { id, code, codeHash }: Pick<NewTicket, 'id' | 'code' | 'codeHash'>,
): Promise<void> {
  await tx`UPDATE tickets SET code = ${code}, code_hash = ${codeHash} WHERE id = ${id}`;
}
