import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../platform/context/context.js';
import { notifySenders } from '../platform/outbox/notify-senders.js';
import { DISABLE_AFTER_MS } from './rules/delivery.js';
import { nameEndpoint } from './rules/endpoint.js';
import { type EndpointStatus, ROUND_EVERY_MS, stateOf } from './rules/round.js';
import {
  countEnded,
  countWaiting,
  findEndpointStatus,
  findNextRetry,
  listOldestWaiting,
  lockForOutcomes,
  releaseNewlyDue,
  setNextRound,
} from './sql/rounds.js';
import type { Round } from './workflow.js';

/** How many of the deliveries that wait are named. */
const NAMED = 3;

/** Stores the next round of an endpoint's workflow, by its waiting retries, or its end: the next failure starts another. */
export async function planRound(ctx: Context, endpointId: string): Promise<EndpointStatus> {
  const standing = await readEndpointStatus(ctx, endpointId);
  if (standing.next === null) return (await endRounds(ctx, endpointId)) ? standing : planRound(ctx, endpointId);
  // Overdue retries belong to the next round too: with a hanging receiver they do not mean that the workflow is lost.
  await setNextRound(ctx.sql, endpointId, new Date(Date.parse(standing.at) + standing.next.waitMs));
  return standing;
}

/** The waiting retries of an endpoint, and its state. An unknown endpoint is closed. */
export async function readEndpointStatus(ctx: Context, endpointId: string): Promise<EndpointStatus> {
  const [endpoint, next, waiting, oldest] = await Promise.all([
    findEndpointStatus(ctx.sql, endpointId),
    findNextRetry(ctx.sql, endpointId),
    countWaiting(ctx.sql, endpointId),
    listOldestWaiting(ctx.sql, endpointId, NAMED),
  ]);
  const since = endpoint?.failingSince ?? null;
  const now = ctx.clock.now();
  return {
    of: endpoint ? nameEndpoint(endpoint) : endpointId,
    at: now.toISOString(),
    state: endpoint ? stateOf(endpoint) : 'closed',
    waiting,
    next: next && {
      at: next.nextAttemptAt.toISOString(),
      waitMs: Math.max(0, next.nextAttemptAt.getTime() - now.getTime()),
      attempt: next.attempt,
    },
    failing: since && {
      since: since.toISOString(),
      as: endpoint?.lastFailure ?? null,
      disabledAt: new Date(since.getTime() + DISABLE_AFTER_MS).toISOString(),
    },
    oldest,
    ...(oldest[0] !== undefined && { page: `${ctx.config.origin}/dashboard/deliveries/${oldest[0]}` }),
  };
}

/** A concurrent failure is either found here or starts a new workflow. @returns whether nothing waits. */
function endRounds(ctx: Context, endpointId: string): Promise<boolean> {
  return ctx.sql.begin(async (tx) => {
    await lockForOutcomes(tx, endpointId);
    const isOver = (await findNextRetry(tx, endpointId)) === null;
    if (isOver) await setNextRound(tx, endpointId, null);
    return isOver;
  });
}

/** The longest time that a round waits for running attempts, in milliseconds of this process's own clock. */
const LONGEST_MS = 30_000;
const FIRST_LOOK_MS = 100;
const LOOK_EVERY_MS = 1_000;

/**
 * A round of an endpoint: releases due retries to the senders, also the retries of the next seconds at their time,
 * until they are sent or the time is over.
 *
 * @param options.signal aborted when this process is about to end: the round ends, and the released retries are still
 * sent.
 * @param options.beat called at least once a second.
 */
export async function sendRound(
  ctx: Context,
  endpointId: string,
  { signal, beat }: { signal: AbortSignal; beat: () => void },
): Promise<Round> {
  const began = ctx.clock.now();
  const until = performance.now() + LONGEST_MS;
  for (let look = FIRST_LOOK_MS; ; look = Math.min(look * 2, LOOK_EVERY_MS)) {
    const next = await release(ctx, endpointId);
    beat();
    const soon = ctx.clock.now().getTime() + ROUND_EVERY_MS;
    if (next === null || next.getTime() > soon || performance.now() > until || signal.aborted) break;
    await pause(look, undefined, { signal }).catch(() => {});
  }
  return { ended: await countEnded(ctx.sql, endpointId, began), standing: await planRound(ctx, endpointId) };
}

/** @returns when the next retry is due, or was; null when none waits. */
function release(ctx: Context, endpointId: string): Promise<Date | null> {
  return ctx.sql.begin(async (tx) => {
    // After a notification every sender reads the waiting attempts. So only new ones are announced.
    if (await releaseNewlyDue(tx, endpointId, ctx.clock.now())) {
      await notifySenders(tx, { kind: 'retry', endpointIds: [endpointId] });
    }
    return (await findNextRetry(tx, endpointId))?.nextAttemptAt ?? null;
  });
}
