import type { Context } from '../platform/context/context.js';
import type { TemporalClient } from '../platform/temporal/client.js';
import { orderHoldWorkflowId } from '../platform/temporal/workflow-ids.js';
import { expireOrder } from './expire-order.js';
import { orderHoldOf } from './order-hold-of.js';
import { findOpenEventRefunds } from './sql/event-refunds.js';
import { findOverdueOrders, pageOpenHolds } from './sql/orders.js';
import { findUnsentRefunds } from './sql/refunds.js';
import { restartEventRefunds, wakeEventRefunds } from './start-event-refunds.js';
import { listRunningHolds, startOrderHold } from './start-holds.js';
import { startRefund } from './start-refunds.js';
import type { SweptOrders } from './workflow.js';

/** How long a workflow and the relay have before they count as lost. */
const PATIENCE_MS = 60_000;
const PAGE = 500;

/**
 * Repairs what got lost: ends overdue holds, and starts missing workflows of holds, of unsent refunds and of cancelled events. Safe to run
 * at any time and concurrently.
 *
 * @param beat called as the work goes on.
 */
export async function sweepOrders(ctx: Context, temporal: TemporalClient, beat: () => void): Promise<SweptOrders> {
  const now = ctx.clock.now();
  const patience = new Date(now.getTime() - PATIENCE_MS);
  const expired = await expireOverdue(ctx, patience, beat);
  const restarted = await restartLost(ctx, temporal, { createdBefore: patience, endsAfter: patience }, beat);
  const refunds = await findUnsentRefunds(ctx.sql, patience, PAGE);
  for (const refund of refunds) {
    await startRefund(temporal, refund);
    beat();
  }
  const eventRefunds = await restartEventRefundsDue(ctx, temporal, patience, beat);
  if (expired + restarted + refunds.length + eventRefunds > 0) {
    ctx.log.warn({ expired, restarted, refunds: refunds.length, eventRefunds }, 'orders repaired by the sweeper');
  }
  return { expired, restarted, refunds: refunds.length, eventRefunds };
}

/** Starts lost workflows; one that runs although its refunds are overdue may wait by another clock, and is woken. */
async function restartEventRefundsDue(
  ctx: Context,
  temporal: TemporalClient,
  patience: Date,
  beat: () => void,
): Promise<number> {
  let lost = 0;
  for (const { eventId, dueAt, paused } of await findOpenEventRefunds(ctx.sql, PAGE)) {
    if (await restartEventRefunds(temporal, eventId)) lost += 1;
    else if (!paused && dueAt < patience) await wakeEventRefunds(temporal, eventId);
    beat();
  }
  return lost;
}

async function expireOverdue(ctx: Context, before: Date, beat: () => void): Promise<number> {
  let expired = 0;
  for (;;) {
    const overdue = await findOverdueOrders(ctx.sql, before, PAGE);
    for (const orderId of overdue) {
      if ((await expireOrder(ctx, { orderId })) === 'expired') expired += 1;
      beat();
    }
    if (overdue.length < PAGE) return expired;
  }
}

/** The list of running workflows lags a little; a hold it misses is started in vain, which changes nothing. */
async function restartLost(
  ctx: Context,
  temporal: TemporalClient,
  filter: { createdBefore: Date; endsAfter: Date },
  beat: () => void,
): Promise<number> {
  let page = await pageOpenHolds(ctx.sql, filter, '', PAGE);
  if (page.length === 0) return 0;
  const running = await listRunningHolds(temporal);
  let restarted = 0;
  for (; page.length > 0; page = await pageOpenHolds(ctx.sql, filter, page.at(-1)?.id ?? '', PAGE)) {
    for (const row of page) {
      beat();
      if (running.has(orderHoldWorkflowId(row.id))) continue;
      if (await startOrderHold(temporal, orderHoldOf(row), { again: true })) restarted += 1;
    }
  }
  return restarted;
}
