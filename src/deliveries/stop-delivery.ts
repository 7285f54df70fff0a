import { noSuch } from '../core/problems.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { enqueue } from '../platform/outbox/messages.js';
import { notifySenders, waitForSenderPermissions } from '../platform/outbox/notify-senders.js';
import type { DeliveryState } from './rules/delivery.js';
import { type DeliveryRef, toRef } from './rules/ref.js';
import { closeDelivery, findDelivery } from './sql/deliveries.js';
import { findEndpoint, recallClaims } from './sql/delivery-endpoints.js';

/**
 * Stops a delivery: no attempt of it begins after this; it can be replayed later.
 *
 * @returns its state afterwards. An ended delivery keeps its state.
 * @throws {ProblemError} `invalid_request` for an unknown delivery, and a delivery of another company.
 */
export async function stopDelivery(ctx: Context, named: DeliveryRef): Promise<Exclude<DeliveryState, 'pending'>> {
  const { was, is } = await ctx.sql.begin(async (tx) => {
    const delivery = await findDelivery(tx, named);
    if (!delivery) throw noSuch('delivery', toRef(named).id);
    const { id, endpointId, state: was } = delivery;
    if (was === 'pending') await recallClaims(tx, endpointId);
    const is = await closeDelivery(tx, named, 'stopped', ctx.clock.now());
    if (is === null || is === 'pending') throw noSuch('delivery', id);
    const companyId = (await findEndpoint(tx, endpointId))?.companyId;
    await recordAction(ctx, tx, { action: 'delivery.stop', objectId: id, companyId, details: { was, is } });
    await enqueue(tx, 'endpoint.retries', [endpointId], ctx.clock.now());
    await notifySenders(tx);
    return { was, is };
  });
  if (was === 'pending') await waitForSenderPermissions();
  return is;
}
