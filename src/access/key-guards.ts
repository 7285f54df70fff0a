import { normalizeNetwork } from '../core/ip-allowlist.js';
import { conflict, invalidField, noSuch } from '../core/problems.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import type { Queryable } from '../platform/database/database.js';
import { MAX_CERTIFICATES, readCertificate } from './rules/client-certificate.js';
import type { OwnedKey } from './sql/api-keys.js';
import {
  type CertificateRow,
  deleteCertificate,
  findGuardedKey,
  type GuardedKeyRow,
  insertCertificate,
  listCertificateRows,
  setAllowedAddressesRow,
} from './sql/key-guards.js';

/** @throws {ProblemError} `invalid_request` for a key that is not the company's, and for a change to a revoked key. */
export async function guardedKey(sql: Queryable, owned: OwnedKey, { toChange = false } = {}): Promise<GuardedKeyRow> {
  const key = await findGuardedKey(sql, owned, { lock: toChange });
  if (!key) throw noSuch('key', owned.keyId);
  if (toChange && key.revokedAt) throw conflict('key', 'is revoked');
  return key;
}

export interface GuardsDetail {
  /** Oldest first. */
  certificates: CertificateRow[];
  /** None: calls may come from any address. */
  networks: string[];
}

/** @throws {ProblemError} `invalid_request` for a key that is not the company's. */
export async function showGuards(ctx: Context, owned: OwnedKey): Promise<GuardsDetail> {
  const { allowedAddresses: networks } = await guardedKey(ctx.sql, owned);
  return { certificates: await listCertificateRows(ctx.sql, owned), networks };
}

/**
 * Pins a client certificate to a key (contract: Authentication 6), or a second one while it replaces the first. Once
 * committed, every process refuses calls without a pinned certificate. Repeating it changes nothing.
 *
 * @param input.file a certificate in PEM or DER.
 * @throws {ProblemError} `invalid_request` for a key that is revoked or not the company's, a certificate that cannot be
 * pinned, a third one.
 */
export async function pinCertificate(ctx: Context, input: OwnedKey & { file: Buffer }): Promise<CertificateRow> {
  const { companyId, keyId, file } = input;
  const addedAt = ctx.clock.now();
  const row: CertificateRow = { ...readCertificate(file, addedAt), addedAt };
  return ctx.sql.begin(async (tx) => {
    await guardedKey(tx, input, { toChange: true });
    const pinned = await listCertificateRows(tx, input);
    const same = pinned.find(({ fingerprint }) => fingerprint === row.fingerprint);
    if (same) return same;
    if (!(await insertCertificate(tx, input, row))) {
      throw conflict('certificate', `the key already has ${MAX_CERTIFICATES}: remove the one that is not in use`);
    }
    const details = { fingerprint: row.fingerprint };
    await recordAction(ctx, tx, { action: 'key.pin_certificate', objectId: keyId, companyId, details });
    return row;
  });
}

/** Fewer digits could be a typo. */
const LEAST_DIGITS = 8;

/**
 * Unpins a certificate from a key, at once in every process. After the last one, calls need none.
 *
 * @param input.fingerprint SHA-256 of the certificate, colons allowed, or enough of its first digits to be unambiguous.
 * @returns the fingerprint removed and how many are left.
 * @throws {ProblemError} `invalid_request` for a key that is revoked or not the company's, and for no or several matches.
 */
export async function unpinCertificate(
  ctx: Context,
  input: OwnedKey & { fingerprint: string },
): Promise<{ fingerprint: string; left: number }> {
  const { companyId, keyId } = input;
  const digits = input.fingerprint.replaceAll(':', '').toLowerCase();
  if (!/^[0-9a-f]+$/.test(digits) || digits.length < LEAST_DIGITS) {
    throw invalidField('fingerprint', `must be at least ${LEAST_DIGITS} of its hexadecimal digits`);
  }
  return ctx.sql.begin(async (tx) => {
    await guardedKey(tx, input, { toChange: true });
    const pinned = await listCertificateRows(tx, input);
    const [found, another] = pinned.filter(({ fingerprint }) => fingerprint.startsWith(digits));
    if (!found) throw noSuch('certificate', input.fingerprint);
    if (another) throw invalidField('fingerprint', 'matches both certificates: give more digits');
    await deleteCertificate(tx, input, found.fingerprint);
    const details = { fingerprint: found.fingerprint };
    await recordAction(ctx, tx, { action: 'key.unpin_certificate', objectId: keyId, companyId, details });
    return { fingerprint: found.fingerprint, left: pinned.length - 1 };
  });
}

const MAX_NETWORKS = 100;

/**
 * Replaces the IP allowlist of a key (contract: Authentication 6), at once in every process.
 *
 * @param input.networks addresses and networks, IPv4 or IPv6; none: from everywhere.
 * @returns the list as stored, in normal form.
 * @throws {ProblemError} `invalid_request` for a key that is revoked or not the company's, and naming each network that cannot be used.
 */
export async function setAllowedAddresses(
  ctx: Context,
  input: OwnedKey & { networks: readonly string[] },
): Promise<string[]> {
  const { companyId, keyId } = input;
  const networks = [...new Set(input.networks.map(normalized))];
  if (networks.length > MAX_NETWORKS)
    throw invalidField('networks', `must be at most ${MAX_NETWORKS} addresses and networks`);
  await ctx.sql.begin(async (tx) => {
    await guardedKey(tx, input, { toChange: true });
    await setAllowedAddressesRow(tx, input, networks);
    const action = { action: 'key.allow_addresses' as const, objectId: keyId, companyId, details: { networks } };
    await recordAction(ctx, tx, action);
  });
  return networks;
}

function normalized(text: string): string {
  const read = normalizeNetwork(text);
  if ('fault' in read) throw invalidField('networks', `${text} ${read.fault}`);
  return read.network;
}
