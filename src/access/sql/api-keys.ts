import type { Id } from '../../core/ids.js';
import type { Mode } from '../../core/mode.js';
import type { Capability, KeyKind } from '../../core/viewer.js';
import type { Queryable, Transaction } from '../../platform/database/database.js';
import { recordset } from '../../platform/database/recordset.js';
import { firstNumber, firstRow, firstValue, isOneRow } from '../../platform/database/rows.js';

interface CertificateJson {
  fingerprint: string;
  notAfter: string;
}

export interface KnownKeyRow
  extends Pick<
    ListedKeyRow,
    | ('id' | 'companyId' | 'kind' | 'domains' | 'capabilities')
    | ('rateLimit' | 'siteRateLimit' | 'revokedAt' | 'previousUntil')
  > {
  hash: Buffer;
  /** After a roll: of the key before. */
  previousHash: Buffer | null;
  ref: string;
  /** Null: none is pinned. */
  certificates: CertificateJson[] | null;
  allowedAddresses: string[];
  companyStatus: 'active' | 'suspended';
  countries: string[] | null;
  categories: string[] | null;
  payingOnly: boolean;
}

/** A key by its hash. During a roll, the hash of the previous key finds it too. */
export function findKeyByHash(sql: Queryable, hash: Buffer, now: Date): Promise<KnownKeyRow | null> {
  return firstRow(sql<KnownKeyRow[]>`
    SELECT k.id, k.company_id, k.kind, k.hash, k.previous_hash, k.previous_until, k.ref, k.domains, k.capabilities, k.rate_limit, k.site_rate_limit,
           k.revoked_at, k.allowed_addresses,
           (SELECT json_agg(json_build_object('fingerprint', encode(p.fingerprint, 'hex'), 'notAfter', p.not_after))
              FROM key_certificates p WHERE p.key_id = k.id) AS certificates,
           c.status AS company_status, a.countries, a.categories, coalesce(a.paying_only, false) AS paying_only
      FROM api_keys k
      JOIN companies c ON c.id = k.company_id
      LEFT JOIN agreements a ON a.company_id = k.company_id
     WHERE k.hash = ${hash} OR (k.previous_hash = ${hash} AND k.previous_until > ${now})`);
}

/** The partner's code that a key's buy links carry; null when there is no such key. */
export function findKeyRef(sql: Queryable, id: string): Promise<string | null> {
  return firstValue(sql<{ ref: string }[]>`SELECT ref FROM api_keys WHERE id = ${id}`);
}

/** A key that links may carry the code of. */
export type LinkKeyRow = Pick<KnownKeyRow, 'id' | 'kind' | 'ref'> & { name: string };

/** A company's working keys of a mode: website keys before server keys, the newest first. */
export function listLinkKeys(
  sql: Queryable,
  { companyId, mode }: { companyId: Id<'company'>; mode: Mode },
): Promise<LinkKeyRow[]> {
  return sql<LinkKeyRow[]>`
    SELECT id, name, kind, ref FROM api_keys
     WHERE company_id = ${companyId} AND revoked_at IS NULL AND (kind = 'test') = (${mode} = 'test')
     ORDER BY kind = 'website' DESC, created_at DESC, id`;
}

export type NewKeyRow = Pick<
  ListedKeyRow,
  'id' | 'companyId' | 'kind' | 'name' | 'lastFour' | 'rateLimit' | 'siteRateLimit' | 'createdAt'
> & { hash: Buffer; ref: string; domains: readonly string[]; capabilities: readonly Capability[] };

export function countLiveKeys(tx: Transaction, companyId: Id<'company'>): Promise<number> {
  return firstNumber(tx<{ count: number }[]>`
    SELECT count(*)::int AS count FROM api_keys WHERE company_id = ${companyId} AND revoked_at IS NULL`);
}

/** Adds a key; returns false when the same key exists already. */
export function insertKey(sql: Queryable, key: NewKeyRow): Promise<boolean> {
  const columns = sql`id, company_id, kind, name, hash, last_four, ref, domains, capabilities, rate_limit, site_rate_limit, created_at`;
  return isOneRow(sql`
    INSERT INTO api_keys (${columns})
    SELECT ${columns} FROM json_populate_recordset(NULL::api_keys, ${recordset([key])}::text::json)
    ON CONFLICT (hash) DO NOTHING`);
}

/** A key of a company: every statement on it names both. */
export interface OwnedKey {
  companyId: Id<'company'>;
  keyId: Id<'key'>;
}

/** Marks a company's key revoked, once; answers when, or null when it has no such key. */
export function revokeKeyRow(sql: Queryable, { companyId, keyId }: OwnedKey, now: Date): Promise<Date | null> {
  return firstValue(sql<{ revokedAt: Date }[]>`
    UPDATE api_keys SET revoked_at = coalesce(revoked_at, ${now}) WHERE id = ${keyId} AND company_id = ${companyId}
    RETURNING revoked_at`);
}

/** The company of a key; null when there is no such key. */
export function findKeyCompany(sql: Queryable, keyId: Id<'key'>): Promise<string | null> {
  return firstValue(sql<{ companyId: Id<'company'> }[]>`SELECT company_id FROM api_keys WHERE id = ${keyId}`);
}

export interface ListedKeyRow {
  id: Id<'key'>;
  companyId: Id<'company'>;
  kind: KeyKind;
  name: string;
  lastFour: string;
  domains: string[];
  capabilities: Capability[];
  rateLimit: number | null;
  siteRateLimit: number | null;
  certificates: number;
  /** How many networks it may call from; 0: any. */
  networks: number;
  createdAt: Date;
  revokedAt: Date | null;
  /** After a roll: until when the key before works, and when it was last used. */
  previousUntil: Date | null;
  previousLastFour: string | null;
  rolledAt: Date | null;
  /** To some seconds; null: never. */
  lastUsedAt: Date | null;
  previousUsedAt: Date | null;
}

export function listKeyRows(sql: Queryable, companyId: Id<'company'>): Promise<ListedKeyRow[]> {
  return sql<ListedKeyRow[]>`
    SELECT id, company_id, kind, name, last_four, domains, capabilities, rate_limit, site_rate_limit, created_at, revoked_at,
           previous_until, previous_last_four, rolled_at, used.last_used_at, used.previous_used_at,
           cardinality(allowed_addresses) AS networks,
           (SELECT count(*)::int FROM key_certificates p WHERE p.key_id = api_keys.id) AS certificates
      FROM api_keys CROSS JOIN LATERAL (
        SELECT max(last_at) AS last_used_at, max(last_previous_at) AS previous_used_at FROM key_use WHERE key_id = api_keys.id
      ) used
     WHERE company_id = ${companyId} ORDER BY created_at, id`;
}

/** Gives a company's key another secret; the one before works until `previousUntil`, or with null no longer. */
export async function rollKeyRow(
  sql: Queryable,
  { companyId, keyId }: OwnedKey,
  roll: { hash: Buffer; lastFour: string; previousUntil: Date | null; now: Date },
): Promise<void> {
  const ends = roll.previousUntil === null;
  await sql`
    UPDATE api_keys
       SET hash = ${roll.hash}, last_four = ${roll.lastFour}, rolled_at = ${roll.now}, previous_until = ${roll.previousUntil},
           previous_hash = ${ends ? null : sql`hash`}, previous_last_four = ${ends ? null : sql`last_four`}
     WHERE id = ${keyId} AND company_id = ${companyId} AND revoked_at IS NULL`;
}

/** Ends the key from before a company's key was rolled; false when the company has no such key. */
export function endPreviousRow(sql: Queryable, { companyId, keyId }: OwnedKey): Promise<boolean> {
  return isOneRow(sql`
    UPDATE api_keys SET previous_hash = NULL, previous_until = NULL, previous_last_four = NULL
     WHERE id = ${keyId} AND company_id = ${companyId}`);
}

export async function describeKeyRow(
  sql: Queryable,
  { companyId, keyId }: OwnedKey,
  { name, domains }: { name?: string; domains?: readonly string[] },
): Promise<void> {
  await sql`
    UPDATE api_keys SET name = coalesce(${name ?? null}, name), domains = coalesce(${(domains as string[] | undefined) ?? null}::text[], domains)
     WHERE id = ${keyId} AND company_id = ${companyId}`;
}
