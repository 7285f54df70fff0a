import type { Id } from '../../core/ids.js';
import type { Queryable } from '../../platform/database/database.js';
import { fragment, type TextFragment } from '../../platform/database/fragment.js';
import { countRows, firstRow } from '../../platform/database/rows.js';

export interface TicketCount {
  ticketTypeId: Id<'ticketType'>;
  quantity: number;
}

/**
 * SQL that locks ticket types in the order of their ids and selects their current rows. Every statement that changes stock locks
 * this way, so that orders with the same ticket types never deadlock.
 *
 * @param ids SQL of an array.
 * @param options.wait false leaves out ticket types that another transaction has locked.
 */
export function lockStock(ids: string, options: { wait: boolean }): TextFragment {
  const locking = options.wait ? 'FOR NO KEY UPDATE' : 'FOR NO KEY UPDATE SKIP LOCKED';
  return fragment`SELECT * FROM ticket_types WHERE id = ANY (${ids}) ORDER BY id ${locking}`;
}

/** SQL: whether the locked type `t` can be held: paid, on sale, enough left. @param wanted row of `total` and largest order. */
export function sellableStock({ wanted, now }: { wanted: string; now: string }): string {
  return `t.held + t.sold + ${wanted}.total <= t.capacity AND ${wanted}.largest <= t.max_per_order AND t.total_minor > 0
    AND (t.sales_from IS NULL OR t.sales_from <= ${now}) AND (t.sales_until IS NULL OR t.sales_until > ${now})`;
}

/**
 * SQL that holds tickets, or with `-` releases held ones.
 *
 * @param tickets selects `ticket_type_id`, `quantity` and `now`, each ticket type once, of locked rows.
 */
export function moveHeld(sign: '+' | '-', tickets: string): TextFragment {
  return fragment`UPDATE ticket_types t SET held = t.held ${sign} m.quantity, inventory_updated_at = m.now
  FROM (${tickets}) m WHERE t.id = m.ticket_type_id`;
}

/** Changes the stock of ticket types, locked in the order of their ids. @returns how many it changed. */
function moveStock(
  tx: Queryable,
  tickets: readonly TicketCount[],
  { set, where = fragment`true` }: { set: TextFragment; where?: TextFragment },
  now: Date,
): Promise<number> {
  const ids = tickets.map(({ ticketTypeId }) => ticketTypeId);
  const quantities = tickets.map(({ quantity }) => quantity);
  return countRows(tx`
    WITH moved AS MATERIALIZED (
      SELECT ticket_type_id, sum(quantity)::int AS quantity
      FROM unnest((SELECT ${ids}::text[]), (SELECT ${quantities}::int[])) AS m(ticket_type_id, quantity) GROUP BY ticket_type_id
    ), reached AS MATERIALIZED (
      ${lockStock('ARRAY(SELECT ticket_type_id FROM moved)', { wait: true })}
    )
    UPDATE ticket_types t SET ${set}, inventory_updated_at = ${now}
    FROM moved m WHERE t.id = m.ticket_type_id AND t.id = ANY (ARRAY(SELECT id FROM reached)) AND ${where}`);
}

export async function releaseHold(tx: Queryable, tickets: readonly TicketCount[], now: Date): Promise<void> {
  await moveStock(tx, tickets, { set: fragment`held = t.held - m.quantity` }, now);
}

export async function sellHeld(tx: Queryable, tickets: readonly TicketCount[], now: Date): Promise<void> {
  await moveStock(tx, tickets, { set: fragment`held = t.held - m.quantity, sold = t.sold + m.quantity` }, now);
}

/** Sells free stock, each type once; the caller checks sales. @returns false when too few are left: the caller rolls back. */
export async function sellFree(tx: Queryable, tickets: readonly TicketCount[], now: Date): Promise<boolean> {
  const where = fragment`t.held + t.sold + m.quantity <= t.capacity`;
  return (await moveStock(tx, tickets, { set: fragment`sold = t.sold + m.quantity`, where }, now)) === tickets.length;
}

export async function returnSold(tx: Queryable, tickets: readonly TicketCount[], now: Date): Promise<void> {
  await moveStock(tx, tickets, { set: fragment`sold = t.sold - m.quantity` }, now);
}

/** Tickets of one ticket type that cost nothing. */
export interface FreeTickets extends TicketCount {
  eventId: Id<'event'>;
  now: Date;
}

/** Sells tickets that cost nothing at once; null when they are not on sale, or too few are left, or more than one order may have. */
export function sellFreeTickets(tx: Queryable, order: FreeTickets): Promise<{ currency: string } | null> {
  return firstRow(tx<{ currency: string }[]>`
    UPDATE ticket_types SET sold = sold + ${order.quantity}, inventory_updated_at = ${order.now}
    WHERE id = ${order.ticketTypeId} AND event_id = ${order.eventId} AND total_minor = 0 AND max_per_order >= ${order.quantity}
      AND held + sold + ${order.quantity} <= capacity
      AND (sales_from IS NULL OR sales_from <= ${order.now}) AND (sales_until IS NULL OR sales_until > ${order.now})
    RETURNING currency`);
}
