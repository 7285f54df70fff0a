import type { FailureClass } from '../core/outcomes.js';
import type { Context } from '../platform/context/context.js';
import { closeWaiting } from './close-waiting.js';

/**
 * An endpoint was just disabled since only failures came from it: says so, and holds what waits for it. Returns at once,
 * as that may be a hundred thousand deliveries and neither an attempt nor the outcomes of others may wait for them. What
 * it does not get to, the next claim or the next attempt holds.
 */
export function holdDisabled(ctx: Context, endpoint: string, failure: FailureClass | null): void {
  ctx.log.warn({ endpoint, failure }, 'disabled an endpoint that only failed for five days');
  void closeWaiting(ctx, endpoint, 'held').catch((err: unknown) =>
    ctx.log.warn({ endpoint, err }, 'what waits for a disabled endpoint could not be held yet'),
  );
}
