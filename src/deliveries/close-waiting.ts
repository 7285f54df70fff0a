import type { FailureClass } from '../core/outcomes.js';
import type { Context } from '../platform/context/context.js';
import { inBatches } from '../platform/context/in-batches.js';
import { closeEndpointDeliveries } from './sql/deliveries.js';
import { lockEndpoint } from './sql/delivery-endpoints.js';

/** Deliveries per statement: an endpoint may have hundreds of thousands, too many for one. */
const BATCH = 5_000;

/**
 * Ends all pending deliveries of an endpoint that has been switched off: attempts that begin during this see the new
 * state. If it is switched on again during this, the remaining deliveries stay.
 *
 * @param options.dueOnly only due deliveries: the endpoint receives nothing at this moment.
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

/** Holds an inactive endpoint's deliveries in the background: there may be 100,000. Claims and attempts hold the others. */
export async function parkPending(ctx: Context, endpoint: string, options: { dueOnly?: boolean } = {}): Promise<void> {
  await closeWaiting(ctx, endpoint, 'held', options).catch((err: unknown) =>
    ctx.log.warn({ endpoint, err }, 'waiting deliveries of a disabled endpoint could not be held yet'),
  );
}

/** Logs that failures disabled an endpoint, and holds its deliveries. Returns at once: other endpoints' work must not wait. */
export function parkDisabled(ctx: Context, endpoint: string, failure: FailureClass | null): void {
  ctx.log.warn({ endpoint, failure }, 'disabled an endpoint that only failed for five days');
  void parkPending(ctx, endpoint);
}
