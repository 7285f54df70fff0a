import type { Context } from '../platform/context/context.js';
import { nameEndpoint } from './name-endpoint.js';
import { DISABLE_AFTER_MS } from './rules/delivery.js';
import { type EndpointStanding, stateOf } from './rules/round.js';
import {
  countWaiting,
  findNextRetry,
  findTroubled,
  listOldestWaiting,
  lockForOutcomes,
  setNextRound,
} from './sql/rounds.js';

/** How many of the deliveries that wait are named. */
const NAMED = 3;

/**
 * Reads what waits at an endpoint for a further attempt, and writes down when its workflow comes next, or that it ends: the
 * next failure then starts another one.
 */
export async function planRound(ctx: Context, endpointId: string): Promise<EndpointStanding> {
  const standing = await readStanding(ctx, endpointId);
  if (standing.next === null) return (await endRounds(ctx, endpointId)) ? standing : planRound(ctx, endpointId);
  // What is overdue is at the next round too: where a receiver hangs, that is no sign of a lost workflow.
  await setNextRound(ctx.sql, endpointId, new Date(Date.parse(standing.at) + standing.next.waitMs));
  return standing;
}

/** What waits at an endpoint for a further attempt, and how the endpoint is; one that is unknown is closed. */
export async function readStanding(ctx: Context, endpointId: string): Promise<EndpointStanding> {
  const [endpoint, next, waiting, oldest] = await Promise.all([
    findTroubled(ctx.sql, endpointId),
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
  };
}

/**
 * A failure that is written down meanwhile either is found here or finds that no workflow is to come.
 *
 * @returns whether nothing waits.
 */
function endRounds(ctx: Context, endpointId: string): Promise<boolean> {
  return ctx.sql.begin(async (tx) => {
    await lockForOutcomes(tx, endpointId);
    const isOver = (await findNextRetry(tx, endpointId)) === null;
    if (isOver) await setNextRound(tx, endpointId, null);
    return isOver;
  });
}
