import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../platform/context/context.js';
import type { Drain } from '../platform/outbox/drain.js';
import { createDrain } from '../platform/outbox/drain-messages.js';
import type { TemporalClient } from '../platform/temporal/client.js';
import { BATCH, continueFanOut, fanOutRecorded } from './fan-out-changes.js';
import { projectChanges } from './project-changes.js';
import { carryOutReplay } from './request-replay.js';
import { hurryDelivery } from './retry-now.js';
import { listEndpointStarts } from './sql/rounds.js';
import { listWaitingDeliveries } from './sql/waiting-deliveries.js';
import { deliveryStart } from './start-deliveries.js';
import { signalDelivery, startDelivery } from './start-workflows.js';
import { wakeEndpoint } from './wake-endpoint.js';
import { STOP_SIGNAL } from './workflow.js';

/** How long single changes are collected: a transaction for each would cost more than their deliveries. */
const GATHER_MS = 50;

/**
 * Workflows of failed deliveries are started one after the other, with a pause after each. They begin with a wait of a minute,
 * so there is no hurry; and the fan-out of a change that others wait for needs the same processors and the same queue just
 * when all attempts of receivers that hang end together. Only when a full batch waits, and more may behind it, …
 */
const FAILED_AT_ONCE = 1;
const PAUSE_MS = 100;
/** The longest that a worker that is about to end waits for them. */
const PAUSING_MS = 5_000;
const MANY_FAILED = 100;
/** … so many are started at the same time, without a pause. */
const MANY_AT_ONCE = 4;
const ENDPOINTS_AT_ONCE = 2;
/** More than are started at the same time: few that are refused each time must not hold up all others. */
const FAILED_BEFORE_GIVING_UP = 12;

/** The outbox topics of deliveries. */
export function createDeliveryDrains(ctx: Context, temporal: TemporalClient): Drain[] {
  return [
    touchedEvents(ctx),
    recordedChanges(ctx),
    { name: 'fan_out.begun', run: async () => ({ done: await continueFanOut(ctx), failed: 0 }) },
    failedDeliveries(ctx, temporal),
    eachOf(ctx, 'delivery.hurried', (id) => hurryDelivery(ctx, temporal, id)),
    eachOf(ctx, 'delivery.stopped', async (id) => void (await signalDelivery(temporal, id, STOP_SIGNAL))),
    eachOf(ctx, 'delivery.replay', (id) => carryOutReplay(ctx, id)),
    troubledEndpoints(ctx, temporal),
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

const areMany = (failed: number) => failed >= MANY_FAILED;

/** Starts the workflow of each delivery whose first attempt failed: it begins with what is left of the wait for the second. */
function failedDeliveries(ctx: Context, temporal: TemporalClient): Drain {
  return createDrain(ctx, {
    topic: 'delivery.failed',
    batch: MANY_FAILED,
    atOnce: (failed) => (areMany(failed) ? MANY_AT_ONCE : FAILED_AT_ONCE),
    giveUpAfter: FAILED_BEFORE_GIVING_UP,
    longestMs: PAUSING_MS,
    async prepare(ids) {
      const waiting = new Map((await listWaitingDeliveries(ctx.sql, ids)).map((one) => [one.id, one]));
      return async (id) => {
        const delivery = waiting.get(id);
        if (delivery) await startDelivery(temporal, deliveryStart(delivery, ctx.clock.now()));
        if (!areMany(ids.length)) await pause(PAUSE_MS);
      };
    },
  });
}

/**
 * Wakes or starts the workflow of each endpoint for which something waits. Few at a time, also where thousands are in trouble at
 * once: senders take by themselves what is fifteen seconds overdue.
 */
function troubledEndpoints(ctx: Context, temporal: TemporalClient): Drain {
  return createDrain(ctx, {
    topic: 'endpoint.retries',
    atOnce: ENDPOINTS_AT_ONCE,
    giveUpAfter: FAILED_BEFORE_GIVING_UP,
    longestMs: PAUSING_MS,
    async prepare(ids) {
      const endpoints = new Map((await listEndpointStarts(ctx.sql, ids)).map((one) => [one.id, one]));
      return async (id) => {
        const endpoint = endpoints.get(id);
        if (endpoint) await wakeEndpoint(temporal, endpoint);
      };
    },
  });
}

/** What members asked of single deliveries, one by one. */
function eachOf(
  ctx: Context,
  topic: 'delivery.hurried' | 'delivery.stopped' | 'delivery.replay',
  handle: (id: string) => Promise<void>,
): Drain {
  return createDrain(ctx, { topic, prepare: async () => handle });
}
