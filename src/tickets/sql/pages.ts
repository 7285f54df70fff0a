import type { Id } from '../../core/ids.js';
import type { EventFacts } from '../../listings/rules/event-announcement.js';
import { eventFacts } from '../../listings/sql/event-expressions.js';
import type { Queryable, Transaction } from '../../platform/database/database.js';
import { recordset } from '../../platform/database/recordset.js';
import { firstValue, isOneRow } from '../../platform/database/rows.js';

/** Writes the pages of orders of one event, with the event's current state as the state that buyers know. */
export async function insertPages(
  tx: Transaction,
  eventId: Id<'event'>,
  pages: readonly { orderId: Id<'order'>; token: Buffer; tokenHash: Buffer; createdAt: Date }[],
): Promise<void> {
  await tx`
    INSERT INTO order_pages (order_id, token, token_hash, created_at, announced)
    SELECT p.order_id, p.token, p.token_hash, p.created_at, e.announced
    FROM (SELECT ${eventFacts('e')} AS announced FROM events e WHERE e.id = ${eventId}) e,
      json_populate_recordset(NULL::order_pages, ${recordset(pages)}::text::json) p`;
}

/** The facts of its event that the buyer of an order was last notified of; null: not known. */
export function findAnnounced(sql: Queryable, orderId: Id<'order'>): Promise<EventFacts | null> {
  return firstValue(
    sql<{ announced: EventFacts | null }[]>`SELECT announced FROM order_pages WHERE order_id = ${orderId}`,
  );
}

/** Records the facts of its event that the buyer of an order was notified of. */
export async function setAnnounced(tx: Transaction, orderId: Id<'order'>, announced: EventFacts): Promise<void> {
  await tx`UPDATE order_pages SET announced = ${tx.json({ ...announced })} WHERE order_id = ${orderId}`;
}

/** Gives an order's page another link, or with null none: the one before it leads nowhere. */
export function replacePage(
  tx: Transaction,
  orderId: Id<'order'>,
  link: { token: Buffer; tokenHash: Buffer } | null,
): Promise<boolean> {
  return isOneRow(tx`
    UPDATE order_pages SET token = ${link?.token ?? null}, token_hash = ${link?.tokenHash ?? null} WHERE order_id = ${orderId}`);
}

/** The sealed token of an order's page; null when there is none. */
export function findPageToken(sql: Queryable, orderId: Id<'order'>): Promise<Buffer | null> {
  return firstValue(sql<{ token: Buffer | null }[]>`SELECT token FROM order_pages WHERE order_id = ${orderId}`);
}

/** The order of a page; null when no order has this link. */
export function findOrderOfPage(sql: Queryable, hash: Buffer): Promise<string | null> {
  return firstValue(sql<{ orderId: Id<'order'> }[]>`SELECT order_id FROM order_pages WHERE token_hash = ${hash}`);
}

/** Locks an order's page until the transaction ends; false when it has none. */
export function lockPage(tx: Transaction, orderId: Id<'order'>): Promise<boolean> {
  return isOneRow(tx`SELECT FROM order_pages WHERE order_id = ${orderId} FOR NO KEY UPDATE`);
}
