import { createHash } from 'node:crypto';
import { keyKindOf } from '../core/key-format.js';
import { invalidField, noSuch } from '../core/problems.js';
import type { Context } from '../platform/context/context.js';
import { countEndpoints, type EndpointOwner, findEndpointOwner } from './sql/delivery-endpoints.js';

/** Webhooks and postbacks that one key may have. */
const MAX_ENDPOINTS = 20;

/**
 * Finds the key for a new endpoint.
 *
 * @param key its id (`key_…`) or the key itself.
 * @throws {ProblemError} `invalid_request` when it is unknown, revoked, or already has the maximum number of endpoints.
 */
export async function endpointOwner(
  ctx: Context,
  key: string,
  { most = MAX_ENDPOINTS, companyId }: { most?: number; companyId?: string } = {},
): Promise<EndpointOwner> {
  const isKey = keyKindOf(key) !== null;
  const owner = await findEndpointOwner(
    ctx.sql,
    isKey ? { hash: createHash('sha256').update(key).digest() } : { id: key },
    companyId ?? null,
  );
  if (!owner) throw noSuch('key');
  if (owner.revoked) throw invalidField('key', 'is revoked');
  if ((await countEndpoints(ctx.sql, owner.keyId)) >= most) {
    throw invalidField('key', `has ${most} endpoints already: remove one first`);
  }
  return owner;
}
