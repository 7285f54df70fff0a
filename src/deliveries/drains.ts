import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../platform/context/context.js';
import type { Drain } from '../platform/outbox/drain.js';
import { createDrain } from '../platform/outbox/drain-messages.js';
import type { TemporalClient } from '../platform/temporal/client.js';
import { BATCH, continueFanOut, fanOutRecorded } from './fan-out-changes.js';
import { projectChanges } from './project-changes.js';
import { carryOutReplay } from './request-replay.js';
import { hurryDelivery } from './retry-now.js';
import { listWaitingDeliveries } from './sql/waiting-deliveries.js';
import { deliveryStart } from './start-deliveries.js';
import { signalDelivery, startDelivery } from './start-workflows.js';
import { STOP_SIGNAL } from './workflow.js';

/** How long single changes are collected: a transaction for each would cost more than their deliveries. */
const GATHER_MS = 50;

/** A replay writes thousands of rows. */
const REPLAYS_AT_ONCE = 4;

/** The outbox topics of deliveries. */
export function createDeliveryDrains(ctx: Context, temporal: TemporalClient): Drain[] {
  return [
    touchedEvents(ctx),
    recordedChanges(ctx),
    { name: 'fan_out.begun', run: async () => ({ done: await continueFanOut(ctx), failed: 0 }) },
    failedDeliveries(ctx, temporal),
    eachOf(ctx, 'delivery.hurried', (id) => hurryDelivery(ctx, temporal, id)),
    eachOf(ctx, 'delivery.stopped', async (id) => void (await signalDelivery(temporal, id, STOP_SIGNAL))),
    eachOf(ctx, 'delivery.replay', (id) => carryOutReplay(ctx, id), REPLAYS_AT_ONCE),
    // Senders take what is overdue: nothing is lost without the workflow of the endpoint.
    eachOf(ctx, 'endpoint.retries', async () => {}),
  ];
}

/** Listings follow the events that were touched, and what partners see differently is recorded. */
function touchedEvents(ctx: Context): Drain {
  return {
    name: 'event.touched',
    run: async () => ({ done: (await projectChanges(ctx)).events, failed: 0 }),
  };
}

/** Fans out what was recorded since the last time. What cannot be written is tried again by itself, behind nothing and before nobody. */
function recordedChanges(ctx: Context): Drain {
  return {
    name: 'change.recorded',
    async run() {
      try {
        const done = await fanOutRecorded(ctx, { first: true });
        if (done > 0 && done < BATCH) await pause(GATHER_MS);
        return { done, failed: 0 };
      } catch (error) {
        return { done: await fanOutRecorded(ctx, { first: false }), failed: 1, error };
      }
    },
  };
}

/** Starts the workflow of each delivery whose first attempt failed: it begins with what is left of the wait for the second. */
function failedDeliveries(ctx: Context, temporal: TemporalClient): Drain {
  return createDrain(ctx, {
    topic: 'delivery.failed',
    async prepare(ids) {
      const waiting = new Map((await listWaitingDeliveries(ctx.sql, ids)).map((one) => [one.id, one]));
      return async (id) => {
        const delivery = waiting.get(id);
        if (delivery) await startDelivery(temporal, deliveryStart(delivery, ctx.clock.now()));
      };
    },
  });
}

/** What members asked of single deliveries, one by one. */
function eachOf(
  ctx: Context,
  topic: 'delivery.hurried' | 'delivery.stopped' | 'delivery.replay' | 'endpoint.retries',
  handle: (id: string) => Promise<void>,
  atOnce?: number,
): Drain {
  return createDrain(ctx, { topic, atOnce, prepare: async () => handle });
}
