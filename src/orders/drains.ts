import type { Context } from '../platform/context/context.js';
import type { Drain } from '../platform/outbox/drain.js';
import { createDrain } from '../platform/outbox/drain-messages.js';
import type { TemporalClient } from '../platform/temporal/client.js';
import { orderHoldOf } from './order-hold-of.js';
import { findEventRefunds, openEventRefunds } from './sql/event-refunds.js';
import { findHolds } from './sql/orders.js';
import { wakeEventRefunds } from './start-event-refunds.js';
import { signalOrderClosed, startOrderHold } from './start-holds.js';
import { startRefund } from './start-refunds.js';

/** The outbox topics of orders. */
export function createOrderDrains(ctx: Context, temporal: TemporalClient): Drain[] {
  return [
    createdOrders(ctx, temporal),
    closedOrders(ctx, temporal),
    requestedRefunds(ctx, temporal),
    eventRefunds(ctx, temporal),
  ];
}

/** Starts the workflow of each order, unless it is closed already. */
function createdOrders(ctx: Context, temporal: TemporalClient): Drain {
  const prepare = async (keys: string[]) => {
    const holds = new Map((await findHolds(ctx.sql, keys)).map((row) => [row.id, row]));
    return async (key: string) => {
      const row = holds.get(key);
      if (row?.status === 'awaiting_payment') await startOrderHold(temporal, orderHoldOf(row));
    };
  };
  return createDrain(ctx, { topic: 'order.created', prepare });
}

function closedOrders(ctx: Context, temporal: TemporalClient): Drain {
  const prepare = async (keys: string[]) => {
    const statuses = new Map((await findHolds(ctx.sql, keys)).map((row) => [row.id, row.status]));
    return (key: string) => signalOrderClosed(temporal, key, { status: statuses.get(key) ?? 'missing' });
  };
  return createDrain(ctx, { topic: 'order.closed', prepare });
}

function requestedRefunds(ctx: Context, temporal: TemporalClient): Drain {
  const prepare = async () => (key: string) => startRefund(temporal, key);
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
