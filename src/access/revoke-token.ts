import { hashOf } from '../core/digest.js';
import type { Context } from '../platform/context/context.js';
import type { KnownClient } from './authenticate-client.js';
import { revokeTokenRow } from './sql/oauth-tokens.js';

/**
 * Revokes a token of this client (RFC 7009); every process is notified when this commits. An unknown or expired token,
 * and a token of another client, are not changed; the caller gets the same answer.
 */
export async function revokeToken(
  ctx: Context,
  { client, token }: { client: KnownClient; token: string },
): Promise<void> {
  const hash = hashOf(token);
  await revokeTokenRow(ctx.sql, { hash, clientId: client.id, now: ctx.clock.now() });
}
