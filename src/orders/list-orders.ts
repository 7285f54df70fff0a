import { type CursorScope, givenFilters } from '../core/cursor.js';
import type { Caller } from '../core/viewer.js';
import type { Context } from '../platform/context/context.js';
import { toOrder } from './get-order.js';
import { readHorizon } from './sql/order-columns.js';
import { pageOfOrders } from './sql/order-list.js';
import type { OrderRow } from './sql/orders.js';
import type { OrderList, OrdersQuery } from './wire.js';

type OrdersFilters = Omit<OrdersQuery, 'limit' | 'cursor'>;

/**
 * A page of the orders that are credited to the caller's company, the newest first. With `changed_since`: all that
 * changed after it, by change. Such a walk ends at the changes that were visible when it began, so the last
 * `updated_at` of its last page, sent as `changed_since`, misses no change.
 *
 * @throws {ProblemError} 400 `invalid_cursor`.
 */
export async function listOrders(ctx: Context, input: { caller: Caller; query: OrdersQuery }): Promise<OrderList> {
  const { companyId, mode } = input.caller;
  const { limit, cursor, ...query } = input.query;
  const scope: CursorScope = { surface: 'orders', mode, companyId };
  const given = givenFilters(query);
  const opened = cursor === undefined ? null : ctx.cursors.open(scope, cursor, given);
  const filters = opened?.filters ?? given;
  const asked = filters as OrdersFilters;
  const isByChange = asked.changed_since !== undefined;
  const until = isByChange ? (opened?.position.until ?? (await readHorizon(ctx.sql))) : undefined;
  const filter = { ...asked, companyId, mode, changedUntil: until };
  const rows = await pageOfOrders(ctx.sql, filter, opened?.position ?? null, limit + 1);
  const at = ({ createdAt, updatedAt }: OrderRow) => (isByChange ? updatedAt : createdAt).toISOString();
  const { page, next } = ctx.cursors.pageOf(rows, { limit, scope, filters, at, until });
  return { object: 'list', mode, orders: page.map((order) => toOrder(ctx, order)), next };
}
