import { findBulkFile } from '../../store/bulk-files.js';
import { findHolds } from '../../store/orders.js';
import { findPaymentFacts } from '../../store/settlement-payments.js';
import { startBulkFile } from '../../temporal/bulk-files.js';
import type { TemporalClient } from '../../temporal/client.js';
import { signalOrderClosed, startOrderHold } from '../../temporal/order-holds.js';
import { startRefund } from '../../temporal/refunds.js';
import { tellPayment } from '../../temporal/settlements.js';
import type { Context } from '../context.js';
import { projectChanges } from '../deliveries/project-changes.js';
import { createChangesDrain } from '../deliveries/relay-changes.js';
import { followEvents } from '../earnings/follow-events.js';
import { orderHoldOf } from '../orders/order-hold-of.js';
import { drainMessages } from './drain-messages.js';
import type { Drain } from './relay.js';

/** Starts and signals sent at the same time; the server's own limit lies not far above. */
const AT_ONCE = 20;
/** Few enough to be passed on within a minute by a slow server: longer, and the database gives the transaction up. */
const BATCH = 100;

/** What the worker's relay empties, each in a loop of its own. */
export function createDrains(ctx: Context, temporal: TemporalClient): Drain[] {
  return [
    changedEvents(ctx),
    followedEvents(ctx),
    createdOrders(ctx, temporal),
    closedOrders(ctx, temporal),
    refunds(ctx, temporal),
    settlements(ctx, temporal),
    bulkFiles(ctx, temporal),
    createChangesDrain(ctx, temporal),
  ];
}

function changedEvents(ctx: Context): Drain {
  return {
    name: 'event.touched',
    run: async () => ({ done: (await projectChanges(ctx)).events, failed: 0 }),
  };
}

/** Earnings follow events that moved or were cancelled. */
function followedEvents(ctx: Context): Drain {
  return {
    name: 'event.earnings',
    run: async () => ({ done: (await followEvents(ctx)).events, failed: 0 }),
  };
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
  return {
    name: 'order.created',
    run: () => drainMessages(ctx, { topic: 'order.created', batch: BATCH, atOnce: AT_ONCE, prepare }),
  };
}

function closedOrders(ctx: Context, temporal: TemporalClient): Drain {
  const prepare = async (keys: string[]) => {
    const statuses = new Map((await findHolds(ctx.sql, keys)).map((row) => [row.id, row.status]));
    return (key: string) => signalOrderClosed(temporal, key, { status: statuses.get(key) ?? 'missing' });
  };
  return {
    name: 'order.closed',
    run: () => drainMessages(ctx, { topic: 'order.closed', batch: BATCH, atOnce: AT_ONCE, prepare }),
  };
}

function refunds(ctx: Context, temporal: TemporalClient): Drain {
  const prepare = async () => (key: string) => startRefund(temporal, key);
  return {
    name: 'refund.requested',
    run: () => drainMessages(ctx, { topic: 'refund.requested', batch: BATCH, atOnce: AT_ONCE, prepare }),
  };
}

/** Each bulk file that was asked for gets its workflow. */
function bulkFiles(ctx: Context, temporal: TemporalClient): Drain {
  const prepare = async () => async (key: string) => {
    const file = await findBulkFile(ctx.sql, key);
    if (file?.state === 'building') await startBulkFile(temporal, file);
  };
  return {
    name: 'bulk.requested',
    run: () => drainMessages(ctx, { topic: 'bulk.requested', batch: BATCH, atOnce: AT_ONCE, prepare }),
  };
}

/** Each statement with something to pay gets its workflow; one that is under way hears of what finance did. */
function settlements(ctx: Context, temporal: TemporalClient): Drain {
  const prepare = async (keys: string[]) => {
    const facts = new Map((await findPaymentFacts(ctx.sql, keys)).map((one) => [one.id, one]));
    return async (key: string) => {
      const statement = facts.get(key);
      if (statement && statement.status !== 'carried') await tellPayment(temporal, statement);
    };
  };
  return {
    name: 'settlement.changed',
    run: () => drainMessages(ctx, { topic: 'settlement.changed', batch: BATCH, atOnce: AT_ONCE, prepare }),
  };
}
