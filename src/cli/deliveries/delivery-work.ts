import { retryNow as retryDeliveryNow } from '../../deliveries/retry-now.js';
import { stopDelivery } from '../../deliveries/stop-delivery.js';
import type { Context } from '../../platform/context/context.js';
import type { TemporalClient } from '../../platform/temporal/client.js';
import { withTemporal } from '../support/with-temporal.js';

export function retryNow(ctx: Context, id: string): Promise<void> {
  return onTemporal(ctx, (temporal) => retryDeliveryNow(ctx, temporal, id));
}

/** Returns the delivery's state afterwards. */
export function stop(ctx: Context, id: string): Promise<string> {
  return onTemporal(ctx, (temporal) => stopDelivery(ctx, temporal, id));
}

async function onTemporal<T>(ctx: Context, work: (temporal: TemporalClient) => Promise<T>): Promise<T> {
  try {
    return await withTemporal(ctx, work);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ServiceError') throw error;
    const cause = error.cause ?? error.message;
    throw new TemporalAway(
      `Temporal does not respond at ${ctx.config.temporal.address} (${cause}). Run this again when it does.`,
    );
  }
}

class TemporalAway extends Error {
  override name = 'UnavailableError';
}
