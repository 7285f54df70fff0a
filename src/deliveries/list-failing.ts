import type { Context } from '../platform/context/context.js';
import type { EndpointKind } from './sql/delivery-endpoints.js';
import { type FailingEndpointRow, listFailingEndpoints } from './sql/failing-endpoints.js';

export type FailingEndpoint = FailingEndpointRow;

/**
 * Failing endpoints of all companies, worst first: the longest failing, then the one with the most deliveries waiting.
 * One that was disabled for its failures is listed until it is enabled.
 *
 * @param input.limit 1 to 1000.
 */
export function listFailing(ctx: Context, input: { kind: EndpointKind; limit: number }): Promise<FailingEndpoint[]> {
  return listFailingEndpoints(ctx.sql, input);
}
