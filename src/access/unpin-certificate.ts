import { invalidField } from '../core/problems.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { guardedKey } from './guarded-key.js';
import { deleteCertificate, listCertificateRows } from './sql/key-guards.js';

/** Fewer digits could be a slip. */
const LEAST_DIGITS = 8;

/**
 * Unties a key from a certificate, at once in every process. Without the last one calls need none.
 *
 * @param input.fingerprint SHA-256 of the certificate, colons allowed, or as many first digits as tell it from the other.
 * @returns the fingerprint removed and how many are left.
 * @throws {ProblemError} `invalid_request` for an unknown or revoked key, and for no or several matches.
 */
export async function unpinCertificate(
  ctx: Context,
  input: { keyId: string; fingerprint: string },
): Promise<{ fingerprint: string; left: number }> {
  const { keyId } = input;
  const digits = input.fingerprint.replaceAll(':', '').toLowerCase();
  if (!/^[0-9a-f]+$/.test(digits) || digits.length < LEAST_DIGITS) {
    throw invalidField('fingerprint', `must be at least ${LEAST_DIGITS} of its hexadecimal digits`);
  }
  return ctx.sql.begin(async (tx) => {
    const { companyId } = await guardedKey(tx, keyId, { toChange: true });
    const pinned = await listCertificateRows(tx, keyId);
    const [found, another] = pinned.filter(({ fingerprint }) => fingerprint.startsWith(digits));
    if (!found) throw invalidField('fingerprint', 'is of no certificate pinned to the key');
    if (another) throw invalidField('fingerprint', 'begins both certificates: give more digits');
    await deleteCertificate(tx, keyId, found.fingerprint);
    const details = { fingerprint: found.fingerprint };
    await recordAction(ctx, tx, { action: 'key.unpin_certificate', objectId: keyId, companyId, details });
    return { fingerprint: found.fingerprint, left: pinned.length - 1 };
  });
}
