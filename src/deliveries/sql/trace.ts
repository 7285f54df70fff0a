import type { Id } from '../../core/ids.js';
import type { TraceStep } from '../../core/trace.js';
import type { Fragment, Queryable } from '../../platform/database/database.js';

/** The changes of a sale, and the attempts to deliver them to endpoints. They are kept as long as changes are. */
export function listSaleSteps(db: Queryable, saleId: Id<'sale'>): Promise<TraceStep[]> {
  return stepsOf(db, db`sale_id = ${saleId}`);
}

/** The same for the order that a call placed, and for events that it was the last to touch. */
export function listRequestSteps(db: Queryable, requestId: string): Promise<TraceStep[]> {
  return stepsOf(db, db`request_id = ${requestId} AND type <> 'earnings.changed'`);
}

function stepsOf(db: Queryable, changes: Fragment): Promise<TraceStep[]> {
  return db<TraceStep[]>`
    WITH recorded AS MATERIALIZED (
      SELECT id, seq, created_at, type || ': ' || what || coalesce(' ' || event_id, '') AS what FROM changes WHERE ${changes}
    ), sent AS MATERIALIZED (
      SELECT d.id, d.endpoint_id, d.state, d.change_seq, d.next_attempt_at FROM recorded JOIN deliveries d ON d.change_id = recorded.id
    )
    SELECT at, what, id, detail FROM (
      SELECT seq, 1 AS rank, created_at AS at, 'change' AS what, id, what AS detail FROM recorded
      UNION ALL
      SELECT s.change_seq, 2, a.started_at, 'delivery', s.id,
             'attempt ' || a.number || ' to ' || s.endpoint_id || ': ' || coalesce(a.outcome, 'in progress')
               || coalesce(', status ' || a.status_code, '') || coalesce(', ' || a.duration_ms || ' ms', '')
        FROM sent s JOIN delivery_attempts a ON a.delivery_id = s.id
      UNION ALL
      SELECT change_seq, 3, next_attempt_at, 'delivery', id, 'next attempt to ' || endpoint_id FROM sent WHERE state = 'pending'
    ) story ORDER BY at, seq, rank`;
}
