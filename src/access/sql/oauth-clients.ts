import type { Id } from '../../core/ids.js';
import type { KeyKind, Scope } from '../../core/viewer.js';
import type { Queryable, Transaction } from '../../platform/database/database.js';
import { firstNumber, firstRow, firstValue, isOneRow } from '../../platform/database/rows.js';

export interface KnownClientRow {
  id: Id<'oauthClient'>;
  kind: KeyKind;
  scopes: Scope[];
  secretHash: Buffer;
  previousSecretHash: Buffer | null;
  previousUntil: Date | null;
  /** The end of the client, or of its key. */
  revoked: boolean;
  suspended: boolean;
}

export function findClient(sql: Queryable, id: string): Promise<KnownClientRow | null> {
  return firstRow(sql<KnownClientRow[]>`
    SELECT c.id, k.kind, c.scopes, c.secret_hash, c.previous_secret_hash,
           c.previous_until, (c.revoked_at IS NOT NULL OR k.revoked_at IS NOT NULL) AS revoked,
           o.status = 'suspended' AS suspended
      FROM oauth_clients c JOIN api_keys k ON k.id = c.key_id JOIN companies o ON o.id = k.company_id
     WHERE c.id = ${id}`);
}

export type NewClientRow = Pick<ListedClientRow, 'id' | 'keyId' | 'name' | 'lastFour' | 'rateLimit'> & {
  secretHash: Buffer;
  scopes: readonly Scope[];
  now: Date;
};

/** A client of a company, by the key it stands on: every statement on it names both. */
export interface OwnedClient {
  companyId: Id<'company'>;
  clientId: Id<'oauthClient'>;
}

/** Adds a client to a key of the company; false when the id is taken. */
export function insertClient(sql: Queryable, companyId: Id<'company'>, client: NewClientRow): Promise<boolean> {
  return isOneRow(sql`
    INSERT INTO oauth_clients (id, key_id, name, secret_hash, last_four, scopes, rate_limit, created_at)
    SELECT ${client.id}, k.id, ${client.name}, ${client.secretHash}, ${client.lastFour},
           ${client.scopes as string[]}, ${client.rateLimit}::int, ${client.now}
      FROM api_keys k WHERE k.id = ${client.keyId} AND k.company_id = ${companyId}
    ON CONFLICT (id) DO NOTHING`);
}

/** A company's client as a rotation must know it, locked until the transaction ends; null when it has no such client. */
export function lockClient(
  tx: Transaction,
  { companyId, clientId }: OwnedClient,
): Promise<{ previousUntil: Date | null; rotatedAt: Date | null; revoked: boolean } | null> {
  return firstRow(tx<{ previousUntil: Date | null; rotatedAt: Date | null; revoked: boolean }[]>`
    SELECT c.previous_until, c.rotated_at, (c.revoked_at IS NOT NULL OR k.revoked_at IS NOT NULL) AS revoked
      FROM oauth_clients c JOIN api_keys k ON k.id = c.key_id
     WHERE c.id = ${clientId} AND k.company_id = ${companyId} FOR UPDATE OF c`);
}

/** How many clients of a company work: neither they nor their keys were revoked. */
export function countLiveClients(tx: Transaction, companyId: Id<'company'>): Promise<number> {
  return firstNumber(tx<{ count: number }[]>`
    SELECT count(*)::int AS count FROM oauth_clients c JOIN api_keys k ON k.id = c.key_id
     WHERE k.company_id = ${companyId} AND c.revoked_at IS NULL AND k.revoked_at IS NULL`);
}

/** The company of a client; null when there is no such client. */
export function findClientCompany(sql: Queryable, clientId: Id<'oauthClient'>): Promise<string | null> {
  return firstValue(sql<{ companyId: Id<'company'> }[]>`
    SELECT k.company_id FROM oauth_clients c JOIN api_keys k ON k.id = c.key_id WHERE c.id = ${clientId}`);
}

/** Gives a company's client another secret; the one before it works until `previousUntil`, or no longer. */
export async function replaceClientSecret(
  tx: Transaction,
  { companyId, clientId }: OwnedClient,
  secret: { secretHash: Buffer; lastFour: string; previousUntil: Date | null; now: Date },
): Promise<void> {
  const { previousUntil } = secret;
  await tx`
    UPDATE oauth_clients c
       SET previous_secret_hash = ${previousUntil === null ? null : tx`c.secret_hash`}, previous_until = ${previousUntil},
           secret_hash = ${secret.secretHash}, last_four = ${secret.lastFour}, rotated_at = ${secret.now}
      FROM api_keys k
     WHERE c.id = ${clientId} AND k.id = c.key_id AND k.company_id = ${companyId}`;
}

/** Marks a company's client revoked, once; answers when, or null when it has no such client. */
export function revokeClientRow(sql: Queryable, { companyId, clientId }: OwnedClient, now: Date): Promise<Date | null> {
  return firstValue(sql<{ revokedAt: Date }[]>`
    UPDATE oauth_clients c SET revoked_at = coalesce(c.revoked_at, ${now})
      FROM api_keys k
     WHERE c.id = ${clientId} AND k.id = c.key_id AND k.company_id = ${companyId}
    RETURNING c.revoked_at`);
}

export interface ListedClientRow {
  id: Id<'oauthClient'>;
  keyId: Id<'key'>;
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
  /** When the newest stored token was issued. */
  lastIssuedAt: Date | null;
}

export function listClientRows(sql: Queryable, companyId: Id<'company'>, now: Date): Promise<ListedClientRow[]> {
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
