import type { Sql } from '../../../src/platform/database/database.js';

export interface Stock {
  capacity: number;
  held: number;
  sold: number;
}

export async function stockOf(sql: Sql, ticketTypeId: string): Promise<Stock> {
  const [stock] = await sql<Stock[]>`SELECT capacity, held, sold FROM ticket_types WHERE id = ${ticketTypeId}`;
  if (!stock) throw new Error(`no ticket type ${ticketTypeId}`);
  return stock;
}

/** The stock of a ticket type by its orders. */
export async function stockByOrders(sql: Sql, ticketTypeId: string): Promise<Omit<Stock, 'capacity'>> {
  const [stock] = await sql<{ held: number; sold: number }[]>`
    SELECT coalesce(sum(l.quantity) FILTER (WHERE o.status = 'awaiting_payment'), 0)::int AS held,
      coalesce(sum(l.quantity - r.tickets) FILTER (WHERE o.status IN ('paid', 'test', 'partially_refunded')), 0)::int AS sold
    FROM order_lines l JOIN orders o ON o.id = l.order_id, LATERAL (
      SELECT count(*) AS tickets FROM tickets t
      WHERE t.order_id = o.id AND t.ticket_type_id = l.ticket_type_id AND t.state = 'refunded'
    ) r
    WHERE l.ticket_type_id = ${ticketTypeId}`;
  return { held: stock?.held ?? 0, sold: stock?.sold ?? 0 };
}
