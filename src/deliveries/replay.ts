import { newId } from '../core/ids.js';
import { conflict, noSuch, ProblemError } from '../core/problems.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { AGAIN } from '../platform/jobs/job.js';
import { enqueue } from '../platform/outbox/messages.js';
import { notifySenders } from '../platform/outbox/notify-senders.js';
import { activeEndpoint } from './known-endpoint.js';
import type { DeliveryState } from './rules/delivery.js';
import { type DeliveryRef, type OwnedEndpoint, toRef } from './rules/ref.js';
import { beginRun, beginRuns, findDelivery } from './sql/deliveries.js';
import { advanceReplay, countReplayable, findOpenReplay, finishReplay, insertReplay } from './sql/replays.js';

/**
 * Replays a delivery that has ended, with the whole schedule: the same id, the same bytes.
 *
 * @throws {ProblemError} `invalid_request` when it is unknown, in progress, or its endpoint is not active.
 */
export async function replayDelivery(ctx: Context, named: DeliveryRef): Promise<void> {
  const delivery = await findDelivery(ctx.sql, named);
  if (!delivery) throw noSuch('delivery', toRef(named).id);
  const { id: deliveryId } = delivery;
  const { companyId } = await activeEndpoint(ctx, delivery.endpointId);
  await ctx.sql.begin(async (tx) => {
    const run = await beginRun(tx, named, ctx.clock.now());
    if (run === null) throw conflict('delivery', 'is in progress; use retry-now instead');
    await recordAction(ctx, tx, { action: 'delivery.replay', objectId: deliveryId, companyId, details: { run } });
    await notifySenders(tx);
  });
}

/** The states that a replay sends by default: all deliveries that did not arrive. */
const REPLAYED_STATES: readonly DeliveryState[] = ['failed', 'held'];

const BATCH = 500;

export interface ReplayInput {
  endpointId: string;
  /** Deliveries written at or after this instant. */
  since: Date;
  /** {@link REPLAYED_STATES} when absent. */
  states?: readonly DeliveryState[];
}

/**
 * Replays the missed deliveries of an endpoint since an instant, oldest first.
 *
 * @param onProgress called with how many were restarted so far.
 * @returns how many deliveries were restarted.
 * @throws {ProblemError} `invalid_request` when the endpoint is unknown or not active.
 */
export async function replayDeliveries(
  ctx: Context,
  input: ReplayInput,
  onProgress: (soFar: number) => void = () => {},
): Promise<number> {
  let total = 0;
  for (let afterSeq: number | null = 0; afterSeq !== null; ) {
    const batch: ReplayedBatch = await replayBatch(ctx, input, afterSeq);
    total += batch.count;
    afterSeq = batch.next;
    onProgress(total);
  }
  return total;
}

interface ReplayedBatch {
  count: number;
  /** The sequence number of the last change; null: there are no more. */
  next: number | null;
}

/**
 * Replays the next batch, behind the change `afterSeq`: in the order of changes and not of their end, so that a
 * delivery that ends during the replay is not sent twice.
 *
 * @param keepPlace writes down in the same transaction how far the replay is.
 * @throws {ProblemError} `invalid_request` when the endpoint is unknown or not active.
 */
async function replayBatch(
  ctx: Context,
  { endpointId, since, states: wanted = REPLAYED_STATES }: ReplayInput,
  afterSeq: number,
  keepPlace: (tx: Transaction, batch: ReplayedBatch) => Promise<void> = async () => {},
): Promise<ReplayedBatch> {
  const { companyId } = await activeEndpoint(ctx, endpointId);
  const states = wanted.filter((state) => state !== 'pending');
  const details = { since: since.toISOString(), states };
  return ctx.sql.begin(async (tx) => {
    const action = { action: 'delivery.replay' as const, objectId: endpointId, companyId, details };
    if (afterSeq === 0) await recordAction(ctx, tx, action);
    await notifySenders(tx);
    const runs = await beginRuns(tx, endpointId, { since, afterSeq, states, limit: BATCH }, ctx.clock.now());
    const next = runs.length < BATCH ? null : Math.max(...runs.map(({ changeSeq }) => changeSeq));
    await keepPlace(tx, { count: runs.length, next });
    return { count: runs.length, next };
  });
}

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
