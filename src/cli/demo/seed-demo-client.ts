import { createClient } from '../../access/create-client.js';
import { findKeyByHash } from '../../access/sql/api-keys.js';
import { findClient } from '../../access/sql/oauth-clients.js';
import { hashOf } from '../../core/digest.js';
import type { Context } from '../../platform/context/context.js';

/** Gives the demonstration company an OAuth client on its test key; repeatable. */
export async function seedDemoClient(
  ctx: Context,
  { testKey, given }: { testKey: string; given: { id: string; secret: string } },
): Promise<void> {
  if (await findClient(ctx.sql, given.id)) return;
  const key = await findKeyByHash(ctx.sql, hashOf(testKey), ctx.clock.now());
  // If the key was revoked, it stays so.
  if (!key || key.revokedAt) return;
  await createClient(ctx, { companyId: key.companyId, keyId: key.id, name: 'demo OAuth client', given });
}
