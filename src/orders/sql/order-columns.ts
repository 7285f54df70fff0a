import type { TicketCount } from '../../catalogue/sql/stock.js';
import type { Queryable } from '../../platform/database/database.js';
import { fragment } from '../../platform/database/fragment.js';

/**
 * SQL of `orders.updated_at`. The transaction has its id before it reads the clock, so {@link readHorizon} sees every transaction
 * whose stamps are not visible yet. The default of the column repeats it.
 */
export const ORDER_STAMP = fragment`CASE WHEN pg_current_xact_id() IS NOT NULL THEN clock_timestamp() END::timestamptz(3)`;

/** SQL that gives a row of `orders` its next version, in an UPDATE. The trigger `note_next` then puts `order.changed` into the outbox. */
export const NEXT_VERSION = fragment`version = orders.version + 1, updated_at = ${ORDER_STAMP}`;

/**
 * An instant, ISO 8601: all changes of orders stamped before it are visible to every later statement. A running transaction moves it
 * back to its own start. Call it outside of a transaction. The role of the database sees the transactions of its own name alone, so all
 * processes must use the same role.
 */
export async function readHorizon(db: Queryable): Promise<string> {
  const [row] = await db<{ horizon: string }[]>`
    SELECT to_json(least(now(), min(xact_start))::timestamptz(3)) #>> '{}' AS horizon
    FROM pg_stat_activity WHERE datname = current_database() AND backend_xid IS NOT NULL`;
  if (!row) throw new Error('SELECT now() returned no row');
  return row.horizon;
}

export interface OrderLine extends TicketCount {
  /** For one ticket, fees and tax included. */
  unitTotalMinor: number;
}

/** SQL of the lines of an order as a JSON array of {@link OrderLine}. They never change, so no lock is needed. @param order its id. */
export const linesJson = (order: string) => fragment`
  (SELECT json_agg(json_build_object('ticketTypeId', l.ticket_type_id, 'quantity', l.quantity, 'unitTotalMinor', l.unit_total_minor) ORDER BY l.position)
   FROM order_lines l WHERE l.order_id = ${order}) AS lines`;
