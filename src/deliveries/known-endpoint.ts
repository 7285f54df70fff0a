import { conflict, noSuch } from '../core/problems.js';
import type { Context } from '../platform/context/context.js';
import type { Queryable } from '../platform/database/database.js';
import { type EndpointRef, toRef } from './rules/ref.js';
import { type EndpointRow, findEndpoint } from './sql/delivery-endpoints.js';

/** @throws {ProblemError} `invalid_request` when there is no such endpoint of the company, if one is given, or it was removed. */
export async function knownEndpoint(db: Queryable, named: EndpointRef): Promise<EndpointRow> {
  const endpoint = await findEndpoint(db, named);
  if (!endpoint) throw noSuch('endpoint', toRef(named).id);
  return endpoint;
}

/** An endpoint that something may be sent to. @throws {ProblemError} `invalid_request`. */
export async function activeEndpoint(ctx: Context, named: EndpointRef): Promise<EndpointRow> {
  const endpoint = await knownEndpoint(ctx.sql, named);
  if (endpoint.status !== 'active') throw conflict('endpoint', 'is disabled: enable it first');
  const silence = inactiveReason(endpoint);
  if (silence !== null) throw conflict('endpoint', `belongs to a ${silence}, so nothing is sent to it`);
  return endpoint;
}

/** Why nothing is sent to an endpoint although it is active itself. */
export function inactiveReason({
  keyRevoked,
  companySuspended,
}: EndpointRow): 'revoked key' | 'suspended company' | null {
  if (companySuspended) return 'suspended company';
  return keyRevoked ? 'revoked key' : null;
}
