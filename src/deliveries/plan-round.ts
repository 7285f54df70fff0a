import type { Context } from '../platform/context/context.js';
import { DISABLE_AFTER_MS } from './rules/delivery.js';
import type { EndpointStanding, EndpointState } from './rules/round.js';
import {
  countWaiting,
  type DueRetry,
  findNextRetry,
  findTroubled,
  listOldestWaiting,
  lockForOutcomes,
  setNextRound,
  type TroubledRow,
} from './sql/rounds.js';

/** How many of the deliveries that wait are named. */
const NAMED = 5;

/**
 * Reads what waits at an endpoint for a further attempt, and writes down when its workflow comes next, or that it ends: the
 * next failure then starts another one.
 */
export async function planRound(ctx: Context, endpointId: string): Promise<EndpointStanding> {
  const next = (await findNextRetry(ctx.sql, endpointId)) ?? (await endRounds(ctx, endpointId));
  if (next !== null) await setNextRound(ctx.sql, endpointId, next.nextAttemptAt);
  const endpoint = await findTroubled(ctx.sql, endpointId);
  const since = endpoint?.failingSince ?? null;
  const now = ctx.clock.now().getTime();
  return {
    state: stateOf(endpoint),
    waiting: next === null ? [] : await countWaiting(ctx.sql, endpointId),
    next: next && {
      at: next.nextAttemptAt.toISOString(),
      waitMs: Math.max(0, next.nextAttemptAt.getTime() - now),
      attempt: next.attempt,
    },
    failing: since && {
      since: since.toISOString(),
      as: endpoint?.lastFailure ?? null,
      disabledAt: new Date(since.getTime() + DISABLE_AFTER_MS).toISOString(),
    },
    oldest: next === null ? [] : await listOldestWaiting(ctx.sql, endpointId, NAMED),
  };
}

/** A failure that is written down meanwhile either is found here or finds that no workflow is to come. */
function endRounds(ctx: Context, endpointId: string): Promise<DueRetry | null> {
  return ctx.sql.begin(async (tx) => {
    await lockForOutcomes(tx, endpointId);
    const next = await findNextRetry(tx, endpointId);
    if (next === null) await setNextRound(tx, endpointId, null);
    return next;
  });
}

function stateOf(endpoint: TroubledRow | null): EndpointState {
  if (!endpoint?.open) return 'closed';
  if (endpoint.probed) return 'probed';
  return endpoint.failingSince === null ? 'retrying' : 'failing';
}
