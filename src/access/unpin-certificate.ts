import { invalidField, noSuch } from '../core/problems.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { guardedKey } from './guarded-key.js';
import type { OwnedKey } from './sql/api-keys.js';
import { deleteCertificate, listCertificateRows } from './sql/key-guards.js';

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
