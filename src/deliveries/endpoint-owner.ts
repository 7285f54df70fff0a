import { createHash } from 'node:crypto';
import { keyKindOf } from '../core/key-format.js';
import { conflict, noSuch } from '../core/problems.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { countEndpoints, type EndpointOwner, findEndpointOwner, isLiveKeyLocked } from './sql/delivery-endpoints.js';

/** Webhooks and postbacks that one key may have. */
const MAX_ENDPOINTS = 20;

/**
 * Finds the key for a new endpoint.
 *
 * @param key its id (`key_…`) or the key itself.
 * @throws {ProblemError} `invalid_request` when it is unknown or revoked.
 */
export async function endpointOwner(
  ctx: Context,
  key: string,
  { companyId }: { companyId?: string } = {},
): Promise<EndpointOwner> {
  const isKey = keyKindOf(key) !== null;
  const owner = await findEndpointOwner(
    ctx.sql,
    isKey ? { hash: createHash('sha256').update(key).digest() } : { id: key },
    companyId ?? null,
  );
  if (!owner) throw noSuch('key', key);
  if (owner.revoked) throw conflict('key', 'is revoked');
  return owner;
}

/**
 * Locks a key until the endpoint is added to it: of many that are added at once no more stay than it may have.
 *
 * @throws {ProblemError} `invalid_request` when it was revoked meanwhile, or has the maximum number of endpoints.
 */
export async function assertRoomForEndpoint(tx: Transaction, keyId: string): Promise<void> {
  if (!(await isLiveKeyLocked(tx, keyId))) throw conflict('key', 'is revoked');
  if ((await countEndpoints(tx, keyId)) >= MAX_ENDPOINTS) {
    throw conflict('key', `has ${MAX_ENDPOINTS} endpoints already: remove one first`);
  }
}
