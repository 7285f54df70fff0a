import { setTimeout as pause } from 'node:timers/promises';
import { completeEndedEvents } from '../catalogue/complete-ended-events.js';
import { refreshSamples } from '../catalogue/refresh-samples.js';
import { unmovedInstant } from '../core/clock.js';
import { DAY, dayOf, MINUTE } from '../core/time.js';
import { hasPendingDeliveries } from '../deliveries/sql/deliveries.js';
import { matureEarnings } from '../earnings/mature-earnings.js';
import { findNextMaturing } from '../earnings/sql/earnings-maturing.js';
import { findEventsToRefund } from '../orders/sql/event-refunds.js';
import { recordAction } from '../platform/audit/record-action.js';
import { CLOCK_SEEN_MS } from '../platform/clock/database-clock.js';
import { isClockMovable } from '../platform/config/config.js';
import type { Context } from '../platform/context/context.js';
import { enqueue } from '../platform/outbox/messages.js';
import type { TemporalClient } from '../platform/temporal/client.js';
import { keepRequestDays } from '../requests/jobs.js';
import { startClose } from '../settlements/close-run.js';
import { endOfMonth, lastEndedMonth, monthOf } from '../settlements/rules/settlement.js';
import { findPaymentProgress } from '../settlements/sql/settlement-payments.js';
import { isMonthClosed } from '../settlements/sql/settlement-runs.js';
import { findNextSettling } from '../settlements/sql/settlement-terms.js';
import { deleteOldSignals } from '../signals/delete-old-signals.js';
import { addAhead } from './sql/clock.js';

const BATCH = 500;
/** How long payments that fell due are waited for; the workers continue with them after it. */
const PAYMENTS_MS = MINUTE;
/** How long to wait for notifications, so that one day's webhooks come before the next one's. */
const TOLD_MS = 15_000;

/** Why the clock cannot be moved. */
export class ClockRefused extends Error {
  override name = 'ClockRefused';
}

/**
 * Moves the clock of a service without real money, a day at a time, and runs everything due: events end, earnings
 * mature, months close, statements are paid. The workers must be running: they close, pay and deliver.
 *
 * @param say called with a line for each day on which something happened.
 * @throws {ClockRefused} where payments or payouts are not simulated.
 */
export async function advanceClock(
  ctx: Context,
  temporal: TemporalClient,
  input: { days: number },
  say: (line: string) => void,
): Promise<Date> {
  const refresh = createRefresh(ctx);
  for (let day = 1; day <= input.days; day += 1) {
    const before = ctx.clock.now();
    await ctx.sql.begin(async (tx) => {
      await addAhead(tx, DAY);
      const details = { days: input.days };
      if (day === 1) await recordAction(ctx, tx, { action: 'sandbox.advance', objectId: 'sandbox_clock', details });
    });
    await refresh();
    const { done: paidBefore } = await progressAt(ctx, before);
    const done = await mature(ctx);
    if (endedByMoving(ctx)) done.push(...(await closeMonth(ctx, temporal)));
    done.push(...(await pay(ctx, paidBefore)));
    // Their workflows sleep by the server's clock, which does not move.
    await enqueue(ctx.sql, 'event.refunds', await findEventsToRefund(ctx.sql, ctx.clock.now()), ctx.clock.now());
    if (done.length === 0) continue;
    await untilTold(ctx);
    say(`${dayOf(ctx.clock.now())}: ${done.join(', ')}`);
  }
  await refreshSamples(ctx);
  await keepRequestDays(ctx);
  await deleteOldSignals(ctx);
  return ctx.clock.now();
}

/** Rereads the clock. @throws {ClockRefused} where payments or payouts are not simulated. */
export function createRefresh({ config, clock }: Context): () => Promise<void> {
  if (isClockMovable(config) && clock.refresh) return clock.refresh;
  throw new ClockRefused(
    "The clock moves only where payments and payouts are simulated (PAYMENTS=simulated, no STRIPE_TEST_KEY), and beside Stripe's stand-in.",
  );
}

async function mature(ctx: Context): Promise<string[]> {
  const { completed } = await completeEndedEvents(ctx);
  let approved = 0;
  let ready = 0;
  for (let more = true; more; ) {
    const moved = await matureEarnings(ctx, { limit: BATCH });
    approved += moved.approved;
    ready += moved.ready;
    more = moved.more;
  }
  return [
    ...(completed > 0 ? [`${completed} events ended`] : []),
    ...(approved > 0 ? [`${approved} earnings approved`] : []),
    ...(ready > 0 ? [`${ready} earnings ready`] : []),
  ];
}

/** Whether the last month that is over is so by the moved clock only: also when the command that moved it was ended then. */
function endedByMoving({ clock }: Context): boolean {
  return lastEndedMonth(clock.now()) !== lastEndedMonth(unmovedInstant(clock));
}

async function closeMonth(ctx: Context, temporal: TemporalClient): Promise<string[]> {
  const month = lastEndedMonth(ctx.clock.now());
  if (await isMonthClosed(ctx.sql, month)) return [];
  await seenByAll();
  const input = { month, requestedBy: 'sandbox clock', reason: 'month end' };
  const close = await startClose(ctx, temporal, input, `Closes ${month}, as the moved clock has it`);
  const { issued, carried } = await close.result();
  return [`${month} closed: ${issued} statements issued, ${carried} carried`];
}

const progressAt = (ctx: Context, now: Date) => findPaymentProgress(ctx.sql, now, ctx.payouts.methods);

/**
 * Payments sleep by the server's clock, which does not move: they are signalled when their day comes. A statement that was
 * due when the month closed may have been paid by now, and counts as well.
 *
 * @param paidBefore how many payments were done when the day began.
 */
async function pay(ctx: Context, paidBefore: number): Promise<string[]> {
  const { due, done } = await progressAt(ctx, ctx.clock.now());
  const payments = due.length + done - paidBefore;
  let left = due.length;
  if (left > 0) {
    await seenByAll();
    await enqueue(ctx.sql, 'settlement.changed', due, ctx.clock.now());
  }
  const began = performance.now();
  while (left > 0 && performance.now() - began < PAYMENTS_MS) {
    await pause(200);
    left = (await progressAt(ctx, ctx.clock.now())).due.length;
  }
  if (payments === 0) return [];
  return [`${payments} payments${left > 0 ? `, ${left} of them still under way` : ''}`];
}

async function untilTold(ctx: Context): Promise<void> {
  const began = performance.now();
  while ((await hasPendingDeliveries(ctx.sql)) && performance.now() - began < TOLD_MS) await pause(50);
}

/** The other processes read the clock once a second. */
const seenByAll = () => pause(CLOCK_SEEN_MS + 500);

/** What falls due next, in words, the soonest first, so that you know how far to move the clock. */
export async function nextSteps(ctx: Context): Promise<string[]> {
  const { approves, ready } = await findNextMaturing(ctx.sql);
  const { unsettled, paid } = await findNextSettling(ctx.sql);
  const now = ctx.clock.now();
  const steps: [Date | null, string][] = [
    [approves, 'earnings are approved'],
    [ready, 'earnings are ready'],
    [unsettled ? endOfMonth(monthOf(now)) : null, 'the month closes'],
    [paid, 'a statement is paid'],
  ];
  return steps
    .flatMap(([at, what]) => (at ? [{ at, what }] : []))
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ at, what }) => `${dayOf(at)} ${what}`);
}
