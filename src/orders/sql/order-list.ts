import type { Position } from '../../core/cursor.js';
import type { Id } from '../../core/ids.js';
import type { Mode } from '../../core/mode.js';
import type { CompanyDays } from '../../earnings/sql/sales.js';
import type { Fragment, Queryable } from '../../platform/database/database.js';
import { firstValue } from '../../platform/database/rows.js';
import type { OrdersQuery } from '../wire.js';
import { ORDER_COLUMNS, type OrderRow } from './orders.js';

/** Which of a company's orders are meant; an absent filter narrows nothing. */
export interface OrderFilter extends Omit<OrdersQuery, 'limit' | 'cursor'> {
  companyId: Id<'company'>;
  mode: Mode;
  /** With `changed_since`: an instant, exclusive. The list is by change instead of by creation. */
  changedUntil?: string;
}

/** One page after a position: the newest first, or by change the oldest first. */
export async function pageOfOrders(
  db: Queryable,
  filter: OrderFilter,
  after: Position | null,
  limit: number,
): Promise<OrderRow[]> {
  const { status, event_id, sub_id, created_from, created_to, changed_since, changedUntil } = filter;
  const start = after && db`(${after.at}::text::timestamptz, ${after.id})`;
  return db<OrderRow[]>`
    SELECT ${ORDER_COLUMNS} FROM orders
    WHERE company_id = ${filter.companyId} AND mode = ${filter.mode}
      ${status ? db`AND status = ${status}` : db``}
      ${event_id ? db`AND event_id = ${event_id}` : db``}
      ${sub_id ? db`AND sub_id = ${sub_id}` : db``}
      ${created_from ? db`AND created_at >= ${created_from}::text::timestamptz` : db``}
      ${created_to ? db`AND created_at < ${created_to}::text::timestamptz` : db``}
      ${
        changed_since && changedUntil
          ? db`AND updated_at > ${changed_since}::text::timestamptz AND updated_at < ${changedUntil}::text::timestamptz
              ${start ? db`AND (updated_at, id) > ${start}` : db``} ORDER BY updated_at, id`
          : db`${start ? db`AND (created_at, id) < ${start}` : db``} ORDER BY created_at DESC, id DESC`
      }
    LIMIT ${limit}`;
}

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
