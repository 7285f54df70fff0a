import { heartbeat } from '@temporalio/activity';
import { attemptDelivery } from '../src/deliveries/attempt-delivery.js';
import { fanOutPage } from '../src/deliveries/fan-out-page.js';
import type { Lanes } from '../src/deliveries/lanes.js';
import { stopInDatabase } from '../src/deliveries/stop-delivery.js';
import { sweepDeliveries } from '../src/deliveries/sweep-deliveries.js';
import type { DeliveryActivities, FanOutActivities, SweepDeliveriesActivities } from '../src/deliveries/workflow.js';
import type { Context } from '../src/platform/context/context.js';
import type { TemporalClient } from '../src/platform/temporal/client.js';

/** @param lanes shared by the workers of both lanes in this process. */
export function createDeliveryActivities(ctx: Context, lanes: Lanes): DeliveryActivities {
  return {
    attemptDelivery: (input) => attemptDelivery(ctx, lanes, input),
    stopDelivery: (deliveryId) => stopInDatabase(ctx, deliveryId),
  };
}

export function createFanOutActivities(ctx: Context, temporal: TemporalClient): FanOutActivities {
  return { fanOutPage: (page) => fanOutPage(ctx, temporal, page, heartbeat) };
}

export function createSweepDeliveriesActivities(ctx: Context, temporal: TemporalClient): SweepDeliveriesActivities {
  return { sweepDeliveries: () => sweepDeliveries(ctx, temporal, heartbeat) };
}
