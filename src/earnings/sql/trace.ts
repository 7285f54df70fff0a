import type { Id } from '../../core/ids.js';
import type { TraceStep } from '../../core/trace.js';
import type { Queryable } from '../../platform/database/database.js';

/** The ledger entries of a sale, and the state of each earning now. Amounts are in minor units. */
export function listEarningSteps(db: Queryable, saleId: Id<'sale'>): Promise<TraceStep[]> {
  return db<TraceStep[]>`
    SELECT l.created_at AS at, 'earning' AS what, l.earning_id AS id,
           l.kind || ' of ' || l.commission_minor || ' ' || l.currency || ' (minor units), now ' || coalesce(e.status, 'gone') AS detail
      FROM ledger_entries l LEFT JOIN earnings e ON e.id = l.earning_id
     WHERE l.sale_id = ${saleId}
     ORDER BY l.created_at, l.id`;
}
