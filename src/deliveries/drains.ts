import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../platform/context/context.js';
import type { Drain } from '../platform/outbox/drain.js';
import { createDrain } from '../platform/outbox/drain-messages.js';
import type { TemporalClient } from '../platform/temporal/client.js';
import { BATCH, continueFanOut, fanOutRecorded } from './fan-out.js';
import { carryOutReplay } from './request-replay.js';
import { listEndpointStarts } from './sql/rounds.js';
import { wakeEndpoint } from './wake-endpoint.js';

/** How long single changes are collected: a transaction for each would cost more than their deliveries. */
const GATHER_MS = 50;

/** A replay writes thousands of rows. */
const REPLAYS_AT_ONCE = 4;

/** The outbox topics of deliveries. */
export function createDeliveryDrains(ctx: Context, temporal: TemporalClient): Drain[] {
  return [
    recordedChanges(ctx),
    { name: 'fan_out.begun', run: async () => ({ done: await continueFanOut(ctx), failed: 0 }) },
    createDrain(ctx, {
      topic: 'delivery.replay',
      atOnce: REPLAYS_AT_ONCE,
      prepare: async () => (id) => carryOutReplay(ctx, id),
    }),
    troubledEndpoints(ctx, temporal),
  ];
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

/**
 * Wakes or starts the workflow of each endpoint for which something waits. Where Temporal answers slowly, few at a
 * time: senders take by themselves what is fifteen seconds overdue.
 */
function troubledEndpoints(ctx: Context, temporal: TemporalClient): Drain {
  return createDrain(ctx, {
    topic: 'endpoint.retries',
    async prepare(ids) {
      const endpoints = new Map((await listEndpointStarts(ctx.sql, ids)).map((one) => [one.id, one]));
      return async (id) => {
        const endpoint = endpoints.get(id);
        if (endpoint) await wakeEndpoint(temporal, endpoint);
      };
    },
  });
}
