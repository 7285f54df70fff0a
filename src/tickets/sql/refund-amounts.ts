import type { Queryable } from '../../platform/database/database.js';

/** What a refund pays back, in minor units. @throws when there is no such refund. */
export async function findRefundAmount(sql: Queryable, refundId: string): Promise<number> {
  const [row] = await sql<{ amountMinor: number }[]>`SELECT amount_minor FROM refunds WHERE id = ${refundId}`;
  if (!row) throw new Error(`there is no refund ${refundId}`);
  return row.amountMinor;
}

/** When the refunds of a cancelled event start; null: they are paused, or nobody has said when. */
export async function findRefundsDue(sql: Queryable, eventId: string): Promise<Date | null> {
  const [row] = await sql<{ dueAt: Date }[]>`
    SELECT due_at FROM event_refunds WHERE event_id = ${eventId} AND state = 'open' AND paused_at IS NULL`;
  return row?.dueAt ?? null;
}
