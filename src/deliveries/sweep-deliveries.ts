import type { Context } from '../platform/context/context.js';
import { enqueue, waitingTopics } from '../platform/outbox/messages.js';
import type { TemporalClient } from '../platform/temporal/client.js';
import { KEEP_FOR_MS } from './rules/delivery.js';
import { deleteOldChanges, listForgottenChanges } from './sql/changes.js';
import { deleteOldDeliveries } from './sql/deliveries.js';
import { deleteOldReplays } from './sql/replays.js';
import { listUnattended } from './sql/rounds.js';
import { countOverdue, listOverdue } from './sql/waiting-deliveries.js';
import { deliveryStart, startDeliveries } from './start-deliveries.js';
import { startSenders } from './start-senders.js';
import type { SweptDeliveries } from './workflow.js';

/** Long enough for everything that is only late: a busy queue, a restarting worker, an attempt in progress. */
const LOST_AFTER_MS = 5 * 60_000;
/** A round takes half a minute at most; the next begins five seconds later. */
const UNATTENDED_AFTER_MS = 45_000;
const BATCH = 500;
/** As many changes as the relay batches: each has deliveries to all its endpoints. */
const CHANGES = 200;
/** About how often the sweeper runs. */
const SWEEP_EVERY_MS = 60_000;

/**
 * Starts what was lost: deliveries whose next attempt is long overdue, changes that never were fanned out, the senders of
 * first attempts. Forgets what ended long ago.
 */
export async function sweepDeliveries(
  ctx: Context,
  temporal: TemporalClient,
  beat: () => void,
): Promise<SweptDeliveries> {
  const now = ctx.clock.now().getTime();
  const senders = await startSenders(temporal);
  const lost = new Date(now - LOST_AFTER_MS);
  const changes = await queueForgotten(ctx, lost);
  beat();
  const deliveries = await startOverdue(ctx, temporal, lost, beat);
  const endpoints = await wakeUnattended(ctx);
  const old = new Date(now - KEEP_FOR_MS);
  const forgotten = await deleteOldDeliveries(ctx.sql, old, 5_000);
  await deleteOldChanges(ctx.sql, old, 5_000);
  await deleteOldReplays(ctx.sql, old, 5_000);
  if (deliveries + endpoints + changes + senders > 0) {
    ctx.log.warn({ deliveries, endpoints, changes, senders }, 'deliveries repaired by the sweeper');
  }
  return { deliveries, endpoints, changes, forgotten };
}

/** The relay fans them out. */
async function queueForgotten(ctx: Context, lost: Date): Promise<number> {
  return ctx.sql.begin(async (tx) => {
    const changes = await listForgottenChanges(tx, lost, CHANGES);
    await enqueue(tx, 'change.recorded', changes, ctx.clock.now());
    return changes.length;
  });
}

/**
 * Behind a backlog nearly all are only late, and querying the server for each of them every minute would slow it down.
 * So each run checks another share of a few hundred, and continues with the next only while most were lost.
 */
async function startOverdue(ctx: Context, temporal: TemporalClient, lost: Date, beat: () => void): Promise<number> {
  const shares = Math.max(1, Math.ceil((await countOverdue(ctx.sql, lost)) / BATCH));
  const first = Math.floor(lost.getTime() / SWEEP_EVERY_MS);
  let total = 0;
  for (let turn = 0; turn < shares; turn += 1) {
    const overdue = await listOverdue(ctx.sql, lost, { nth: (first + turn) % shares, shares });
    const starts = overdue.map((delivery) => deliveryStart(delivery, ctx.clock.now()));
    const started = await startDeliveries(temporal, starts, beat);
    total += started;
    if (started < overdue.length / 2) break;
  }
  return total;
}

/**
 * Announces endpoints whose workflow was lost, and those for which one is expected although nothing waits. While others are
 * announced and not woken yet, Temporal is only behind.
 */
export async function wakeUnattended(ctx: Context): Promise<number> {
  const now = ctx.clock.now();
  if ((await waitingTopics(ctx.sql, now)).includes('endpoint.retries')) return 0;
  const ids = await listUnattended(ctx.sql, new Date(now.getTime() - UNATTENDED_AFTER_MS), BATCH);
  await ctx.sql.begin((tx) => enqueue(tx, 'endpoint.retries', ids, now));
  return ids.length;
}
