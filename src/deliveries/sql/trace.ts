import type { Id } from '../../core/ids.js';
import type { TraceStep } from '../../core/trace.js';
import type { Fragment, Queryable } from '../../platform/database/database.js';

/** The changes of a sale, with the attempts to deliver them to endpoints. They are kept as long as changes are. */
export function listSaleSteps(db: Queryable, saleId: Id<'sale'>): Promise<TraceStep[]> {
  return stepsOf(db, db`sale_id = ${saleId}`);
}

/** Changes that an API call made last, with attempts to deliver them. {@link listSaleSteps} has changes of earnings. */
export function listRequestSteps(db: Queryable, requestId: string): Promise<TraceStep[]> {
  return stepsOf(db, db`request_id = ${requestId} AND type <> 'earnings.changed'`);
}

/** Steps of one instant are in the order of their changes; of one change: itself, its past attempts, its next attempts. */
function stepsOf(db: Queryable, whichChanges: Fragment): Promise<TraceStep[]> {
  return db<TraceStep[]>`
    WITH change AS MATERIALIZED (
      SELECT id, seq, created_at, type || ': ' || what || coalesce(' ' || event_id, '') AS summary FROM changes WHERE ${whichChanges}
    ), delivery AS MATERIALIZED (
      SELECT d.id, d.endpoint_id, d.state, d.change_seq, d.next_attempt_at FROM change JOIN deliveries d ON d.change_id = change.id
    )
    SELECT at, what, id, detail FROM (
      SELECT seq, 1 AS place, created_at AS at, 'change' AS what, id, summary AS detail FROM change
      UNION ALL
      SELECT d.change_seq, 2, a.started_at, 'delivery', d.id,
             'attempt ' || a.number || ' to ' || d.endpoint_id || ': ' || coalesce(a.outcome, 'in progress')
               || coalesce(', status ' || a.status_code, '') || coalesce(', ' || a.duration_ms || ' ms', '')
        FROM delivery d JOIN delivery_attempts a ON a.delivery_id = d.id
      UNION ALL
      SELECT change_seq, 3, next_attempt_at, 'delivery', id, 'next attempt to ' || endpoint_id FROM delivery WHERE state = 'pending'
    ) step ORDER BY at, seq, place`;
}
