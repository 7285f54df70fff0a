import type { Id } from '../../core/ids.js';
import type { Queryable, Transaction } from '../../platform/database/database.js';
import { recordset } from '../../platform/database/recordset.js';
import { countRows } from '../../platform/database/rows.js';
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
  ticketTypeId: Id<'ticketType'>;
  type: string;
  /** The price of the ticket, with fees and tax. */
  totalMinor: number;
  state: TicketState;
  /** Sealed. */
  code: Buffer;
  usedAt: Date | null;
  endedAt: Date | null;
  refundId: Id<'refund'> | null;
  voidReason: VoidReason | null;
}

export type NewTicket = Pick<TicketRow, 'id' | 'orderId' | 'position' | 'eventId' | 'ticketTypeId' | 'code'> & {
  codeHash: Buffer;
  createdAt: Date;
};

export async function insertTickets(tx: Transaction, tickets: readonly NewTicket[]): Promise<void> {
  const columns = tx`id, order_id, position, event_id, ticket_type_id, code, code_hash, created_at`;
  await tx`
    INSERT INTO tickets (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::tickets, ${recordset(tickets)}::text::json)`;
}

/** The tickets of an order, in the order of their positions. */
export async function listTickets(sql: Queryable, orderId: Id<'order'>): Promise<TicketRow[]> {
  return sql<TicketRow[]>`
    SELECT t.id, t.order_id, t.position, t.event_id, t.ticket_type_id, y.name AS type, l.unit_total_minor AS total_minor, t.state, t.code, t.used_at,
      t.ended_at, t.refund_id, t.void_reason
    FROM tickets t JOIN order_lines l ON l.order_id = t.order_id AND l.ticket_type_id = t.ticket_type_id
      JOIN ticket_types y ON y.id = t.ticket_type_id
    WHERE t.order_id = ${orderId} ORDER BY t.position`;
}

/** How many tickets of an order are refunded, by type. */
export async function countRefunded(tx: Transaction, orderId: Id<'order'>): Promise<Map<string, number>> {
  const rows = await tx<{ ticketTypeId: Id<'ticketType'>; refunded: number }[]>`
    SELECT ticket_type_id, count(*)::int AS refunded FROM tickets
    WHERE order_id = ${orderId} AND state = 'refunded' GROUP BY ticket_type_id`;
  return new Map(rows.map(({ ticketTypeId, refunded }) => [ticketTypeId, refunded]));
}

/** Refunds void tickets first, then unused, then used ones, and among equals the last of the order first. */
export async function markRefunded(
  tx: Transaction,
  refund: { orderId: Id<'order'>; refundId: Id<'refund'>; ticketTypeId: Id<'ticketType'>; count: number; now: Date },
): Promise<void> {
  const { orderId, refundId, ticketTypeId, count, now } = refund;
  await tx`
    UPDATE tickets SET state = 'refunded', refund_id = ${refundId}, ended_at = ${now}, void_reason = NULL
     WHERE id = ANY (ARRAY(
       SELECT id FROM tickets WHERE order_id = ${orderId} AND ticket_type_id = ${ticketTypeId} AND state <> 'refunded'
        ORDER BY CASE state WHEN 'void' THEN 0 WHEN 'valid' THEN 1 ELSE 2 END, position DESC LIMIT ${count} FOR NO KEY UPDATE))`;
}

/** Takes the valid tickets of orders out of use; the orders are locked first, as everywhere. */
export async function voidTickets(
  tx: Transaction,
  orderIds: readonly Id<'order'>[],
  reason: VoidReason,
  now: Date,
): Promise<number> {
  await tx`SELECT FROM orders WHERE id = ANY (${orderIds as string[]}::text[]) ORDER BY id FOR NO KEY UPDATE`;
  return countRows(tx`
    UPDATE tickets SET state = 'void', void_reason = ${reason}, ended_at = ${now}
     WHERE order_id = ANY (${orderIds as string[]}::text[]) AND state = 'valid'`);
}

/** Gives a ticket another code: the one before it is unknown from now on. */
export async function replaceCode(
  tx: Transaction,
  { id, code, codeHash }: Pick<NewTicket, 'id' | 'code' | 'codeHash'>,
): Promise<void> {
  await tx`UPDATE tickets SET code = ${code}, code_hash = ${codeHash} WHERE id = ${id}`;
}
