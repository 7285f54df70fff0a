import { noSuch } from '../core/problems.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { revokeKeyRow } from './sql/api-keys.js';

/**
 * Revokes a key, for good. Every API process hears of it from the database as this commits. Doing it again changes nothing.
 *
 * @returns when it was revoked.
 * @throws {ProblemError} `invalid_request` for an unknown id.
 */
export async function revokeKey(ctx: Context, keyId: string): Promise<{ revokedAt: Date }> {
  return ctx.sql.begin(async (tx) => {
    const revoked = await revokeKeyRow(tx, keyId, ctx.clock.now());
    if (!revoked) throw noSuch('key');
    await recordAction(ctx, tx, { action: 'key.revoke', objectId: keyId, companyId: revoked.companyId });
    return { revokedAt: revoked.revokedAt };
  });
}
