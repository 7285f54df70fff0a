import type { Id } from '../core/ids.js';
import { noSuch } from '../core/problems.js';
import type { Context } from '../platform/context/context.js';
import { findKeyCompany, type OwnedKey } from './sql/api-keys.js';
import { findClientCompany, type OwnedClient } from './sql/oauth-clients.js';

/** The company of a key, for operators alone: a member's comes from the session. @throws {ProblemError} `invalid_request`. */
export async function ownerOfKey(ctx: Context, keyId: Id<'key'>): Promise<OwnedKey> {
  const companyId = await findKeyCompany(ctx.sql, keyId);
  if (companyId === null) throw noSuch('key', keyId);
  return { companyId, keyId };
}

/** The same for an OAuth client. */
export async function ownerOfClient(ctx: Context, clientId: Id<'oauthClient'>): Promise<OwnedClient> {
  const companyId = await findClientCompany(ctx.sql, clientId);
  if (companyId === null) throw noSuch('client', clientId);
  return { companyId, clientId };
}
