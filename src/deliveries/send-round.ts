import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../platform/context/context.js';
import { ringSenders } from '../platform/outbox/ring-senders.js';
import type { Round } from './endpoint-workflow.js';
import { planRound } from './plan-round.js';
import { ROUND_EVERY_MS } from './rules/round.js';
import { countEnded, findNextRetry, releaseNewlyDue } from './sql/rounds.js';

/** The longest that a round stays with what is being sent, in milliseconds of this process's own clock. */
const LONGEST_MS = 30_000;
const FIRST_LOOK_MS = 100;
const LOOK_EVERY_MS = 1_000;

/**
 * A round of an endpoint: releases the retries that are due to the senders, and those that become due in the next seconds
 * when they are, until they are sent, or the time is over.
 *
 * @param options.signal aborted when this process is about to end: the round ends, and what it released is sent all the same.
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
    // A ring has every sender read what waits: only for what it does not know of.
    if (await releaseNewlyDue(tx, endpointId, ctx.clock.now())) await ringSenders(tx);
    return (await findNextRetry(tx, endpointId))?.nextAttemptAt ?? null;
  });
}
