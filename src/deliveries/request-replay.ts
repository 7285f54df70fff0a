import { newId } from '../core/ids.js';
import { ProblemError } from '../core/problems.js';
import type { Context } from '../platform/context/context.js';
import { AGAIN } from '../platform/jobs/job.js';
import { enqueue } from '../platform/outbox/messages.js';
import { activeEndpoint } from './known-endpoint.js';
import { REPLAYED_STATES, type ReplayedBatch, replayBatch } from './replay.js';
import type { DeliveryState } from './rules/delivery.js';
import type { OwnedEndpoint } from './rules/ref.js';
import { advanceReplay, countReplayable, findOpenReplay, finishReplay, insertReplay } from './sql/replays.js';

export interface ReplayRequest extends OwnedEndpoint {
  since: Date;
  /** {@link REPLAYED_STATES} when absent. */
  states?: readonly DeliveryState[];
}

/** How many deliveries a replay would send. @throws {ProblemError} `invalid_request` for another's or an inactive endpoint. */
export async function countReplay(ctx: Context, input: ReplayRequest): Promise<number> {
  await activeEndpoint(ctx, input);
  return countReplayable(ctx.sql, input, { since: input.since, states: input.states ?? REPLAYED_STATES });
}

/**
 * Asks for a replay, which a worker carries out: there may be hundreds of thousands.
 *
 * @returns how many there were at the request.
 * @throws {ProblemError} `invalid_request` for an endpoint that is not the company's, or not active.
 */
export async function requestReplay(ctx: Context, input: ReplayRequest): Promise<{ id: string; count: number }> {
  const { companyId, endpointId, since } = input;
  const count = await countReplay(ctx, input);
  const id = newId('replay');
  const states = [...(input.states ?? REPLAYED_STATES)];
  const requestedAt = ctx.clock.now();
  await ctx.sql.begin(async (tx) => {
    await insertReplay(tx, companyId, { id, endpointId, since, states, requestedBy: ctx.actor, requestedAt });
    await enqueue(tx, 'delivery.replay', [id], requestedAt);
  });
  return { id, count };
}

/**
 * Carries a replay out, from where it was. One worker at a time does it.
 *
 * @param until `performance.now()` at which it stops after a batch.
 * @returns `AGAIN` when there is more to do.
 */
export async function carryOutReplay(
  ctx: Context,
  id: string,
  until = Number.POSITIVE_INFINITY,
): Promise<typeof AGAIN | undefined> {
  const replay = await findOpenReplay(ctx.sql, id);
  if (!replay) return;
  const requester = { ...ctx, actor: replay.requestedBy };
  try {
    for (let afterSeq: number | null = replay.afterSeq; afterSeq !== null; ) {
      const batch: ReplayedBatch = await replayBatch(requester, replay, afterSeq, (tx, done) =>
        advanceReplay(tx, id, { ...done, now: ctx.clock.now() }),
      );
      afterSeq = batch.next;
      if (afterSeq !== null && performance.now() >= until) return AGAIN;
    }
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    // The endpoint was disabled or removed since the request: the replay ends.
    await finishReplay(ctx.sql, id, ctx.clock.now());
  }
}
