import type { Context } from '../platform/context/context.js';
import { isDatabaseBusy } from '../platform/database/database-errors.js';

/** The name under which reads of the primary that the standby should have served are counted, by reason. */
export const STANDBY_MISSED = 'standby missed';

/** The standby has not replayed what the answer must hold: the primary answers. */
export class StandbyBehind extends Error {
  override name = 'StandbyBehind';
}

/**
 * Reads listings from the standby where there is one that keeps up, else from the primary. What the standby cannot serve, since it is
 * lost meanwhile, gives way to replay, or is behind what the answer promises, is read again from the primary.
 *
 * @param read everything that one answer holds, so that it comes from one server. Throws {@link StandbyBehind} where `isStandby`.
 */
export async function onStandby<T>(
  ctx: Context,
  read: (ctx: Context, options: { isStandby: boolean }) => Promise<T>,
): Promise<T> {
  if (!ctx.standby) return read(ctx, { isStandby: false });
  const pools = ctx.standby.pools();
  if (!pools) {
    ctx.counts.add(STANDBY_MISSED, 'down');
    return read(ctx, { isStandby: false });
  }
  try {
    return await read({ ...ctx, reads: pools.reads, quickReads: pools.quickReads }, { isStandby: true });
  } catch (error) {
    const isBehind = error instanceof StandbyBehind;
    if (!isBehind && !isDatabaseBusy(error)) throw error;
    ctx.counts.add(STANDBY_MISSED, isBehind ? 'behind' : 'failed');
    // The documents in memory are those of the standby; a single page of another server would empty it.
    return read({ ...ctx, memory: { ...ctx.memory, listings: null } }, { isStandby: false });
  }
}
