import type { Queryable, Transaction } from '../../platform/database/database.js';

/** As `findKeyByHash` reads it, in JSON. */
export interface CertificateJson {
  fingerprint: string;
  notAfter: string;
}

export interface CertificateRow {
  /** SHA-256 in hexadecimal digits. */
  fingerprint: string;
  subject: string;
  notAfter: Date;
  addedAt: Date;
}

/** A key's pinned certificates, oldest first. */
export function listCertificateRows(sql: Queryable, keyId: string): Promise<CertificateRow[]> {
  return sql<CertificateRow[]>`
    SELECT encode(fingerprint, 'hex') AS fingerprint, subject, not_after, added_at
      FROM key_certificates WHERE key_id = ${keyId} ORDER BY added_at, slot`;
}

/** Pins a certificate in a free slot; false when both are taken. */
export async function insertCertificate(tx: Transaction, keyId: string, row: CertificateRow): Promise<boolean> {
  const rows = await tx`
    INSERT INTO key_certificates (key_id, slot, fingerprint, subject, not_after, added_at)
    SELECT ${keyId}, free.slot, decode(${row.fingerprint}, 'hex'), ${row.subject}, ${row.notAfter}, ${row.addedAt}
      FROM generate_series(1, 2) AS free (slot)
     WHERE NOT EXISTS (SELECT FROM key_certificates k WHERE k.key_id = ${keyId} AND k.slot = free.slot)
     ORDER BY free.slot LIMIT 1
    RETURNING slot`;
  return rows.length === 1;
}

export async function deleteCertificate(tx: Transaction, keyId: string, fingerprint: string): Promise<void> {
  await tx`DELETE FROM key_certificates WHERE key_id = ${keyId} AND fingerprint = decode(${fingerprint}, 'hex')`;
}

export interface GuardedKeyRow {
  companyId: string;
  revokedAt: Date | null;
  allowedAddresses: string[];
}

/** A key as its guards see it; with `lock` nobody else changes them until the transaction ends. */
export async function findGuardedKey(
  sql: Queryable,
  keyId: string,
  { lock = false } = {},
): Promise<GuardedKeyRow | null> {
  const [row] = await sql<GuardedKeyRow[]>`
    SELECT company_id, revoked_at, allowed_addresses
      FROM api_keys WHERE id = ${keyId} ${lock ? sql`FOR UPDATE` : sql``}`;
  return row ?? null;
}

export async function setAllowedAddressesRow(
  tx: Transaction,
  keyId: string,
  networks: readonly string[],
): Promise<void> {
  await tx`UPDATE api_keys SET allowed_addresses = ${networks as string[]} WHERE id = ${keyId}`;
}
