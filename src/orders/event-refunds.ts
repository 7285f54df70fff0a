import { findEventStatus } from '../catalogue/sql/events.js';
import type { Id } from '../core/ids.js';
import { conflict, noSuch } from '../core/problems.js';
import { followEvents } from '../earnings/follow-events.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { enqueue } from '../platform/outbox/messages.js';
import { closeCheckouts } from './close-checkout.js';
import { refundIn } from './refunds.js';
import { releaseOrder } from './release-order.js';
import { OrderTransitionError } from './rules/order-status.js';
import {
  countEventRefunds,
  type EventRefundsRow,
  endEventRefunds,
  findEventRefunds,
  listEventRefundRows,
  lockEventRefunds,
  lockRefundable,
  pauseRow,
  resumeRow,
} from './sql/event-refunds.js';
import { lockOrder, pageOfOpenOrders } from './sql/orders.js';
import type { EventRefundsStep } from './workflow.js';

export type ListedEventRefunds = EventRefundsRow & {
  /** Orders still to be refunded. */
  waiting: number;
  /** Orders refunded because of the cancellation. */
  refunded: number;
};

/** Refunds of cancelled events: open ones first, the soonest due first; then ended ones, the last ended first. */
export async function listEventRefunds(ctx: Context, limit: number): Promise<ListedEventRefunds[]> {
  const rows = await listEventRefundRows(ctx.sql, limit);
  const listed: ListedEventRefunds[] = [];
  for (const row of rows) listed.push({ ...row, ...(await countEventRefunds(ctx.sql, row.eventId)) });
  return listed;
}

/**
 * Pauses the refunds of a cancelled event until an operator resumes them. Once it has returned, no further order is
 * refunded; refunds that were decided are still sent.
 *
 * @throws {ProblemError} `invalid_request` for an event without open refunds.
 */
export function pauseEventRefunds(ctx: Context, eventId: Id<'event'>): Promise<void> {
  // A pause in force keeps its first operator.
  return change(ctx, eventId, 'event.pause_refunds', (tx) => pauseRow(tx, eventId, ctx.actor, ctx.clock.now()));
}

/**
 * Resumes the refunds of a cancelled event: they start when they are due, which may have passed.
 *
 * @param options.now start at once, even if they are due later.
 * @throws {ProblemError} `invalid_request` for an event without open refunds.
 */
export function resumeEventRefunds(ctx: Context, eventId: Id<'event'>, { now }: { now: boolean }): Promise<void> {
  return change(ctx, eventId, 'event.resume_refunds', (tx) => resumeRow(tx, eventId, now ? ctx.clock.now() : null));
}

/** @param write returns whether it changed anything; nothing is recorded otherwise. */
async function change(
  ctx: Context,
  eventId: Id<'event'>,
  action: 'event.pause_refunds' | 'event.resume_refunds',
  write: (tx: Transaction) => Promise<boolean>,
): Promise<void> {
  await ctx.sql.begin(async (tx) => {
    // Waits for the order that is being refunded; the next order sees the change.
    const state = await lockEventRefunds(tx, eventId);
    if (!state && (await findEventStatus(tx, eventId)) === null) throw noSuch('event', eventId);
    if (!state) throw conflict('event', `${eventId} is not cancelled, or sold no tickets`);
    if (state !== 'open') throw conflict('event', `the refunds of ${eventId} have ended: ${state}`);
    if (!(await write(tx))) return;
    await recordAction(ctx, tx, { action, objectId: eventId });
    await enqueue(tx, 'event.refunds', [eventId], ctx.clock.now());
  });
}

/** How long to wait before orders that could not be refunded are tried again. */
const AGAIN_MS = 600_000;

/**
 * Takes the next step of the refunds of a cancelled event: refunds a page of orders if they are due, else says when
 * they are. The database decides, so that a repeated or concurrent step refunds no order twice.
 *
 * @param input.after the last order that was dealt with; empty: none.
 * @throws when not a single order of a page could be refunded.
 */
export async function advanceEventRefunds(
  ctx: Context,
  { eventId, after }: { eventId: Id<'event'>; after: string },
): Promise<EventRefundsStep> {
  const row = await findEventRefunds(ctx.sql, eventId);
  const step = async (
    state: EventRefundsStep['state'],
    rest: Partial<EventRefundsStep> = {},
  ): Promise<EventRefundsStep> => {
    const counts = await countEventRefunds(ctx.sql, eventId);
    return { state, waitMs: null, after: '', failed: 0, pausedBy: row?.pausedBy ?? null, ...counts, ...rest };
  };
  const end = async (state: 'refunded' | 'reinstated') => {
    await endEventRefunds(ctx.sql, eventId, { state, now: ctx.clock.now() });
    return step(state);
  };
  if (!row) return step('missing');
  if (row.state !== 'open') return step(row.state);
  if (row.eventStatus !== 'cancelled') return end('reinstated');
  if (row.pausedAt) return step('paused');
  const early = row.dueAt.getTime() - ctx.clock.now().getTime();
  if (early > 0) return step('waiting', { waitMs: early });

  // Reverse first, so that partners read `event_cancelled` as the reason, not the refund.
  if (after === '') while ((await followEvents(ctx)).events > 0);
  const page = await refundPage(ctx, eventId, after);
  if (page.failed > 0 && page.refunded + page.cancelled === 0) throw page.error;
  // A pause or a reinstatement came between: the next step says which.
  if (page.stopped) return step('refunding', { waitMs: 0 });
  if (page.after !== null) return step('refunding', { waitMs: 0, after: page.after });
  const { waiting } = await countEventRefunds(ctx.sql, eventId);
  if (waiting === 0) return end('refunded');
  return step('refunding', { waitMs: AGAIN_MS, failed: waiting });
}

/** Orders in one page: a pause takes hold between two of them. */
const PAGE = 100;

interface EventRefundsPage {
  /** Orders refunded (the rest of them). */
  refunded: number;
  /** Unpaid orders. */
  cancelled: number;
  /** The last order of the page; null: there are no more. */
  after: string | null;
  /** The event is not cancelled, or its refunds are paused: the rest of the page was left alone. */
  stopped: boolean;
  /** Orders that could not be refunded, and the first reason. */
  failed: number;
  error?: unknown;
}

/** Refunds a page of orders, each in a transaction of its own, so that a failing order does not delay others. */
async function refundPage(ctx: Context, eventId: Id<'event'>, after: string): Promise<EventRefundsPage> {
  const ids = await pageOfOpenOrders(ctx.sql, eventId, { after, limit: PAGE });
  const next = ids.length < PAGE ? null : (ids.at(-1) ?? null);
  const page: EventRefundsPage = { refunded: 0, cancelled: 0, failed: 0, after: next, stopped: false };
  for (const orderId of ids) {
    try {
      const result = await closeOrRefund(ctx, eventId, orderId);
      if (result === 'stopped') return { ...page, stopped: true };
      if (result) page[result] += 1;
    } catch (error) {
      ctx.log.error({ eventId, orderId, err: error }, 'an order of a cancelled event could not be refunded');
      page.failed += 1;
      page.error ??= error;
    }
  }
  return page;
}

async function closeOrRefund(
  ctx: Context,
  eventId: Id<'event'>,
  orderId: Id<'order'>,
): Promise<'refunded' | 'cancelled' | 'stopped' | null> {
  await closeCheckouts(ctx, [orderId]);
  try {
    return await ctx.sql.begin(async (tx) => {
      const order = await lockOrder(tx, orderId);
      if (!order) return null;
      if (!(await lockRefundable(tx, eventId))) return 'stopped';
      if (order.status === 'awaiting_payment') {
        await releaseOrder(tx, order, 'cancel', ctx.clock.now());
        return 'cancelled';
      }
      return (await refundIn(ctx, tx, { orderId, requestKey: 'event-cancelled' })) ? 'refunded' : null;
    });
  } catch (error) {
    // It was refunded in the meantime, or its hold expired.
    if (error instanceof OrderTransitionError) return null;
    throw error;
  }
}
