import type { Id } from '../../core/ids.js';
import type { ReturnCause } from '../../core/return-cause.js';
import type { Queryable } from '../../platform/database/database.js';
import { firstValue } from '../../platform/database/rows.js';

export interface RefundFacts {
  /** The refunded amount, in minor units. */
  amountMinor: number;
  /** Null: tickets were refunded, or the reason of the refund is not known. */
  cause: ReturnCause | null;
}

/** @throws when there is no such refund. */
export async function findRefundFacts(sql: Queryable, refundId: Id<'refund'>): Promise<RefundFacts> {
  const [row] = await sql<RefundFacts[]>`
    SELECT amount_minor, CASE reason WHEN 'duplicate_payment' THEN 'already_paid' ELSE cause END AS cause
    FROM refunds WHERE id = ${refundId}`;
  if (!row) throw new Error(`there is no refund ${refundId}`);
  return row;
}

/** When the refunds of a cancelled event start; null: they are paused, or have no time yet. */
export function findRefundsDue(sql: Queryable, eventId: Id<'event'>): Promise<Date | null> {
  return firstValue(sql<{ dueAt: Date }[]>`
    SELECT due_at FROM event_refunds WHERE event_id = ${eventId} AND state = 'open' AND paused_at IS NULL`);
}
