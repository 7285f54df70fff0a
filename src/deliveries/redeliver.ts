import { conflict, noSuch } from '../core/problems.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { notifySenders } from '../platform/outbox/notify-senders.js';
import { activeEndpoint } from './known-endpoint.js';
import type { DeliveryState } from './rules/delivery.js';
import { type DeliveryRef, toRef } from './rules/ref.js';
import { beginRun, beginRuns, findDelivery } from './sql/deliveries.js';
import { countRestarted } from './sql/replays.js';

/**
 * Sends a delivery that has ended again, with the whole schedule: the same id, the same bytes.
 *
 * @throws {ProblemError} `invalid_request` when it is unknown, in progress, or its endpoint is not active.
 */
export async function redeliver(ctx: Context, named: DeliveryRef): Promise<void> {
  const delivery = await findDelivery(ctx.sql, named);
  if (!delivery) throw noSuch('delivery', toRef(named).id);
  const { id: deliveryId } = delivery;
  const { companyId } = await activeEndpoint(ctx, delivery.endpointId);
  await ctx.sql.begin(async (tx) => {
    const run = await beginRun(tx, named, ctx.clock.now());
    if (run === null) throw conflict('delivery', 'is in progress; use retry-now instead');
    await recordAction(ctx, tx, { action: 'delivery.redeliver', objectId: deliveryId, companyId, details: { run } });
    await notifySenders(tx);
  });
}

/** What a replay sends by default: everything that did not arrive. */
export const REPLAYED_STATES: readonly DeliveryState[] = ['failed', 'held'];

const BATCH = 500;

export interface ReplayInput {
  endpointId: string;
  /** Deliveries written at or after this instant. */
  since: Date;
  /** {@link REPLAYED_STATES} when absent. */
  states?: readonly DeliveryState[];
  /** The replay that counts them, if one was requested. */
  replayId?: string;
}

/**
 * Redelivers what an endpoint missed since an instant, oldest first. Ended half way, it goes on when it is called
 * again.
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
  const { companyId } = await activeEndpoint(ctx, input.endpointId);
  const states = (input.states ?? REPLAYED_STATES).filter((state) => state !== 'pending');
  const details = { since: input.since.toISOString(), states };
  let total = 0;
  // In the order of changes, not of their end: what ends meanwhile is not sent twice, even if clocks differ.
  for (let afterSeq = 0; ; ) {
    const filter = { since: input.since, afterSeq, states, limit: BATCH };
    const begun = await ctx.sql.begin(async (tx) => {
      const action = { action: 'delivery.replay' as const, objectId: input.endpointId, companyId, details };
      if (total === 0) await recordAction(ctx, tx, action);
      await notifySenders(tx);
      const runs = await beginRuns(tx, input.endpointId, filter, ctx.clock.now());
      if (input.replayId !== undefined) await countRestarted(tx, input.replayId, runs.length);
      return runs;
    });
    total += begun.length;
    onProgress(total);
    if (begun.length < BATCH) return total;
    afterSeq = Math.max(...begun.map(({ changeSeq }) => changeSeq));
  }
}
