import type { Context } from '../platform/context/context.js';
import { writePart } from './fan-out.js';
import { findDelivery } from './sql/deliveries.js';
import { countFanOut } from './sql/fan-out.js';
import type { AttemptInput, AttemptResult, FanOutPage, FanOutProgress } from './workflow.js';

/** The workflow looks again when the sender has had time for the attempt that is due. */
const AFTER_DUE_MS = 30_000;

/**
 * Tells a `delivery` workflow that began before senders made every attempt where its delivery stands. It waits until a little
 * after the next attempt, looks again, and ends when the delivery has ended.
 */
export async function attemptDelivery(ctx: Context, { deliveryId }: AttemptInput): Promise<AttemptResult> {
  const delivery = await findDelivery(ctx.sql, deliveryId);
  if (!delivery) return { kind: 'closed', state: 'missing' };
  const { state, run, attempt, nextAttemptAt } = delivery;
  if (state !== 'pending') return { kind: 'closed', state };
  const dueInMs = (nextAttemptAt?.getTime() ?? 0) - ctx.clock.now().getTime();
  return { kind: 'elsewhere', run, attempt: attempt + 1, waitMs: Math.max(0, dueInMs) + AFTER_DUE_MS };
}

/**
 * A page of a `fanOut` workflow, which only histories of before have: {@link fanOutRecorded} needs none.
 *
 * @returns the last endpoint of the page, null when no page is left, and how many deliveries were written.
 */
export async function fanOutPage(ctx: Context, page: FanOutPage): Promise<{ after: string | null; started: number }> {
  const { after, written } = await ctx.sql.begin((tx) => writePart(ctx, tx, page));
  return { after, started: written };
}

/** What became so far of the deliveries of a batch of changes. */
export function fanOutProgress(ctx: Context, changeIds: readonly string[]): Promise<FanOutProgress> {
  return countFanOut(ctx.sql, changeIds);
}
