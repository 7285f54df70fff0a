import { conflict, noSuch } from '../core/problems.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { notifySenders } from '../platform/outbox/notify-senders.js';
import { activeEndpoint } from './known-endpoint.js';
import type { DeliveryState } from './rules/delivery.js';
import { type DeliveryRef, toRef } from './rules/ref.js';
import { beginRun, beginRuns, findDelivery } from './sql/deliveries.js';

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
export const REPLAYED_STATES: readonly DeliveryState[] = ['failed', 'held'];

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

export interface ReplayedBatch {
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
export async function replayBatch(
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
