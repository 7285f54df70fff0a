import type { Id } from '../../core/ids.js';
import type { Scope } from '../../core/viewer.js';
import type { Queryable } from '../../platform/database/database.js';
import { countRows, firstNumber, firstRow, isOneRow } from '../../platform/database/rows.js';
import type { OwnedClient } from './oauth-clients.js';

export interface KnownTokenRow {
  hash: Buffer;
  clientId: Id<'oauthClient'>;
  keyHash: Buffer;
  scopes: Scope[];
  rateLimit: number | null;
  expiresAt: Date;
  /** The token, or its client. */
  revoked: boolean;
}

export function findTokenByHash(sql: Queryable, hash: Buffer): Promise<KnownTokenRow | null> {
  return firstRow(sql<KnownTokenRow[]>`
    SELECT t.hash, t.client_id, k.hash AS key_hash, t.scopes, c.rate_limit,
           t.expires_at, (t.revoked_at IS NOT NULL OR c.revoked_at IS NOT NULL) AS revoked
      FROM oauth_tokens t JOIN oauth_clients c ON c.id = t.client_id JOIN api_keys k ON k.id = c.key_id
     WHERE t.hash = ${hash}`);
}

export interface NewTokenRow {
  hash: Buffer;
  clientId: Id<'oauthClient'>;
  /** The hash of the secret that the client showed. */
  secretHash: Buffer;
  scopes: readonly Scope[];
  now: Date;
  expiresAt: Date;
}

/** False: the client was revoked or its secret replaced. The lock makes a rotation that revokes all tokens see this one. */
export function insertToken(sql: Queryable, token: NewTokenRow): Promise<boolean> {
  return isOneRow(sql`
    INSERT INTO oauth_tokens (hash, client_id, scopes, issued_at, expires_at)
    SELECT ${token.hash}, c.id, ${token.scopes as string[]}, ${token.now}, ${token.expiresAt}
      FROM oauth_clients c
     WHERE c.id = ${token.clientId} AND c.revoked_at IS NULL
       AND (c.secret_hash = ${token.secretHash}
            OR (c.previous_secret_hash = ${token.secretHash} AND c.previous_until > ${token.now}))
       FOR SHARE`);
}

/** Revokes a token of this client. A token that is unknown, revoked or of another client is not changed. */
export async function revokeTokenRow(
  sql: Queryable,
  token: { hash: Buffer; clientId: Id<'oauthClient'>; now: Date },
): Promise<void> {
  await sql`
    UPDATE oauth_tokens SET revoked_at = ${token.now}
     WHERE hash = ${token.hash} AND client_id = ${token.clientId} AND revoked_at IS NULL`;
}

/** Revokes all tokens, expired ones too: another process's clock may differ. @returns how many had not expired. */
export function revokeTokensOfClient(sql: Queryable, { companyId, clientId }: OwnedClient, now: Date): Promise<number> {
  return firstNumber(sql<{ live: number }[]>`
    WITH ended AS (
      UPDATE oauth_tokens t SET revoked_at = ${now}
        FROM oauth_clients c JOIN api_keys k ON k.id = c.key_id
       WHERE c.id = ${clientId} AND k.company_id = ${companyId} AND t.client_id = c.id AND t.revoked_at IS NULL
      RETURNING t.expires_at
    )
    SELECT count(*)::int AS live FROM ended WHERE expires_at > ${now}`);
}

/** Deletes up to `limit` tokens that expired before `before`; returns how many. */
export function deleteTokenRows(sql: Queryable, before: Date, limit: number): Promise<number> {
  return countRows(sql`
    DELETE FROM oauth_tokens WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM oauth_tokens WHERE expires_at < ${before} LIMIT ${limit}))`);
}
