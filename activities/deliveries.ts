import { setTimeout as pause } from 'node:timers/promises';
import { Context as ActivityContext, heartbeat } from '@temporalio/activity';
import { attemptDelivery } from '../src/deliveries/attempt-delivery.js';
import { commandDeliveries } from '../src/deliveries/command-deliveries.js';
import type { EndpointDeliveriesActivities } from '../src/deliveries/endpoint-workflow.js';
import { fanOutPage } from '../src/deliveries/fan-out-page.js';
import { fanOutProgress } from '../src/deliveries/fan-out-progress.js';
import type { Lanes } from '../src/deliveries/lanes.js';
import { planRound } from '../src/deliveries/plan-round.js';
import { sendRound } from '../src/deliveries/send-round.js';
import type { ShardSender } from '../src/deliveries/sender/shard-sender.js';
import { stopInDatabase } from '../src/deliveries/stop-delivery.js';
import { sweepDeliveries } from '../src/deliveries/sweep-deliveries.js';
import type {
  DeliveryActivities,
  FanOutActivities,
  FanOutProgressActivities,
  SenderActivities,
  SweepDeliveriesActivities,
} from '../src/deliveries/workflow.js';
import type { Context } from '../src/platform/context/context.js';
import type { TemporalClient } from '../src/platform/temporal/client.js';
import { withHeartbeat } from './support/with-heartbeat.js';

/** @param lanes shared by the workers of both lanes in this process. */
export function createDeliveryActivities(ctx: Context, lanes: Lanes): DeliveryActivities & FanOutProgressActivities {
  return {
    attemptDelivery: (input) => attemptDelivery(ctx, lanes, input),
    stopDelivery: (deliveryId) => stopInDatabase(ctx, deliveryId),
    fanOutProgress: (changeIds) => fanOutProgress(ctx, changeIds),
  };
}

export function createFanOutActivities(ctx: Context): FanOutActivities {
  return { fanOutPage: (page) => withHeartbeat(() => fanOutPage(ctx, page)) };
}

/** How long a worker keeps a shard before any other may take it: half as much again, or half less. */
const KEEP_SHARD_MS = 60_000;
const HEARTBEAT_MS = 4_000;

export function createSenderActivities(sender: ShardSender): SenderActivities {
  return {
    async sendShard({ shard }) {
      const activity = ActivityContext.current();
      const view = () => sender.view(shard);
      const letGo = sender.hold(shard);
      // Not all at the same moment, or one worker could take them all again.
      const kept = () => ended(KEEP_SHARD_MS * (0.5 + Math.random()), [activity.cancellationSignal, sender.signal]);
      try {
        await withHeartbeat(kept, { every: HEARTBEAT_MS, details: view });
        return view();
      } finally {
        letGo();
      }
    },
  };
}

/** The time is over, or one of the signals came. */
async function ended(milliseconds: number, signals: AbortSignal[]): Promise<void> {
  await pause(milliseconds, undefined, { signal: AbortSignal.any(signals) }).catch(() => {});
}

export function createSweepDeliveriesActivities(ctx: Context, temporal: TemporalClient): SweepDeliveriesActivities {
  return { sweepDeliveries: () => sweepDeliveries(ctx, temporal, heartbeat) };
}

/** @param stopping aborted when the worker is about to end: rounds do not hold it up. */
export function createEndpointDeliveriesActivities(ctx: Context, stopping: AbortSignal): EndpointDeliveriesActivities {
  return {
    planRound: ({ endpointId }) => planRound(ctx, endpointId),
    sendRound({ endpointId }) {
      const signal = AbortSignal.any([stopping, ActivityContext.current().cancellationSignal]);
      return sendRound(ctx, endpointId, { signal, beat: heartbeat });
    },
    commandDeliveries: (command) => commandDeliveries(ctx, command),
  };
}
