import { heartbeat } from '@temporalio/activity';
import type { DeliveryActivities, FanOutActivities, SweepDeliveriesActivities } from '../src/contracts/delivery.js';
import type { Context } from '../src/services/context.js';
import { attemptDelivery } from '../src/services/deliveries/attempt-delivery.js';
import { fanOutPage } from '../src/services/deliveries/fan-out-page.js';
import type { Lanes } from '../src/services/deliveries/lanes.js';
import { stopInDatabase } from '../src/services/deliveries/stop-delivery.js';
import { sweepDeliveries } from '../src/services/deliveries/sweep-deliveries.js';
import type { TemporalClient } from '../src/temporal/client.js';

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
