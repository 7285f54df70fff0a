import { DAY } from '../core/time.js';
import { deleteEvents } from '../payments/sql.js';
import type { Context } from '../platform/context/context.js';
import { allSteps, each } from '../platform/sweeps/each.js';
import type { TemporalClient } from '../platform/temporal/client.js';
import { startOrDo } from '../platform/temporal/start-or-do.js';
import { restartEventRefunds, wakeEventRefunds } from './advance-event-refunds.js';
import { lookAtCheckouts } from './close-checkout.js';
import { sendRefund, startRefund } from './send-refund.js';
import { findOpenEventRefunds } from './sql/event-refunds.js';
import { findUnsentRefunds } from './sql/refunds.js';

/** How long a workflow and the relay have before they count as lost. */
const PATIENCE_MS = 60_000;
/** After so long a refund is sent here, whatever runs. */
const LATE_MS = 120_000;
const PAGE = 500;
/** The processor repeats a message for three days; whoever looks into one may come later. */
const EVENTS_KEPT_MS = 90 * DAY;

export interface SweptOrders {
  /** Refunds that the processor had not taken. */
  refunds: number;
  /** Cancelled events whose refunds had lost their workflow. */
  eventRefunds: number;
}

/**
 * Starts missing workflows of unsent refunds and of cancelled events; while Temporal takes none, or
 * runs none, the refunds are sent here. Safe to run at any time and concurrently. Holds need no sweep: those that are overdue are ended within seconds
 * (`endOverdueHolds`). We query the processor about payment pages without a message from it. Messages of the processor are forgotten after 90 days.
 */
export async function sweepOrders(ctx: Context, temporal: TemporalClient): Promise<SweptOrders> {
  const patience = new Date(ctx.clock.now().getTime() - PATIENCE_MS);
  const refunds = await findUnsentRefunds(ctx.sql, patience, PAGE);
  const send = startOrDo(ctx);
  const lateBefore = new Date(ctx.clock.now().getTime() - LATE_MS);
  let repaired = 0;
  const sendUnsent = () =>
    each(refunds, async ({ id: refundId, createdAt }) => {
      await send(
        () => startRefund(temporal, refundId),
        () => sendRefund(ctx, { refundId }),
        { late: createdAt < lateBefore },
      );
      repaired += 1;
    });
  let eventRefunds = 0;
  const restartLost = async () => {
    eventRefunds = await restartEventRefundsDue(ctx, temporal, patience);
    if (repaired + eventRefunds > 0) {
      ctx.log.warn({ refunds: repaired, eventRefunds }, 'orders repaired by the sweeper');
    }
  };
  // A turn a minute is enough for some hundred thousand messages a day, and keeps the statement short.
  const forget = () => deleteEvents(ctx.sql, new Date(ctx.clock.now().getTime() - EVENTS_KEPT_MS), PAGE);
  await allSteps(sendUnsent, restartLost, forget, () => lookAtCheckouts(ctx));
  return { refunds: refunds.length, eventRefunds };
}

/** Starts lost workflows; one that runs although its refunds are overdue may wait by another clock, and is woken. */
async function restartEventRefundsDue(ctx: Context, temporal: TemporalClient, patience: Date): Promise<number> {
  let lost = 0;
  for (const { eventId, dueAt } of await findOpenEventRefunds(ctx.sql, PAGE)) {
    if (await restartEventRefunds(temporal, eventId)) lost += 1;
    else if (dueAt < patience) await wakeEventRefunds(temporal, eventId);
  }
  return lost;
}
