import type { DeliveryState } from '../../domain/delivery.js';
import { invalidField } from '../../domain/problems.js';
import { closeDelivery } from '../../store/deliveries.js';
import type { TemporalClient } from '../../temporal/client.js';
import { signalDelivery } from '../../temporal/deliveries.js';
import type { Context } from '../context.js';

/** Ends a pending delivery as `stopped`; answers the state it has then. */
export async function stopInDatabase(
  ctx: Context,
  deliveryId: string,
): Promise<Exclude<DeliveryState, 'pending'> | 'missing'> {
  const state = await closeDelivery(ctx.sql, deliveryId, 'stopped', ctx.clock.now());
  return state === null || state === 'pending' ? 'missing' : state;
}

/**
 * Ends a delivery for good, and its workflow with it; it can be redelivered later.
 *
 * @returns the state it has then: one that had ended keeps its own.
 * @throws {ProblemError} `invalid_request` for an unknown delivery.
 */
export async function stopDelivery(
  ctx: Context,
  temporal: TemporalClient,
  deliveryId: string,
): Promise<Exclude<DeliveryState, 'pending'>> {
  const state = await stopInDatabase(ctx, deliveryId);
  if (state === 'missing') throw invalidField('delivery', 'is not known');
  await signalDelivery(temporal, deliveryId, 'stop');
  return state;
}
