import type { Context } from '../platform/context/context.js';
import { endHoldsThatAreOver } from './sql/end-holds.js';
import { findHolds, type HoldRow } from './sql/orders.js';

/** How late a hold may end by its workflow before {@link endOverdueHolds} ends it. */
const OVERDUE_MS = 10_000;
/** Orders in one statement: it takes some tens of milliseconds, which is how long it keeps a hot ticket type locked. */
const BATCH = 500;

/**
 * Ends the holds of these orders that are over and not paid. An order that a payment or a cancellation has locked stays
 * as it is.
 *
 * @returns the orders as they are afterwards, without those that do not exist.
 */
export async function endHolds(ctx: Context, orderIds: readonly string[]): Promise<HoldRow[]> {
  const now = ctx.clock.now();
  await endHoldsThatAreOver(ctx.sql, { now, before: now, orderIds, limit: orderIds.length });
  return findHolds(ctx.sql, orderIds);
}

/**
 * Ends a batch of holds that should have ended ten seconds ago, the longest overdue first, whatever became of their workflows.
 * Several workers may do it at once.
 *
 * @returns how many ended.
 */
export async function endOverdueHolds(ctx: Context): Promise<number> {
  const now = ctx.clock.now();
  const before = new Date(now.getTime() - OVERDUE_MS);
  const ended = await endHoldsThatAreOver(ctx.sql, { now, before, limit: BATCH });
  if (ended > 0) ctx.log.warn({ ended }, 'holds ended late: their workflows did not end them');
  return ended;
}

/** Whether {@link endOverdueHolds} has something to do. */
export async function hasOverdueHolds(ctx: Context): Promise<boolean> {
  const before = new Date(ctx.clock.now().getTime() - OVERDUE_MS);
  const rows = await ctx.sql`SELECT FROM orders WHERE status = 'awaiting_payment' AND hold_until <= ${before} LIMIT 1`;
  return rows.length > 0;
}
