import type { Position } from '../../core/cursor.js';
import type { Id } from '../../core/ids.js';
import type { Mode } from '../../core/mode.js';
import type { OrderStatus } from '../../core/order-status.js';
import type { Queryable } from '../../platform/database/database.js';
import { ORDER_COLUMNS, type OrderRow } from './orders.js';

/** Which of a company's orders are meant; an absent filter narrows nothing. Instants are ISO 8601. */
export interface OrderFilter {
  companyId: Id<'company'>;
  mode: Mode;
  status?: OrderStatus;
  eventId?: Id<'event'>;
  subId?: string;
  createdFrom?: string;
  /** Exclusive. */
  createdTo?: string;
  /** Lists by change instead of by creation. Both ends are exclusive. */
  changed?: { since: string; until: string };
}

/** One page after a position: the newest first, or by change the oldest first. */
export async function pageOfOrders(
  db: Queryable,
  filter: OrderFilter,
  after: Position | null,
  limit: number,
): Promise<OrderRow[]> {
  const { changed } = filter;
  const start = after && db`(${after.at}::text::timestamptz, ${after.id})`;
  return db<OrderRow[]>`
    SELECT ${ORDER_COLUMNS} FROM orders
    WHERE company_id = ${filter.companyId} AND mode = ${filter.mode}
      ${filter.status ? db`AND status = ${filter.status}` : db``}
      ${filter.eventId ? db`AND event_id = ${filter.eventId}` : db``}
      ${filter.subId ? db`AND sub_id = ${filter.subId}` : db``}
      ${filter.createdFrom ? db`AND created_at >= ${filter.createdFrom}::text::timestamptz` : db``}
      ${filter.createdTo ? db`AND created_at < ${filter.createdTo}::text::timestamptz` : db``}
      ${
        changed
          ? db`AND updated_at > ${changed.since}::text::timestamptz AND updated_at < ${changed.until}::text::timestamptz
              ${start ? db`AND (updated_at, id) > ${start}` : db``} ORDER BY updated_at, id`
          : db`${start ? db`AND (created_at, id) < ${start}` : db``} ORDER BY created_at DESC, id DESC`
      }
    LIMIT ${limit}`;
}
