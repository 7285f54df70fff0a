import { invalidField } from '../../domain/problems.js';
import { closeDeliveriesOf } from '../../store/deliveries.js';
import { disableEndpointRow, enableEndpointRow, removeEndpointRow } from '../../store/delivery-endpoints.js';
import type { Context } from '../context.js';

const UNKNOWN = () => invalidField('endpoint', 'is not known');

/**
 * Lets an endpoint hear again. What was held meanwhile stays so until it is replayed.
 *
 * @throws {ProblemError} `invalid_request` for an unknown endpoint.
 */
export async function enableEndpoint(ctx: Context, id: string): Promise<void> {
  if (!(await enableEndpointRow(ctx.sql, id))) throw UNKNOWN();
}

/**
 * Stops deliveries to an endpoint. What waits, and what it would hear from now on, is kept as `held`.
 *
 * @returns how many deliveries were waiting.
 * @throws {ProblemError} `invalid_request` for an unknown endpoint.
 */
export async function disableEndpoint(ctx: Context, id: string): Promise<{ held: number }> {
  const now = ctx.clock.now();
  if (!(await disableEndpointRow(ctx.sql, id, now))) throw UNKNOWN();
  return { held: (await closeDeliveriesOf(ctx.sql, id, 'held', now)).length };
}

/**
 * Forgets an endpoint: it hears nothing more, and what waits is stopped.
 *
 * @throws {ProblemError} `invalid_request` for an unknown endpoint.
 */
export async function removeEndpoint(ctx: Context, id: string): Promise<void> {
  const now = ctx.clock.now();
  if (!(await removeEndpointRow(ctx.sql, id, now))) throw UNKNOWN();
  await closeDeliveriesOf(ctx.sql, id, 'stopped', now);
}
