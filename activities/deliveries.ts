import { Context as ActivityContext, ApplicationFailure, heartbeat } from '@temporalio/activity';
import { commandDeliveries } from '../src/deliveries/command-deliveries.js';
import type { EndpointDeliveriesActivities } from '../src/deliveries/endpoint-workflow.js';
import { attemptDelivery, fanOutPage, fanOutProgress } from '../src/deliveries/former-workflows.js';
import { planRound, sendRound } from '../src/deliveries/rounds.js';
import { stopInDatabase } from '../src/deliveries/stop-delivery.js';
import type {
  DeliveryActivities,
  FanOutActivities,
  FanOutProgressActivities,
  SenderActivities,
} from '../src/deliveries/workflow.js';
import type { Context } from '../src/platform/context/context.js';
import { withHeartbeat } from './with-heartbeat.js';

export function createDeliveryActivities(ctx: Context): DeliveryActivities & FanOutProgressActivities {
  return {
    attemptDelivery: (input) => attemptDelivery(ctx, input),
    stopDelivery: (deliveryId) => stopInDatabase(ctx, deliveryId),
    fanOutProgress: (changeIds) => fanOutProgress(ctx, changeIds),
  };
}

export function createFanOutActivities(ctx: Context): FanOutActivities {
  return { fanOutPage: (page) => withHeartbeat(() => fanOutPage(ctx, page)) };
}

/** For workflows from before shards were leased in Postgres: they end by it. */
export const senderActivities: SenderActivities = {
  async sendShard() {
    throw ApplicationFailure.nonRetryable('Shards are leased in Postgres now: this workflow is not needed any more.');
  },
};

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
