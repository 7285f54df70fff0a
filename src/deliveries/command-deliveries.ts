import { ProblemError } from '../core/problems.js';
import type { Context } from '../platform/context/context.js';
import type { EndpointCommand } from './endpoint-workflow.js';
import { knownEndpoint } from './known-endpoint.js';
import { retryNow, retryWaiting } from './retry-now.js';
import { findDelivery } from './sql/deliveries.js';
import { stopDelivery } from './stop-delivery.js';

/**
 * What an operator signals to the workflow of an endpoint: a retry now, of one delivery or of all that wait, or the stop of one.
 *
 * @returns how it went, for operators; what cannot be done changes nothing.
 */
export async function commandDeliveries(
  ctx: Context,
  { endpointId, kind, deliveryId }: EndpointCommand,
): Promise<string> {
  const by = { ...ctx, actor: `${ctx.actor}, signalled in Temporal` };
  try {
    if (deliveryId === null) {
      if (kind === 'stop') return 'names no delivery; nothing was stopped';
      return `${await retryWaiting(by, endpointId)} deliveries are due now`;
    }
    if ((await findDelivery(ctx.sql, deliveryId))?.endpointId !== endpointId) return 'is no delivery of this endpoint';
    const { companyId } = await knownEndpoint(ctx.sql, endpointId);
    await (kind === 'stop' ? stopDelivery : retryNow)(by, { companyId, deliveryId });
    return kind === 'stop' ? 'stopped' : 'is due now';
  } catch (error) {
    if (error instanceof ProblemError) return error.message;
    throw error;
  }
}
