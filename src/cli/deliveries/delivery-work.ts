import { redeliver as redeliverOne, replayDeliveries } from '../../deliveries/redeliver.js';
import { retryNow as retryDeliveryNow } from '../../deliveries/retry-now.js';
import { stopDelivery } from '../../deliveries/stop-delivery.js';
import type { Context } from '../../platform/context/context.js';
import type { TemporalClient } from '../../platform/temporal/client.js';
import { withTemporal } from '../support/with-temporal.js';

export function redeliver(ctx: Context, id: string): Promise<void> {
  return onTemporal(ctx, (temporal) => redeliverOne(ctx, temporal, id));
}

export function retryNow(ctx: Context, id: string): Promise<void> {
  return onTemporal(ctx, (temporal) => retryDeliveryNow(ctx, temporal, id));
}

/** Returns the state the delivery has then. */
export function stop(ctx: Context, id: string): Promise<string> {
  return onTemporal(ctx, (temporal) => stopDelivery(ctx, temporal, id));
}

/** Returns how many were begun. */
export function replay(
  ctx: Context,
  input: Parameters<typeof replayDeliveries>[2],
  report: (soFar: number) => void,
): Promise<number> {
  return onTemporal(ctx, (temporal) => replayDeliveries(ctx, temporal, input, report));
}

async function onTemporal<T>(ctx: Context, work: (temporal: TemporalClient) => Promise<T>): Promise<T> {
  try {
    return await withTemporal(ctx, work);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ServiceError') throw error;
    throw new TemporalAway(
      `Temporal does not answer at ${ctx.config.temporal.address} (${error.cause ?? error.message}). What was begun ` +
        'before that is sent within some minutes after it does; then run this again for the rest.',
    );
  }
}

class TemporalAway extends Error {
  override name = 'UnavailableError';
}
