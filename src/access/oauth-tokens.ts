import { timingSafeEqual } from 'node:crypto';
import { hashOf } from '../core/digest.js';
import { type Id, randomText } from '../core/ids.js';
import { ACCESS_TOKEN_PREFIX } from '../core/key-format.js';
import type { Scope } from '../core/viewer.js';
import type { Context } from '../platform/context/context.js';
import { grantScopes, OAuthError, TOKEN_SECONDS } from './rules/oauth.js';
import { findClient, type KnownClientRow } from './sql/oauth-clients.js';
import { insertToken, revokeTokenRow } from './sql/oauth-tokens.js';

export type KnownClient = Pick<KnownClientRow, 'id' | 'kind' | 'scopes' | 'secretHash' | 'suspended'>;

const ID = /^oac_[A-Za-z0-9_]{1,60}$/;

/** RFC 6749 section 2.3.1. @throws {OAuthError} `invalid_client`, the same for an unknown id and a wrong secret. */
export async function authenticateClient(
  ctx: Context,
  { id, secret }: { id: string; secret: string },
): Promise<KnownClient> {
  const row = ID.test(id) ? await findClient(ctx.sql, id) : null;
  const secretHash = hashOf(secret);
  if (!row || !opens(row, secretHash, ctx.clock.now())) {
    refused(ctx, row ? 'wrong secret' : 'unknown client', row?.id);
    throw new OAuthError('invalid_client', 'The client is unknown, or its secret is wrong.');
  }
  if (row.revoked) {
    refused(ctx, 'revoked client', id);
    throw new OAuthError('invalid_client', 'The client, or its key, was revoked.');
  }
  const { kind, scopes, suspended } = row;
  return { id, kind, scopes, secretHash, suspended };
}

function opens({ secretHash, previousSecretHash, previousUntil }: KnownClientRow, shown: Buffer, now: Date): boolean {
  if (timingSafeEqual(secretHash, shown)) return true;
  if (previousSecretHash === null || previousUntil === null || previousUntil <= now) return false;
  return timingSafeEqual(previousSecretHash, shown);
}

/** For the operator, when a partner reports that their client stopped working. */
function refused(ctx: Context, why: string, clientId: Id<'oauthClient'> | undefined): void {
  ctx.log.info({ clientId }, `OAuth client refused: ${why}`);
}

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

/** Revokes this client's token (RFC 7009) everywhere at commit. Any other is not changed, with the same answer. */
export async function revokeToken(
  ctx: Context,
  { client, token }: { client: KnownClient; token: string },
): Promise<void> {
  const hash = hashOf(token);
  await revokeTokenRow(ctx.sql, { hash, clientId: client.id, now: ctx.clock.now() });
}
