import type { Id } from '../core/ids.js';
import { ProblemError } from '../core/problems.js';
import type { Caller } from '../core/viewer.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { closeCheckouts, closeOverdueCheckouts } from './close-checkout.js';
import { toOrder } from './get-order.js';
import { CheckoutOpen, releaseOrder } from './release-order.js';
import { findHolds, findOrder, findOrderByToken, type HoldRow, lockOrder } from './sql/orders.js';
import { endHoldsThatAreOver, findOver } from './sql/ticket-holds.js';
import type { Order } from './wire.js';

/*
 * How a hold ends without a payment. Each trigger is safe while the others or a payment run, because the row of the order decides:
 *
 * - its timer: the workflow `orderHold`, or `orderHolds` for many orders, calls `endHolds` when the hold is over;
 * - overdue: the job `overdue-holds` calls `endOverdueHolds` for holds that no timer ended within ten seconds;
 * - a command: `cancelOrder` and `cancelAtCheckout` end it early;
 * - its event is cancelled: the job `event-refunds` ends it with the refunds (`event-refunds.ts`).
 *
 * The payment page at the processor is always closed first: a payment that was made there wins.
 */

/** Closes open pages, then does the work. @throws {ProblemError} 503 `busy` when the processor cannot be asked. */
async function withoutCheckout<T>(ctx: Context, orderId: Id<'order'>, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    await closeCheckouts(ctx, [orderId]).catch((err: unknown) => {
      ctx.foldedLog.log('warn', 'close-checkout', { err }, 'a payment page could not be closed');
      throw new ProblemError('busy', { headers: { 'Retry-After': '5' } });
    });
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof CheckoutOpen) || attempt === CLOSINGS) throw error;
    }
  }
}

/** How late a hold may end by its workflow before {@link endOverdueHolds} ends it. */
const OVERDUE_MS = 10_000;
/** Orders in one statement: it takes some tens of milliseconds, which is how long it keeps a hot ticket type locked. */
const BATCH = 500;
/** How often a page is closed again when the buyer reopens it. */
const CLOSINGS = 3;
/** Pages in one turn: each is a call or two of the processor. */
const PAGES = 50;

/**
 * Ends the holds of these orders that are over and not paid. An order that a payment or a cancellation has locked is
 * not changed.
 *
 * @returns the existing orders with their new state.
 * @throws when a payment page could not be closed, after the holds of the other orders have ended.
 */
export async function endHolds(ctx: Context, orderIds: readonly Id<'order'>[]): Promise<HoldRow[]> {
  // First the page, then the tickets: a payment that was made wins. If a page cannot be closed, only its order keeps
  // its tickets.
  let failure: unknown;
  if (ctx.payments.hosted.length > 0) {
    await closeCheckouts(ctx, await findOver(ctx.sql, orderIds, ctx.clock.now())).catch((error: unknown) => {
      failure = error;
    });
  }
  const now = ctx.clock.now();
  await endHoldsThatAreOver(ctx.sql, { now, before: now, orderIds, limit: orderIds.length });
  if (failure !== undefined) throw failure;
  return findHolds(ctx.sql, orderIds);
}

/**
 * Ends a batch of holds that should have ended ten seconds ago, the longest overdue first, whatever became of their workflows.
 * Several workers may do it at once. A payment page that cannot be closed keeps its order's tickets.
 *
 * @returns how many ended, and why pages could not be closed.
 */
export async function endOverdueHolds(ctx: Context): Promise<{ ended: number; failure?: unknown }> {
  const now = ctx.clock.now();
  const before = new Date(now.getTime() - OVERDUE_MS);
  const end = () => endHoldsThatAreOver(ctx.sql, { now, before, limit: BATCH });
  // The other holds first: the processor may take long to answer about the pages.
  let ended = await end();
  let failure: unknown;
  await closeOverdueCheckouts(ctx, before, PAGES).catch((error: unknown) => {
    failure = error;
  });
  ended += await end();
  if (ended > 0) ctx.log.warn({ ended }, 'holds ended late: their workflows did not end them');
  return { ended, failure };
}

/** Whether {@link endOverdueHolds} has something to do. */
export async function hasOverdueHolds(ctx: Context): Promise<boolean> {
  const before = new Date(ctx.clock.now().getTime() - OVERDUE_MS);
  const rows = await ctx.sql`SELECT FROM orders WHERE status = 'awaiting_payment' AND hold_until <= ${before} LIMIT 1`;
  return rows.length > 0;
}

/**
 * Releases the tickets of an unpaid order early; cancelling a cancelled order again changes nothing.
 *
 * @throws {ProblemError} 404 `order_not_found`; 409 `order_not_open` when it does not await payment; 503 `busy` when its
 *   payment page cannot be closed.
 */
export async function cancelOrder(
  ctx: Context,
  input: { caller: Pick<Caller, 'companyId' | 'mode'>; orderId: Id<'order'> },
): Promise<Order> {
  const known = await findOrder(ctx.sql, input.caller, input.orderId);
  if (!known) throw new ProblemError('order_not_found');
  const cancel = async (tx: Transaction) => {
    const locked = (await lockOrder(tx, known.id)) ?? known;
    if (locked.status === 'cancelled') return locked;
    if (locked.status !== 'awaiting_payment') {
      const state = locked.status === 'test' ? 'paid, with a test key' : locked.status;
      throw new ProblemError('order_not_open', { detail: `The order is ${state}; it cannot be cancelled.` });
    }
    return releaseOrder(tx, locked, 'cancel', ctx.clock.now(), ctx.trace);
  };
  return toOrder(ctx, await withoutCheckout(ctx, known.id, () => ctx.sql.begin(cancel)));
}

/** The Cancel button of the payment page; it changes only orders that await payment. @returns whether the order exists. */
export async function cancelAtCheckout(ctx: Context, token: string): Promise<boolean> {
  const known = await findOrderByToken(ctx.sql, token);
  if (!known) return false;
  const cancel = async (tx: Transaction) => {
    const order = await lockOrder(tx, known.id);
    if (order?.status === 'awaiting_payment') await releaseOrder(tx, order, 'cancel', ctx.clock.now(), ctx.trace);
  };
  await withoutCheckout(ctx, known.id, () => ctx.sql.begin(cancel));
  return true;
}
