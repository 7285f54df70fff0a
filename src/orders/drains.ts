import type { Context } from '../platform/context/context.js';
import type { Drain } from '../platform/outbox/drain.js';
import { createDrain } from '../platform/outbox/drain-messages.js';
import type { TemporalClient } from '../platform/temporal/client.js';
import { startOrDo } from '../platform/temporal/start-or-do.js';
import { wakeEventRefunds } from './advance-event-refunds.js';
import { endOverdueHolds, hasOverdueHolds } from './end-hold.js';
import { sendRefund, startRefund } from './send-refund.js';
import { findEventRefunds, openEventRefunds } from './sql/event-refunds.js';
import { batchHolds, findHolds, type HoldRow } from './sql/orders.js';
import { signalOrderClosed, startOrderHold, startOrderHolds } from './start-holds.js';

/** The outbox topics of orders. */
export function createOrderDrains(ctx: Context, temporal: TemporalClient): Drain[] {
  return [
    createdOrders(ctx, temporal),
    closedOrders(ctx, temporal),
    requestedRefunds(ctx, temporal),
    eventRefunds(ctx, temporal),
    overdueHolds(ctx),
  ];
}

/** Holds that get a workflow of their own a second; when more orders come, they share workflows. */
const OWN_A_SECOND = 10;
/** Most orders of one workflow. */
const SHARED = 500;

/**
 * Starts the workflows of holds, unless the order is closed already. It comes once a second: of up to ten new orders each
 * gets a workflow; more share one for each minute in which holds end. A server bears some fifty starts a second, and all of
 * these workflows end at once.
 */
function createdOrders(ctx: Context, temporal: TemporalClient): Drain {
  const prepare = async (keys: string[]) => {
    const holds = (await findHolds(ctx.sql, keys)).filter(({ status }) => status === 'awaiting_payment');
    const start =
      holds.length > OWN_A_SECOND
        ? startShared(ctx, temporal, holds)
        : (hold: HoldRow) => startOrderHold(temporal, hold);
    const byId = new Map(holds.map((hold) => [hold.id, hold]));
    return async (key: string) => {
      const hold = byId.get(key);
      if (hold) await start(hold);
    };
  };
  const drain = createDrain(ctx, { topic: 'order.created', batch: SHARED, prepare });
  let nextAt = 0;
  return {
    ...drain,
    async run() {
      if (performance.now() < nextAt) return { done: 0, failed: 0 };
      const drained = await drain.run();
      if (drained.done > 0 && drained.done < SHARED) nextAt = performance.now() + 1_000;
      return drained;
    },
  };
}

/** Starts the workflow of a hold together with those that end in its minute, once. */
function startShared(ctx: Context, temporal: TemporalClient, holds: HoldRow[]): (hold: HoldRow) => Promise<void> {
  const minuteOf = (hold: HoldRow) => Math.floor(hold.holdUntil.getTime() / 60_000);
  const starts = new Map<number, Promise<void>>();
  const start = async (those: HoldRow[]) =>
    startOrderHolds(
      temporal,
      await batchHolds(
        ctx.sql,
        those.map(({ id }) => id),
      ),
      those,
    );
  return (hold) => {
    const minute = minuteOf(hold);
    const started = starts.get(minute) ?? start(holds.filter((one) => minuteOf(one) === minute));
    starts.set(minute, started);
    return started;
  };
}

/** Ends holds that their workflows leave open; see {@link endOverdueHolds}. */
function overdueHolds(ctx: Context): Drain {
  return {
    name: 'hold.overdue',
    isDue: () => hasOverdueHolds(ctx),
    // When a page could not be closed and nothing ended, the relay pauses before it asks the processor again.
    run: async () => {
      const { ended, failure } = await endOverdueHolds(ctx);
      return { done: ended, failed: failure === undefined ? 0 : 1, error: failure };
    },
  };
}

function closedOrders(ctx: Context, temporal: TemporalClient): Drain {
  const prepare = async (keys: string[]) => {
    const holds = new Map((await findHolds(ctx.sql, keys)).map((row) => [row.id, row]));
    return async (key: string) => {
      const hold = holds.get(key);
      if (!hold || hold.holdBatch === null)
        await signalOrderClosed(temporal, key, { status: hold?.status ?? 'missing' });
    };
  };
  return createDrain(ctx, { topic: 'order.closed', prepare });
}

function requestedRefunds(ctx: Context, temporal: TemporalClient): Drain {
  const prepare = async () => {
    const send = startOrDo(ctx);
    return (refundId: string) =>
      send(
        () => startRefund(temporal, refundId),
        () => sendRefund(ctx, { refundId }),
      );
  };
  return createDrain(ctx, { topic: 'refund.requested', prepare });
}

/** Opens the refunds of an event that was cancelled (`evt_…/<instant>`), or has its workflow read how things are (`evt_…`). */
function eventRefunds(ctx: Context, temporal: TemporalClient): Drain {
  const prepare = async () => async (key: string) => {
    const [eventId = '', cancelled] = key.split('/');
    if (cancelled !== undefined) {
      const cancelledAt = new Date(cancelled);
      const dueAt = new Date(cancelledAt.getTime() + ctx.config.autoRefundAfterMs);
      await openEventRefunds(ctx.sql, { eventId, cancelledAt, dueAt });
    }
    const refunds = await findEventRefunds(ctx.sql, eventId);
    if (refunds?.state === 'open') await wakeEventRefunds(temporal, eventId);
  };
  return createDrain(ctx, { topic: 'event.refunds', prepare });
}
