import { followEvents } from '../earnings/follow-events.js';
import type { Context } from '../platform/context/context.js';
import type { EventRefundsStep } from './event-refunds-workflow.js';
import { refundPage } from './refund-event-page.js';
import { countEventRefunds, endEventRefunds, findEventRefunds } from './sql/event-refunds.js';

/** How long to wait before orders that could not be refunded are tried again. */
const AGAIN_MS = 600_000;

/**
 * Takes the next step of the refunds of a cancelled event: refunds a page of orders if they are due, else says when they
 * are. What the database says decides, so that repeating a step, or running it concurrently, refunds nobody twice.
 *
 * @param input.after the last order that was dealt with; empty: none.
 * @throws when not a single order of a page could be refunded.
 */
export async function advanceEventRefunds(
  ctx: Context,
  { eventId, after }: { eventId: string; after: string },
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
