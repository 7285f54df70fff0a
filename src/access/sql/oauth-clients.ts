import type { KeyKind, Scope } from '../../core/viewer.js';
import type { Queryable } from '../../platform/database/database.js';

/** A client with what it takes to know it again, and how its key and company stand. */
export interface KnownClientRow {
  id: string;
  kind: KeyKind;
  scopes: Scope[];
  secretHash: Buffer;
  previousSecretHash: Buffer | null;
  previousUntil: Date | null;
  /** Its own end, or that of its key. */
  revoked: boolean;
  suspended: boolean;
}

export async function findClient(sql: Queryable, id: string): Promise<KnownClientRow | null> {
  const [row] = await sql<KnownClientRow[]>`
    SELECT c.id, k.kind, c.scopes, c.secret_hash, c.previous_secret_hash,
           c.previous_until, (c.revoked_at IS NOT NULL OR k.revoked_at IS NOT NULL) AS revoked,
           o.status = 'suspended' AS suspended
      FROM oauth_clients c JOIN api_keys k ON k.id = c.key_id JOIN companies o ON o.id = k.company_id
     WHERE c.id = ${id}`;
  return row ?? null;
}

export interface NewClientRow {
  id: string;
  keyId: string;
  name: string;
  secretHash: Buffer;
  lastFour: string;
  scopes: readonly Scope[];
  rateLimit: number | null;
  now: Date;
}

/** Adds a client; answers false when the id is taken. */
export async function insertClient(sql: Queryable, client: NewClientRow): Promise<boolean> {
  const rows = await sql`
    INSERT INTO oauth_clients (id, key_id, name, secret_hash, last_four, scopes, rate_limit, created_at)
    VALUES (${client.id}, ${client.keyId}, ${client.name}, ${client.secretHash}, ${client.lastFour},
            ${client.scopes as string[]}, ${client.rateLimit}, ${client.now})
    ON CONFLICT (id) DO NOTHING
    RETURNING id`;
  return rows.length === 1;
}

/**
 * Gives a client another secret; the one before it works until `previousUntil`, or no longer.
 *
 * @param secret.now unless `secret.again`, a client whose secret before still works then keeps what it has.
 * @returns null when it does, or when there is no such client, or it is revoked.
 */
export async function replaceClientSecret(
  sql: Queryable,
  id: string,
  secret: { secretHash: Buffer; lastFour: string; previousUntil: Date | null; now: Date; again: boolean },
): Promise<{ companyId: string } | null> {
  const { previousUntil } = secret;
  const [row] = await sql<{ companyId: string }[]>`
    UPDATE oauth_clients c
       SET previous_secret_hash = ${previousUntil === null ? null : sql`c.secret_hash`}, previous_until = ${previousUntil},
           secret_hash = ${secret.secretHash}, last_four = ${secret.lastFour}
      FROM api_keys k
     WHERE c.id = ${id} AND c.revoked_at IS NULL AND k.id = c.key_id
       AND (${secret.again} OR c.previous_until IS NULL OR c.previous_until <= ${secret.now})
    RETURNING k.company_id`;
  return row ?? null;
}

/** Marks a client revoked, once; answers null when there is no such client. */
export async function revokeClientRow(
  sql: Queryable,
  id: string,
  now: Date,
): Promise<{ companyId: string; revokedAt: Date } | null> {
  const [row] = await sql<{ companyId: string; revokedAt: Date }[]>`
    UPDATE oauth_clients c SET revoked_at = coalesce(c.revoked_at, ${now})
      FROM api_keys k
     WHERE c.id = ${id} AND k.id = c.key_id
    RETURNING k.company_id, c.revoked_at`;
  return row ?? null;
}

export interface ListedClientRow {
  id: string;
  keyId: string;
  kind: KeyKind;
  name: string;
  lastFour: string;
  scopes: Scope[];
  rateLimit: number | null;
  createdAt: Date;
  previousUntil: Date | null;
  revokedAt: Date | null;
  keyRevokedAt: Date | null;
  /** Tokens that work now. */
  liveTokens: number;
  /** Of the tokens still kept, when the newest was issued. */
  lastIssuedAt: Date | null;
}

/** A company's clients, oldest first, without anything that would open a door. */
export function listClientRows(sql: Queryable, companyId: string, now: Date): Promise<ListedClientRow[]> {
  return sql<ListedClientRow[]>`
    SELECT c.id, c.key_id, k.kind, c.name, c.last_four, c.scopes, c.rate_limit,
           c.created_at, c.previous_until, c.revoked_at, k.revoked_at AS key_revoked_at, t.live::int AS live_tokens, t.newest AS last_issued_at
      FROM oauth_clients c JOIN api_keys k ON k.id = c.key_id
     CROSS JOIN LATERAL (
       SELECT count(*) FILTER (WHERE revoked_at IS NULL AND expires_at > ${now}) AS live, max(issued_at) AS newest
         FROM oauth_tokens WHERE client_id = c.id
     ) t
     WHERE k.company_id = ${companyId} ORDER BY c.created_at, c.id`;
}
