import { lockStock, moveHeld } from '../../catalogue/sql/stock.js';
import type { Id } from '../../core/ids.js';
import type { Queryable } from '../../platform/database/database.js';
import { columnValues, countRows } from '../../platform/database/rows.js';
import { INTO_OUTBOX } from '../../platform/outbox/messages.js';
import { NEXT_VERSION } from './order-columns.js';

export interface HoldsToEnd {
  now: Date;
  /** Orders whose hold ended at this instant or earlier. */
  before: Date;
  /** Only these; absent: the longest overdue. */
  orderIds?: readonly Id<'order'>[];
  limit: number;
}

/**
 * Ends holds that are over and not paid: the orders are `expired`, their tickets are free again, and their events are
 * announced. Orders that are locked are skipped: a payment in progress decides. So are those with an open page of the processor. Locks are taken as everywhere: orders before
 * ticket types, these in the order of their ids.
 *
 * @returns how many ended.
 */
export function endHoldsThatAreOver(sql: Queryable, { now, before, orderIds, limit }: HoldsToEnd): Promise<number> {
  return countRows(sql`
    WITH clock AS MATERIALIZED (
      SELECT ${now}::timestamptz AS now
    ), over AS MATERIALIZED (
      SELECT id, event_id FROM orders
      WHERE status = 'awaiting_payment' AND hold_until <= ${before}
        AND NOT EXISTS (SELECT FROM checkouts c WHERE c.order_id = orders.id AND c.ended_at IS NULL)
        ${orderIds ? sql`AND id = ANY (${orderIds as string[]}::text[])` : sql``}
      ORDER BY hold_until LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED
    ), freed AS MATERIALIZED (
      SELECT l.ticket_type_id, sum(l.quantity)::int AS quantity FROM over JOIN order_lines l ON l.order_id = over.id GROUP BY l.ticket_type_id
    ), reached AS MATERIALIZED (
      ${lockStock('ARRAY(SELECT ticket_type_id FROM freed)', { wait: true })}
    ), released AS (
      ${moveHeld('-', 'SELECT f.ticket_type_id, f.quantity, clock.now FROM freed f JOIN reached r ON r.id = f.ticket_type_id, clock')}
    ), messages AS (
      ${INTO_OUTBOX} SELECT DISTINCT 'event.touched', event_id, ${now}::timestamptz FROM over
    )
    UPDATE orders SET status = 'expired', closed_at = ${now}, ${NEXT_VERSION} WHERE id = ANY (ARRAY(SELECT id FROM over))`);
}

/** The orders of this list whose holds are over and not paid. */
export function findOver(sql: Queryable, orderIds: readonly Id<'order'>[], now: Date): Promise<string[]> {
  return columnValues(sql<{ id: string }[]>`
    SELECT id FROM orders
    WHERE id = ANY (${orderIds as string[]}::text[]) AND status = 'awaiting_payment' AND hold_until <= ${now}`);
}
