import type { Queryable, Transaction } from '../../platform/database/database.js';
import { firstRow, isOneRow } from '../../platform/database/rows.js';
import type { KnownKeyRow, OwnedKey } from './api-keys.js';

export interface CertificateRow {
  /** SHA-256 in hexadecimal digits. */
  fingerprint: string;
  subject: string;
  notAfter: Date;
  addedAt: Date;
}

export function listCertificateRows(sql: Queryable, { companyId, keyId }: OwnedKey): Promise<CertificateRow[]> {
  return sql<CertificateRow[]>`
    SELECT encode(c.fingerprint, 'hex') AS fingerprint, c.subject, c.not_after, c.added_at
      FROM key_certificates c JOIN api_keys k ON k.id = c.key_id AND k.company_id = ${companyId}
     WHERE c.key_id = ${keyId} ORDER BY c.added_at, c.slot`;
}

/** Pins a certificate in a free slot; false when both are taken, and for a key that is not the company's. */
export function insertCertificate(
  tx: Transaction,
  { companyId, keyId }: OwnedKey,
  row: CertificateRow,
): Promise<boolean> {
  return isOneRow(tx`
    INSERT INTO key_certificates (key_id, slot, fingerprint, subject, not_after, added_at)
    SELECT k.id, free.slot, decode(${row.fingerprint}, 'hex'), ${row.subject}, ${row.notAfter}, ${row.addedAt}
      FROM api_keys k, generate_series(1, 2) AS free (slot)
     WHERE k.id = ${keyId} AND k.company_id = ${companyId}
       AND NOT EXISTS (SELECT FROM key_certificates taken WHERE taken.key_id = k.id AND taken.slot = free.slot)
     ORDER BY free.slot LIMIT 1`);
}

export async function deleteCertificate(
  tx: Transaction,
  { companyId, keyId }: OwnedKey,
  fingerprint: string,
): Promise<void> {
  await tx`
    DELETE FROM key_certificates c USING api_keys k
     WHERE k.id = ${keyId} AND k.company_id = ${companyId} AND c.key_id = k.id
       AND c.fingerprint = decode(${fingerprint}, 'hex')`;
}

export type GuardedKeyRow = Pick<KnownKeyRow, 'kind' | 'revokedAt' | 'allowedAddresses' | 'previousUntil'> & {
  rolledAt: Date | null;
};

/** A company's key with its guards. With `lock`, no other transaction changes them until this one ends. */
export function findGuardedKey(
  sql: Queryable,
  { companyId, keyId }: OwnedKey,
  { lock = false } = {},
): Promise<GuardedKeyRow | null> {
  return firstRow(sql<GuardedKeyRow[]>`
    SELECT kind, revoked_at, allowed_addresses, previous_until, rolled_at
      FROM api_keys WHERE id = ${keyId} AND company_id = ${companyId} ${lock ? sql`FOR UPDATE` : sql``}`);
}

export async function setAllowedAddressesRow(
  tx: Transaction,
  { companyId, keyId }: OwnedKey,
  networks: readonly string[],
): Promise<void> {
  await tx`
    UPDATE api_keys SET allowed_addresses = ${networks as string[]} WHERE id = ${keyId} AND company_id = ${companyId}`;
}
