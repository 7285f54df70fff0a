import { newId } from '../core/ids.js';
import { ProblemError } from '../core/problems.js';
import type { Context } from '../platform/context/context.js';
import { enqueue } from '../platform/outbox/messages.js';
import { activeEndpoint } from './known-endpoint.js';
import { REPLAYED_STATES, replayDeliveries } from './redeliver.js';
import type { DeliveryState } from './rules/delivery.js';
import type { OwnedEndpoint } from './rules/ref.js';
import {
  countReplayed,
  findOpenReplay,
  finishReplay,
  insertReplay,
  listNewestReplays,
  type ReplayRow,
} from './sql/replays.js';

export interface ReplayRequest extends OwnedEndpoint {
  since: Date;
  /** {@link REPLAYED_STATES} when absent. */
  states?: readonly DeliveryState[];
}

/**
 * How many deliveries a replay would send again.
 *
 * @throws {ProblemError} `invalid_request` for an endpoint that is not the company's, or not active.
 */
export async function countReplay(ctx: Context, input: ReplayRequest): Promise<number> {
  await activeEndpoint(ctx, input);
  return countReplayed(ctx.sql, input, { since: input.since, states: input.states ?? REPLAYED_STATES });
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

/** Carries a replay out; again, after a crash, it goes on with what was not restarted. */
export async function carryOutReplay(ctx: Context, id: string): Promise<void> {
  const replay = await findOpenReplay(ctx.sql, id);
  if (!replay) return;
  const { endpointId, since, states, requestedBy } = replay;
  try {
    await replayDeliveries({ ...ctx, actor: requestedBy }, { endpointId, since, states, replayId: id });
  } catch (error) {
    // The endpoint was disabled or removed meanwhile: there is nothing to go on with.
    if (!(error instanceof ProblemError)) throw error;
  }
  await finishReplay(ctx.sql, id, ctx.clock.now());
}

/** The newest replay of each of a company's endpoints. */
export function newestReplays(ctx: Context, companyId: string): Promise<ReplayRow[]> {
  return listNewestReplays(ctx.sql, companyId);
}
