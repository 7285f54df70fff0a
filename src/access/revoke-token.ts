import { hashOf } from '../core/digest.js';
import type { Context } from '../platform/context/context.js';
import type { KnownClient } from './authenticate-client.js';
import { revokeTokenRow } from './sql/oauth-tokens.js';

/** Revokes this client's token (RFC 7009) everywhere at commit. Any other is not changed, with the same answer. */
export async function revokeToken(
  ctx: Context,
  { client, token }: { client: KnownClient; token: string },
): Promise<void> {
  const hash = hashOf(token);
  await revokeTokenRow(ctx.sql, { hash, clientId: client.id, now: ctx.clock.now() });
}
