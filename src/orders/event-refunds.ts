import { findEventStatus } from '../catalogue/sql/events.js';
import type { Id } from '../core/ids.js';
import { conflict, noSuch } from '../core/problems.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { enqueue } from '../platform/outbox/messages.js';
import {
  countEventRefunds,
  type EventRefundsRow,
  listEventRefundRows,
  lockEventRefunds,
  pauseRow,
  resumeRow,
} from './sql/event-refunds.js';

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
