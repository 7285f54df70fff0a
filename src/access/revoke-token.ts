import { createHash } from 'node:crypto';
import type { Context } from '../platform/context/context.js';
import type { KnownClient } from './authenticate-client.js';
import { revokeTokenRow } from './sql/oauth-tokens.js';

/**
 * Ends a token of this client, in every process as this commits (RFC 7009). A token that is unknown, ended or another
 * client's is left as it is, and the caller is not told.
 */
export async function revokeToken(
  ctx: Context,
  { client, token }: { client: KnownClient; token: string },
): Promise<void> {
  const hash = createHash('sha256').update(token).digest();
  await revokeTokenRow(ctx.sql, { hash, clientId: client.id, now: ctx.clock.now() });
}
