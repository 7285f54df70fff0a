import type { Queryable, Transaction } from '../../platform/database/database.js';

/** Until when paid orders were checked for tickets; null: never. */
export async function findCheckedUntil(sql: Queryable): Promise<Date | null> {
  const [row] = await sql<{ paidUntil: Date }[]>`SELECT paid_until FROM tickets_checked`;
  return row?.paidUntil ?? null;
}

export async function keepCheckedUntil(sql: Queryable, paidUntil: Date): Promise<void> {
  await sql`
    INSERT INTO tickets_checked (id, paid_until) VALUES ('tickets_checked', ${paidUntil})
    ON CONFLICT (id) DO UPDATE SET paid_until = excluded.paid_until`;
}

/** Orders paid since, of events that are still to come, whose buyer is known and who have no tickets. */
export async function findUnticketed(sql: Queryable, paidFrom: Date, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    SELECT o.id FROM orders o JOIN events e ON e.id = o.event_id
     WHERE o.paid_at >= ${paidFrom} AND o.status IN ('paid', 'test', 'partially_refunded') AND o.buyer_email IS NOT NULL
       AND e.status NOT IN ('cancelled', 'completed')
       AND NOT EXISTS (SELECT FROM tickets t WHERE t.order_id = o.id)
     ORDER BY o.paid_at LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}

/** Such an order, locked, with the seats that were not refunded; null when it is none any more. */
export async function lockUnticketed(
  tx: Transaction,
  orderId: string,
): Promise<{ id: string; eventId: string; quantity: number } | null> {
  const [row] = await tx<{ id: string; eventId: string; quantity: number }[]>`
    SELECT id, event_id, quantity - refunded_quantity AS quantity FROM orders
     WHERE id = ${orderId} AND status IN ('paid', 'test', 'partially_refunded') FOR NO KEY UPDATE`;
  if (!row || row.quantity < 1) return null;
  const [ticket] = await tx`SELECT FROM tickets WHERE order_id = ${orderId} LIMIT 1`;
  return ticket ? null : row;
}
