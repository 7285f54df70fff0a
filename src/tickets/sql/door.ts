import type { Id } from '../../core/ids.js';
import type { EventStatus } from '../../core/wire/event.js';
import type { Queryable } from '../../platform/database/database.js';
import { firstRow, firstValue, isOneRow } from '../../platform/database/rows.js';
import type { TicketRow } from './tickets.js';

/** A ticket as the door sees it: without the buyer. */
export interface DoorTicketRow
  extends Pick<TicketRow, 'id' | 'orderId' | 'position' | 'eventId' | 'type' | 'state' | 'usedAt' | 'voidReason'> {
  eventStatus: EventStatus;
  test: boolean;
}

/** The organizer whose tickets a check may see, and the facts that it records. */
export interface DoorCheck {
  hash: Buffer;
  organizerId: Id<'organizer'>;
  keyId: Id<'organizerKey'>;
  /** The event at this door; null: any of the organizer's. */
  eventId: Id<'event'> | null;
  now: Date;
}

export function isEventOf(sql: Queryable, eventId: Id<'event'>, organizerId: Id<'organizer'>): Promise<boolean> {
  return isOneRow(sql`SELECT FROM events WHERE id = ${eventId} AND organizer_id = ${organizerId}`);
}

/** Uses a valid ticket: of two checks at once the second waits for the first and finds it used. @returns its id. */
export function useTicket(sql: Queryable, check: DoorCheck): Promise<string | null> {
  return firstValue(sql<{ id: string }[]>`
    UPDATE tickets t SET state = 'used', used_at = ${check.now}, used_by = ${check.keyId}
      FROM events e
     WHERE t.code_hash = ${check.hash} AND t.state = 'valid' AND e.id = t.event_id
       AND e.organizer_id = ${check.organizerId} AND NOT e.test AND e.status <> 'cancelled'
       AND (${check.eventId}::text IS NULL OR t.event_id = ${check.eventId})
    RETURNING t.id`);
}

export function findDoorTicket(
  sql: Queryable,
  { hash, organizerId }: Pick<DoorCheck, 'hash' | 'organizerId'>,
): Promise<DoorTicketRow | null> {
  return firstRow(sql<DoorTicketRow[]>`
    SELECT t.id, t.order_id, t.position, t.event_id, e.status AS event_status, e.test, y.name AS type, t.state, t.used_at,
      t.void_reason
    FROM tickets t JOIN events e ON e.id = t.event_id JOIN ticket_types y ON y.id = t.ticket_type_id
    WHERE t.code_hash = ${hash} AND e.organizer_id = ${organizerId}`);
}

/** A ticket on a door list. Its code is sealed. */
export interface DoorListRow extends Pick<TicketRow, 'code' | 'type' | 'state' | 'usedAt' | 'orderId' | 'position'> {
  ticketId: Id<'ticket'>;
  /** Name of the buyer; null: erased. */
  name: string | null;
}

/** A page of an event's tickets in the order of orders and positions, after this one. */
export async function pageDoorList(
  sql: Queryable,
  eventId: Id<'event'>,
  after: { orderId: Id<'order'>; position: number },
  limit: number,
): Promise<DoorListRow[]> {
  return sql<DoorListRow[]>`
    SELECT t.code, o.buyer_name AS name, y.name AS type, t.state, t.used_at, t.order_id, t.position, t.id AS ticket_id
    FROM tickets t JOIN orders o ON o.id = t.order_id JOIN ticket_types y ON y.id = t.ticket_type_id
    WHERE t.event_id = ${eventId} AND (t.order_id, t.position) > (${after.orderId}, ${after.position})
    ORDER BY t.order_id, t.position LIMIT ${limit}`;
}
