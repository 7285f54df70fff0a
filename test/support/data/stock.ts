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
    SELECT coalesce(sum(quantity) FILTER (WHERE status = 'awaiting_payment'), 0)::int AS held,
      coalesce(sum(quantity - refunded_quantity) FILTER (WHERE status IN ('paid', 'test', 'partially_refunded')), 0)::int AS sold
    FROM orders WHERE ticket_type_id = ${ticketTypeId}`;
  return { held: stock?.held ?? 0, sold: stock?.sold ?? 0 };
}
