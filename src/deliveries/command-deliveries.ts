import { setTimeout as pause } from 'node:timers/promises';
import { ProblemError } from '../core/problems.js';
import type { Context } from '../platform/context/context.js';
import { knownEndpoint } from './known-endpoint.js';
import { retryNow, retryWaiting } from './retry-now.js';
import { MAX_ATTEMPTS } from './rules/retry-schedule.js';
import { type DeliveryRow, findDelivery } from './sql/deliveries.js';
import { stopDelivery } from './stop-delivery.js';
import type { EndpointCommand } from './workflow.js';

/** Most attempts have ended after this time; the workflow waits no longer. */
const OUTCOME_MS = 3_000;
const LOOK_EVERY_MS = 100;

/**
 * A command of an operator, signalled to the workflow of an endpoint: a retry now, of one delivery or of all that wait,
 * or the stop of one.
 *
 * @returns the result, for operators. An impossible command changes nothing.
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
    const delivery = await findDelivery(ctx.sql, deliveryId);
    if (delivery?.endpointId !== endpointId) return 'is no delivery of this endpoint';
    const { companyId } = await knownEndpoint(ctx.sql, endpointId);
    if (kind === 'stop') return await stopDelivery(by, { companyId, deliveryId });
    await retryNow(by, { companyId, deliveryId });
    return await findOutcome(ctx, delivery);
  } catch (error) {
    if (error instanceof ProblemError) return error.message;
    throw error;
  }
}

/** How the next attempt ended, where that is known soon. */
async function findOutcome(ctx: Context, before: DeliveryRow): Promise<string> {
  const until = performance.now() + OUTCOME_MS;
  while (performance.now() < until) {
    await pause(LOOK_EVERY_MS);
    const { state, attempt, lastOutcome } = (await findDelivery(ctx.sql, before.id)) ?? before;
    const name = `attempt ${attempt} of ${MAX_ATTEMPTS}`;
    if (state === 'delivered') return `${name}: delivered`;
    if (attempt > before.attempt) return `${name} failed, ${lastOutcome}`;
    if (state !== 'pending') return state;
  }
  return 'is due now';
}
