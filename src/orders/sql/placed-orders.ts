import type { Id } from '../../core/ids.js';
import type { Mode } from '../../core/mode.js';
import type { CompanyDays } from '../../earnings/sql/sales.js';
import type { Fragment, Queryable } from '../../platform/database/database.js';
import { firstValue } from '../../platform/database/rows.js';

/** Selects the orders that a company brought in as `created_at`, `event_id`, `sub_id` and `source`, from an index alone. */
export function ordersPlaced(db: Queryable, { companyId, mode, from, to }: CompanyDays): Fragment {
  return db`
    SELECT created_at, event_id, sub_id, source FROM orders
     WHERE company_id = ${companyId} AND mode = ${mode}
       AND created_at >= ${from}::date AND created_at < ${to}::date + 1`;
}

/** The mode of a company's newest order, from the same index; null: it has none. */
export function newestOrderMode(db: Queryable, companyId: Id<'company'>): Promise<Mode | null> {
  return firstValue(db<{ mode: Mode }[]>`
    SELECT mode FROM orders WHERE company_id = ${companyId} ORDER BY created_at DESC LIMIT 1`);
}

/** Selects orders that came through links, and their status. */
export function ordersThroughLinks(
  db: Queryable,
  { companyId, mode, from }: Pick<CompanyDays, 'companyId' | 'mode'> & { from: Date },
): Fragment {
  return db`
    SELECT id, created_at, event_id, sub_id, status FROM orders
     WHERE company_id = ${companyId} AND mode = ${mode} AND source = 'buy_link' AND created_at >= ${from}`;
}
