import { closeDeliveriesOf } from '../../store/deliveries.js';
import type { Context } from '../context.js';
import { inBatches } from '../in-batches.js';

/** Deliveries a statement: an endpoint may have hundreds of thousands, more than one could end in time. */
const BATCH = 5_000;

/**
 * Ends all that an endpoint still waits for, which has been switched off before: attempts that begin meanwhile see that.
 *
 * @returns how many deliveries were waiting.
 */
export function closeWaiting(ctx: Context, endpointId: string, state: 'held' | 'stopped'): Promise<number> {
  return inBatches(BATCH, (limit) => closeDeliveriesOf(ctx.sql, endpointId, state, { now: ctx.clock.now(), limit }));
}
