import { hashOf } from '../core/digest.js';
import { randomText } from '../core/ids.js';
import { ACCESS_TOKEN_PREFIX } from '../core/key-format.js';
import type { Scope } from '../core/viewer.js';
import type { Context } from '../platform/context/context.js';
import type { KnownClient } from './authenticate-client.js';
import { grantScopes, OAuthError, TOKEN_SECONDS } from './rules/oauth.js';
import { insertToken } from './sql/oauth-tokens.js';

export interface IssuedToken {
  /** The token, returned only here: we store its hash. */
  accessToken: string;
  /** Seconds. */
  expiresIn: number;
  scopes: Scope[];
}

/**
 * Gives a client an access token (contract: POST /oauth/token).
 *
 * @param input.scope as requested; absent: all that the client has.
 * @throws {OAuthError} `unauthorized_client` when its company is suspended, `invalid_scope`, `invalid_client` when it
 * was revoked or its secret was rotated during the call.
 */
export async function issueToken(
  ctx: Context,
  { client, scope }: { client: KnownClient; scope: string | undefined },
): Promise<IssuedToken> {
  if (client.suspended) {
    throw new OAuthError('unauthorized_client', 'The company behind this client is suspended.');
  }
  const scopes = grantScopes(scope, client.scopes);
  const accessToken = ACCESS_TOKEN_PREFIX + randomText(40);
  const now = ctx.clock.now();
  const added = await insertToken(ctx.sql, {
    hash: hashOf(accessToken),
    clientId: client.id,
    secretHash: client.secretHash,
    scopes,
    now,
    expiresAt: new Date(now.getTime() + TOKEN_SECONDS * 1_000),
  });
  if (!added) throw new OAuthError('invalid_client', 'The client was revoked, or its secret was rotated.');
  return { accessToken, expiresIn: TOKEN_SECONDS, scopes };
}
