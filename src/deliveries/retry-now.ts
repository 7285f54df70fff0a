import { conflict, noSuch } from '../core/problems.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { enqueue } from '../platform/outbox/messages.js';
import { ringSenders } from '../platform/outbox/ring-senders.js';
import { type DeliveryRef, refOf } from './rules/ref.js';
import { findDelivery, hurryDelivery } from './sql/deliveries.js';
import { findEndpoint } from './sql/delivery-endpoints.js';
import { lockForOutcomes, releaseRetries } from './sql/rounds.js';

/**
 * Makes the next attempt of a delivery now; the schedule continues from it. What else is due at its endpoint goes with it.
 *
 * @throws {ProblemError} `invalid_request` for an unknown delivery, one that is not the company's, and one that is not waiting
 * for an attempt.
 */
export async function retryNow(ctx: Context, named: DeliveryRef): Promise<void> {
  const now = ctx.clock.now();
  await ctx.sql.begin(async (tx) => {
    const delivery = await findDelivery(tx, named);
    if (!delivery) throw noSuch('delivery', refOf(named).id);
    if (delivery.state !== 'pending') {
      throw conflict('delivery', `is ${delivery.state} and has no next attempt; redeliver it instead`);
    }
    const { id, endpointId } = delivery;
    const companyId = (await findEndpoint(tx, endpointId))?.companyId;
    await lockForOutcomes(tx, endpointId);
    await releaseRetries(tx, endpointId, now);
    await hurryDelivery(tx, id, now);
    await recordAction(ctx, tx, { action: 'delivery.retry_now', objectId: id, companyId });
    await enqueue(tx, 'endpoint.retries', [endpointId], now);
    await ringSenders(tx);
  });
}
