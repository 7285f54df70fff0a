import { timingSafeEqual } from 'node:crypto';
import { hashOf } from '../core/digest.js';
import type { Id } from '../core/ids.js';
import type { KeyKind, Scope } from '../core/viewer.js';
import type { Context } from '../platform/context/context.js';
import { OAuthError } from './rules/oauth.js';
import { findClient, type KnownClientRow } from './sql/oauth-clients.js';

export interface KnownClient {
  id: string;
  kind: KeyKind;
  scopes: readonly Scope[];
  secretHash: Buffer;
  suspended: boolean;
}

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
  return { id, kind: row.kind, scopes: row.scopes, secretHash, suspended: row.suspended };
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
