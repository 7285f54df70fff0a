import type { Id } from '../../core/ids.js';
import { SECOND } from '../../core/time.js';
import type { TraceStep } from '../../core/trace.js';
import type { Queryable } from '../../platform/database/database.js';
import { columnValues } from '../../platform/database/rows.js';

/** How far the clock of the API that gave the request its id and the database's may be apart, and how long a call may take. */
const AROUND_MS = 60 * SECOND;

/** The orders that a request placed, at the time that its id carries; one at most, unless a caller reuses request ids. */
export function listOrdersOfRequest(db: Queryable, requestId: string, at: Date): Promise<string[]> {
  return columnValues(db<{ id: string }[]>`
    SELECT id FROM orders
    WHERE (company_id = ANY (ARRAY(SELECT id FROM companies)) OR company_id IS NULL)
      AND created_at BETWEEN ${new Date(at.getTime() - AROUND_MS)} AND ${new Date(at.getTime() + AROUND_MS)}
      AND request_id = ${requestId}
    ORDER BY id`);
}

/** What happened to an order's tickets and money, oldest first. */
export function listOrderSteps(db: Queryable, orderId: Id<'order'>): Promise<TraceStep[]> {
  return db<TraceStep[]>`
    SELECT at, what, id, detail FROM (
      SELECT 1 AS rank, created_at AS at, 'order' AS what, id,
             quantity || ' tickets of ' || event_id || ' held until ' || to_char(hold_until AT TIME ZONE 'UTC', 'HH24:MI:SS') AS detail
        FROM orders WHERE id = ${orderId}
      UNION ALL
      SELECT 2, created_at, 'payment page', coalesce(reference, id), 'opened at the processor' FROM checkouts WHERE order_id = ${orderId}
      UNION ALL
      SELECT 3, ended_at, 'payment page', coalesce(reference, id), state FROM checkouts WHERE order_id = ${orderId} AND ended_at IS NOT NULL
      UNION ALL
      SELECT 4, paid_at, 'payment', coalesce(payment_reference, id), 'recorded' FROM orders WHERE id = ${orderId} AND paid_at IS NOT NULL
      UNION ALL
      SELECT 5, closed_at, 'order', id, status FROM orders
        WHERE id = ${orderId} AND closed_at IS NOT NULL AND closed_at IS DISTINCT FROM paid_at
      UNION ALL
      SELECT 6, created_at, 'refund', id, 'decided: ' || reason || coalesce(', ' || cause, '') FROM refunds WHERE order_id = ${orderId}
      UNION ALL
      SELECT 7, sent_at, 'refund', coalesce(processor_reference, id), 'taken by the processor: ' || coalesce(state, 'sent') FROM refunds
        WHERE order_id = ${orderId} AND sent_at IS NOT NULL
      UNION ALL
      SELECT 8, opened_at, 'dispute', id, 'opened: ' || reason FROM disputes WHERE order_id = ${orderId}
      UNION ALL
      SELECT 9, changed_at, 'dispute', id, state FROM disputes WHERE order_id = ${orderId} AND changed_at <> opened_at
    ) story ORDER BY at, rank`;
}
