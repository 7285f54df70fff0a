import { conflict, noSuch } from '../core/problems.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { inBatches } from '../platform/context/in-batches.js';
import { enqueue } from '../platform/outbox/messages.js';
import { notifySenders } from '../platform/outbox/notify-senders.js';
import { activeEndpoint } from './known-endpoint.js';
import { type DeliveryRef, type EndpointRef, toRef } from './rules/ref.js';
import { findDelivery, hurryDelivery } from './sql/deliveries.js';
import { findEndpoint } from './sql/delivery-endpoints.js';
import { hurryRetries, lockForOutcomes, releaseRetries } from './sql/rounds.js';

/**
 * Makes the next attempt of a delivery now; the schedule continues from it. Other due attempts of its endpoint are sent
 * with it.
 *
 * @throws {ProblemError} `invalid_request` for an unknown delivery, a delivery of another company, and a delivery that
 * waits for no attempt.
 */
export async function retryNow(ctx: Context, named: DeliveryRef): Promise<void> {
  const now = ctx.clock.now();
  await ctx.sql.begin(async (tx) => {
    const delivery = await findDelivery(tx, named);
    if (!delivery) throw noSuch('delivery', toRef(named).id);
    if (delivery.state !== 'pending') {
      throw conflict('delivery', `is ${delivery.state} and has no next attempt; replay it instead`);
    }
    const { id, endpointId } = delivery;
    const companyId = (await findEndpoint(tx, endpointId))?.companyId;
    await lockForOutcomes(tx, endpointId);
    await releaseRetries(tx, endpointId, now);
    await hurryDelivery(tx, id, now);
    await recordAction(ctx, tx, { action: 'delivery.retry_now', objectId: id, companyId });
    await enqueue(tx, 'endpoint.retries', [endpointId], now);
    await notifySenders(tx);
  });
}

/** Deliveries per statement: an endpoint may have tens of thousands. */
const BATCH = 2_000;

/**
 * Makes the next attempt of every delivery that waits for one at an endpoint now, the oldest change first; their schedules
 * continue from it.
 *
 * @returns how many were not due yet.
 * @throws {ProblemError} `invalid_request` for an endpoint that is unknown, not the company's, or not active.
 */
export async function retryWaiting(ctx: Context, named: EndpointRef): Promise<number> {
  const { id, companyId } = await activeEndpoint(ctx, named);
  const now = ctx.clock.now();
  let isRecorded = false;
  return inBatches(BATCH, (limit) =>
    ctx.sql.begin(async (tx) => {
      if (!isRecorded) await recordAction(ctx, tx, { action: 'delivery.retry_now', objectId: id, companyId });
      isRecorded = true;
      await lockForOutcomes(tx, id);
      await releaseRetries(tx, id, now);
      const count = await hurryRetries(tx, id, { now, limit });
      await enqueue(tx, 'endpoint.retries', [id], now);
      await notifySenders(tx);
      return count;
    }),
  );
}
