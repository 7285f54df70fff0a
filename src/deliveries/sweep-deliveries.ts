import type { Context } from '../platform/context/context.js';
import { inBatches, lateAfter } from '../platform/context/in-batches.js';
import { enqueue, waitingTopics } from '../platform/outbox/messages.js';
import { allSteps } from '../platform/sweeps/each.js';
import type { TemporalClient } from '../platform/temporal/client.js';
import { endpointDeliveriesWorkflowId } from '../platform/temporal/workflow-ids.js';
import { BATCH } from './fan-out.js';
import { KEEP_FOR_MS } from './rules/delivery.js';
import { deleteOldChanges, listForgottenChanges } from './sql/changes.js';
import { deleteOldDeliveries } from './sql/deliveries.js';
import { deleteOldReplays } from './sql/replays.js';
import { listAttended, listUnattended } from './sql/rounds.js';

/** Long enough for everything that is only late: a busy queue, a restarting worker, an attempt in progress. */
const LOST_AFTER_MS = 5 * 60_000;
/** A round takes half a minute at most; the next begins five seconds later. */
const UNATTENDED_AFTER_MS = 45_000;
/** Old rows deleted by one statement, and how long a sweep goes on with it: the next one comes in less than a minute. */
const BATCH_OF_OLD = 5_000;
const DELETING_MS = 20_000;
/** Endpoints announced at once. */
const ENDPOINTS = 500;

export interface SweptDeliveries {
  /** Endpoints whose workflow was lost, or had nothing left to do. */
  endpoints: number;
  /** Changes that had not been fanned out. */
  changes: number;
  /** Deliveries that ended long ago, deleted. */
  forgotten: number;
}

/**
 * Announces what was lost: changes that never were fanned out, endpoints whose workflow does not come. Forgets what ended long
 * ago. Attempts that are due need no repair: the senders look for them.
 */
export async function sweepDeliveries(ctx: Context, temporal: TemporalClient): Promise<SweptDeliveries> {
  const now = ctx.clock.now().getTime();
  const lost = new Date(now - LOST_AFTER_MS);
  const old = new Date(now - KEEP_FOR_MS);
  // All that is old, however many came on that day: a fixed number a sweep would fall behind for good.
  const isLate = lateAfter(DELETING_MS);
  const swept: SweptDeliveries = { endpoints: 0, changes: 0, forgotten: 0 };
  await allSteps(
    async () => {
      swept.changes = await queueForgotten(ctx, lost);
    },
    async () => {
      swept.endpoints = await wakeUnattended(ctx, temporal);
    },
    async () => {
      const { endpoints, changes } = swept;
      if (endpoints + changes > 0) ctx.log.warn({ endpoints, changes }, 'deliveries repaired by the sweeper');
    },
    async () => {
      swept.forgotten = await inBatches(BATCH_OF_OLD, (limit) => deleteOldDeliveries(ctx.sql, old, limit), { isLate });
    },
    () => inBatches(BATCH_OF_OLD, (limit) => deleteOldChanges(ctx.sql, old, limit), { isLate }),
    () => deleteOldReplays(ctx.sql, old, BATCH_OF_OLD),
  );
  return swept;
}

/** The relay fans them out. */
async function queueForgotten(ctx: Context, lost: Date): Promise<number> {
  return ctx.sql.begin(async (tx) => {
    const changes = await listForgottenChanges(tx, lost, BATCH);
    await enqueue(tx, 'change.recorded', changes, ctx.clock.now());
    return changes.length;
  });
}

/**
 * Announces endpoints whose workflow was lost or terminated, and those for which one is expected although nothing waits. While
 * others are announced and not woken yet, Temporal is only behind.
 */
export async function wakeUnattended(ctx: Context, temporal: TemporalClient): Promise<number> {
  const now = ctx.clock.now();
  if ((await waitingTopics(ctx.sql, now)).includes('endpoint.retries')) return 0;
  const lost = new Date(now.getTime() - UNATTENDED_AFTER_MS);
  const ids = new Set(await listUnattended(ctx.sql, lost, ENDPOINTS));
  const expected = await listAttended(ctx.sql, lost);
  if (expected.length > 0) {
    const running = await listRunning(temporal).catch((err: unknown) => {
      ctx.foldedLog.log('warn', 'running rounds', { err }, 'the workflows of endpoints could not be listed');
      return null;
    });
    const gone = running ? expected.filter((id) => !running.has(endpointDeliveriesWorkflowId(id))) : [];
    for (const id of gone.slice(0, ENDPOINTS)) ids.add(id);
  }
  await ctx.sql.begin((tx) => enqueue(tx, 'endpoint.retries', [...ids], now));
  return ids.size;
}

/** The ids of the workflows of endpoints that run, by a list that may be seconds old: one too many only gets a signal to look. */
async function listRunning({ client, call, queue }: TemporalClient): Promise<Set<string>> {
  const query = `TaskQueue = '${queue('endpointDeliveries')}' AND ExecutionStatus = 'Running'`;
  const running = new Set<string>();
  await call(async () => {
    for await (const { workflowId } of client.workflow.list({ query })) running.add(workflowId);
  });
  return running;
}
