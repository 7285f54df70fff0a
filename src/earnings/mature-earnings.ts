import type { Id } from '../core/ids.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { followEvents } from './follow-events.js';
import { recordEarningChanges } from './record-earning-changes.js';
import { approveEarnings, payEarnings, readyEarnings, reviewEarnings } from './sql/earnings-maturing.js';
import type { MaturedBatch } from './workflow.js';

/** One step: at most `limit` records of each state in one transaction, guarded by the current state, so it can be repeated. */
export async function matureEarnings(ctx: Context, input: { limit: number }): Promise<MaturedBatch> {
  const { limit } = input;
  const { events } = await followEvents(ctx);
  // First all dates are right.
  if (events > 0) return { events, reviewed: 0, approved: 0, ready: 0, more: true };
  const now = ctx.clock.now();
  return ctx.sql.begin(async (tx) => {
    const approved = await approveEarnings(tx, now, limit);
    // After a long pause some become ready at once; partners are notified of both steps.
    const ready = await readyEarnings(tx, now, limit);
    const reviewed = await reviewEarnings(tx, now, limit);
    await recordEarningChanges(tx, [...approved, ...ready], now);
    const full = [ready.length, approved.length, reviewed].includes(limit);
    return { events, reviewed, approved: approved.length, ready: ready.length, more: full };
  });
}

/** Marks a paid statement's ready earnings as paid. @returns how many. @param only these of its lines; default: all. */
export async function markPaid(
  tx: Transaction,
  settlementId: Id<'statement'>,
  now: Date,
  only?: readonly string[],
): Promise<number> {
  const paid = await payEarnings(tx, settlementId, now, only);
  await recordEarningChanges(tx, paid, now);
  return paid.length;
}
