import { retryNow as retryDeliveryNow } from '../../deliveries/retry-now.js';
import { stopDelivery } from '../../deliveries/stop-delivery.js';
import type { Context } from '../../platform/context/context.js';
import { withTemporal } from '../support/with-temporal.js';

export function retryNow(ctx: Context, id: string): Promise<void> {
  return withTemporal(ctx, (temporal) => retryDeliveryNow(ctx, temporal, id));
}

/** Returns the delivery's state afterwards. */
export function stop(ctx: Context, id: string): Promise<string> {
  return withTemporal(ctx, (temporal) => stopDelivery(ctx, temporal, id));
}
