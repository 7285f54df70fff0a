import type { CursorFilters, CursorScope } from '../core/cursor.js';
import type { Caller } from '../core/viewer.js';
import type { Context } from '../platform/context/context.js';
import { toOrder } from './get-order.js';
import { pageOfOrders } from './sql/order-list.js';
import { readHorizon } from './sql/order-stamp.js';
import { type OrderList, type OrdersQuery, ordersFilters } from './wire.js';

/**
 * A page of the orders that are credited to the caller's company, the newest first. With `changed_since`: all that changed after it, by
 * change. Such a walk ends at what was visible when it began, so the last `updated_at` of its last page, sent as `changed_since`, misses
 * no change.
 *
 * @throws {ProblemError} 400 `invalid_cursor`.
 */
export async function listOrders(ctx: Context, input: { caller: Caller; query: OrdersQuery }): Promise<OrderList> {
  const { companyId, mode } = input.caller;
  const { limit, cursor, ...filters } = input.query;
  const scope: CursorScope = { surface: 'orders', mode, companyId };
  const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)) as CursorFilters;
  const opened = cursor === undefined ? null : ctx.cursors.open(scope, cursor, given);
  const known = opened?.filters ?? given;
  const { status, event_id: eventId, sub_id: subId, ...instants } = ordersFilters.parse(known);
  const { created_from: createdFrom, created_to: createdTo, changed_since: since } = instants;
  const until = since === undefined ? undefined : (opened?.position.until ?? (await readHorizon(ctx.sql)));
  const changed = since !== undefined && until !== undefined ? { since, until } : undefined;
  const filter = { companyId, mode, status, eventId, subId, createdFrom, createdTo, changed };
  const rows = await pageOfOrders(ctx.sql, filter, opened?.position ?? null, limit + 1);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const at = last && (changed ? last.updatedAt : last.createdAt).toISOString();
  return {
    object: 'list',
    mode,
    orders: page.map((order) => toOrder(ctx, order)),
    next: last && at ? ctx.cursors.seal(scope, { at, id: last.id, until }, known) : null,
  };
}
