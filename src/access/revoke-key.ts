import { noSuch } from '../core/problems.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { notifySenders, waitForSenderPermissions } from '../platform/outbox/notify-senders.js';
import { type OwnedKey, revokeKeyRow } from './sql/api-keys.js';

/**
 * Revokes a company's key, for good. Every API process is notified by the database as this commits. No delivery
 * to its endpoints begins after this. Repeating it changes nothing.
 *
 * @returns when it was revoked.
 * @throws {ProblemError} `invalid_request` for a key that is not the company's.
 */
export async function revokeKey(ctx: Context, owned: OwnedKey): Promise<{ revokedAt: Date }> {
  const { companyId, keyId } = owned;
  const revoked = await ctx.sql.begin(async (tx) => {
    const revokedAt = await revokeKeyRow(tx, owned, ctx.clock.now());
    if (!revokedAt) throw noSuch('key', keyId);
    await recordAction(ctx, tx, { action: 'key.revoke', objectId: keyId, companyId });
    await notifySenders(tx);
    return { revokedAt };
  });
  await waitForSenderPermissions();
  return revoked;
}
