import { findHolds } from '../../store/orders.js';
import type { TemporalClient } from '../../temporal/client.js';
import { signalOrderClosed, startOrderHold } from '../../temporal/order-holds.js';
import { startRefund } from '../../temporal/refunds.js';
import type { Context } from '../context.js';
import type { Drain } from '../outbox/drain.js';
import { createDrain } from '../outbox/drain-messages.js';
import { orderHoldOf } from './order-hold-of.js';

/** What orders do with the outbox. */
export function createOrderDrains(ctx: Context, temporal: TemporalClient): Drain[] {
  return [createdOrders(ctx, temporal), closedOrders(ctx, temporal), requestedRefunds(ctx, temporal)];
}

/** Each order gets its workflow, unless it was closed before that. */
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
