import type { Id } from '../../core/ids.js';
import type { Fragment, Queryable } from '../../platform/database/database.js';

/**
 * SQL that locks ticket types in the order of their ids and selects them.
 *
 * @param ids SQL of an array.
 * @param options.wait false leaves out ticket types that another transaction has locked.
 */
export function lockStock(ids: string, options: { wait: boolean }): string {
  const locking = options.wait ? 'FOR NO KEY UPDATE' : 'FOR NO KEY UPDATE SKIP LOCKED';
  return `SELECT id FROM ticket_types WHERE id = ANY (${ids}) ORDER BY id ${locking}`;
}

/**
 * SQL that holds tickets of the ticket types `t`, if they cost something, are on sale and enough are left. The caller goes on with
 * conditions of its own on `t` and its event `e`.
 *
 * @param wanted relation of `event_id`, `ticket_type_id`, `total` and `largest`, the largest order.
 * @param reached relation of the ids that are locked; see {@link lockStock}.
 */
export function holdStock({ wanted, reached, now }: { wanted: string; reached: string; now: string }): string {
  return `UPDATE ticket_types t SET held = t.held + w.total, inventory_updated_at = ${now}
  FROM ${wanted} w JOIN events e ON e.id = w.event_id
  WHERE t.id = w.ticket_type_id AND t.event_id = w.event_id AND t.id = ANY (ARRAY(SELECT id FROM ${reached}))
    AND t.held + t.sold + w.total <= t.capacity AND w.largest <= t.max_per_order AND t.total_minor > 0
    AND (t.sales_from IS NULL OR t.sales_from <= ${now})
    AND (t.sales_until IS NULL OR t.sales_until > ${now})`;
}

/**
 * Releases the quantities of the relation `freed` (`ticket_type_id`, `quantity`) for ticket types that `reached` has
 * locked.
 */
export function releaseStock(db: Queryable, now: Date): Fragment {
  return db`
      UPDATE ticket_types t SET held = t.held - f.quantity, inventory_updated_at = ${now}
      FROM freed f WHERE t.id = f.ticket_type_id AND t.id = ANY (ARRAY(SELECT id FROM reached))`;
}

/** Releases held tickets. */
export async function releaseHold(
  tx: Queryable,
  ticketTypeId: Id<'ticketType'>,
  quantity: number,
  now: Date,
): Promise<void> {
  await tx`
    UPDATE ticket_types SET held = held - ${quantity}, inventory_updated_at = ${now} WHERE id = ${ticketTypeId}`;
}

/** Marks held tickets as sold. */
export async function sellHeld(
  tx: Queryable,
  orders: readonly { ticketTypeId: Id<'ticketType'>; quantity: number }[],
  now: Date,
): Promise<void> {
  await tx`
    WITH paid AS MATERIALIZED (
      SELECT ticket_type_id, sum(quantity)::int AS quantity
      FROM unnest(${orders.map((one) => one.ticketTypeId)}::text[], ${orders.map((one) => one.quantity)}::int[]) AS p(ticket_type_id, quantity)
      GROUP BY ticket_type_id
    ), reached AS MATERIALIZED (
      ${tx.unsafe(lockStock('ARRAY(SELECT ticket_type_id FROM paid)', { wait: true }))}
    )
    UPDATE ticket_types t SET held = t.held - p.quantity, sold = t.sold + p.quantity, inventory_updated_at = ${now}
    FROM paid p WHERE t.id = p.ticket_type_id AND t.id = ANY (ARRAY(SELECT id FROM reached))`;
}

/** Sells tickets that are neither held nor sold; false when too few are left. Whether they may be sold is the caller's question. */
export async function sellFree(
  tx: Queryable,
  ticketTypeId: Id<'ticketType'>,
  quantity: number,
  now: Date,
): Promise<boolean> {
  const rows = await tx`
    UPDATE ticket_types SET sold = sold + ${quantity}, inventory_updated_at = ${now}
    WHERE id = ${ticketTypeId} AND held + sold + ${quantity} <= capacity RETURNING id`;
  return rows.length > 0;
}

/** Puts sold tickets back on sale. */
export async function returnSold(
  tx: Queryable,
  ticketTypeId: Id<'ticketType'>,
  quantity: number,
  now: Date,
): Promise<void> {
  await tx`
    UPDATE ticket_types SET sold = sold - ${quantity}, inventory_updated_at = ${now} WHERE id = ${ticketTypeId}`;
}

/** Tickets of one ticket type that cost nothing. */
export interface FreeTickets {
  eventId: Id<'event'>;
  ticketTypeId: Id<'ticketType'>;
  quantity: number;
  now: Date;
}

/** Sells tickets that cost nothing at once; null when they are not on sale, or too few are left, or more than one order may have. */
export async function sellFreeTickets(tx: Queryable, order: FreeTickets): Promise<{ currency: string } | null> {
  const [row] = await tx<{ currency: string }[]>`
    UPDATE ticket_types SET sold = sold + ${order.quantity}, inventory_updated_at = ${order.now}
    WHERE id = ${order.ticketTypeId} AND event_id = ${order.eventId} AND total_minor = 0 AND max_per_order >= ${order.quantity}
      AND held + sold + ${order.quantity} <= capacity
      AND (sales_from IS NULL OR sales_from <= ${order.now}) AND (sales_until IS NULL OR sales_until > ${order.now})
    RETURNING currency`;
  return row ?? null;
}
