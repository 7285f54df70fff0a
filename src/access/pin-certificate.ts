import { conflict } from '../core/problems.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { guardedKey } from './guarded-key.js';
import { MAX_CERTIFICATES, readCertificate } from './rules/client-certificate.js';
import type { OwnedKey } from './sql/api-keys.js';
import { type CertificateRow, insertCertificate, listCertificateRows } from './sql/key-guards.js';

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
