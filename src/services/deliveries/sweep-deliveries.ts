import type { SweptDeliveries } from '../../contracts/delivery.js';
import { KEEP_FOR_MS } from '../../domain/delivery.js';
import { deleteOldChanges, listForgottenChanges } from '../../store/changes.js';
import { deleteOldDeliveries } from '../../store/deliveries.js';
import { listOverdue } from '../../store/fan-out.js';
import type { TemporalClient } from '../../temporal/client.js';
import { startFanOut } from '../../temporal/deliveries.js';
import type { Context } from '../context.js';
import { startDeliveries } from './start-deliveries.js';

/** Long enough for everything that is only late: a busy queue, a worker that restarts, an attempt under way. */
const LOST_AFTER_MS = 5 * 60_000;
const BATCH = 500;

/**
 * Starts what was lost: deliveries whose next attempt is long overdue, changes that never were fanned out. Forgets what
 * ended long ago.
 */
export async function sweepDeliveries(
  ctx: Context,
  temporal: TemporalClient,
  beat: () => void,
): Promise<SweptDeliveries> {
  const now = ctx.clock.now().getTime();
  const lost = new Date(now - LOST_AFTER_MS);
  const changes = await listForgottenChanges(ctx.sql, lost, BATCH);
  if (changes.length > 0) await startFanOut(temporal, changes, { again: true });
  beat();
  const deliveries = await startOverdue(ctx, temporal, lost, beat);
  const old = new Date(now - KEEP_FOR_MS);
  const forgotten = await deleteOldDeliveries(ctx.sql, old, 5_000);
  await deleteOldChanges(ctx.sql, old, 5_000);
  if (deliveries + changes.length > 0) {
    ctx.log.warn({ deliveries, changes: changes.length }, 'deliveries repaired by the sweeper');
  }
  return { deliveries, changes: changes.length, forgotten };
}

/** All of them, a page at a time: those that are only late must not stand before those that were lost. */
async function startOverdue(ctx: Context, temporal: TemporalClient, lost: Date, beat: () => void): Promise<number> {
  let started = 0;
  for (let after = ''; ; ) {
    const page = await listOverdue(ctx.sql, lost, { after, limit: BATCH });
    started += await startDeliveries(temporal, page, beat);
    const last = page.at(-1);
    if (last === undefined || page.length < BATCH) return started;
    after = last.id;
  }
}
