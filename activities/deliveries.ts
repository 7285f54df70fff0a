import { Context as ActivityContext, heartbeat } from '@temporalio/activity';
import { commandDeliveries } from '../src/deliveries/command-deliveries.js';
import { planRound, sendRound } from '../src/deliveries/rounds.js';
import type { EndpointDeliveriesActivities } from '../src/deliveries/workflow.js';
import type { Context } from '../src/platform/context/context.js';

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
