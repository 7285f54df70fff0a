import type { FailureClass } from '../core/outcomes.js';
import type { Context } from '../platform/context/context.js';
import { inBatches } from '../platform/context/in-batches.js';
import { closeEndpointDeliveries } from './sql/deliveries.js';
import { lockEndpoint } from './sql/delivery-endpoints.js';

/** Deliveries per statement: an endpoint may have hundreds of thousands, too many for one. */
const BATCH = 5_000;

/**
 * Ends all pending deliveries of an endpoint that has been switched off: attempts that begin meanwhile see that. If it
 * is switched on again meanwhile, the rest stay.
 *
 * @param options.dueOnly only what is due: it receives nothing at this moment.
 * @returns how many deliveries were waiting.
 */
export function closeWaiting(
  ctx: Context,
  endpointId: string,
  state: 'held' | 'stopped',
  { dueOnly = false }: { dueOnly?: boolean } = {},
): Promise<number> {
  return inBatches(BATCH, (limit) =>
    ctx.sql.begin(async (tx) => {
      await lockEndpoint(tx, endpointId);
      return closeEndpointDeliveries(tx, endpointId, state, { now: ctx.clock.now(), dueOnly, limit });
    }),
  );
}

/**
 * Holds what waits for an endpoint that receives nothing any more. Nobody needs to wait for it: that may be a hundred
 * thousand deliveries. What it does not get to, the next claim or the next attempt holds.
 */
export async function holdWaiting(ctx: Context, endpoint: string, options: { dueOnly?: boolean } = {}): Promise<void> {
  await closeWaiting(ctx, endpoint, 'held', options).catch((err: unknown) =>
    ctx.log.warn({ endpoint, err }, 'what waits for a disabled endpoint could not be held yet'),
  );
}

/**
 * An endpoint was just disabled since only failures came from it: says so, and holds what waits for it. Returns at once, as
 * neither an attempt nor the outcomes of others may wait for that.
 */
export function holdDisabled(ctx: Context, endpoint: string, failure: FailureClass | null): void {
  ctx.log.warn({ endpoint, failure }, 'disabled an endpoint that only failed for five days');
  void holdWaiting(ctx, endpoint);
}
