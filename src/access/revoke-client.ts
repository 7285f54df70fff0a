import { noSuch } from '../core/problems.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { revokeClientRow } from './sql/oauth-clients.js';

/**
 * Revokes a client with all its tokens, for good. Every API process hears of it from the database as this commits. Doing it
 * again changes nothing.
 *
 * @returns when it was revoked.
 * @throws {ProblemError} `invalid_request` for an unknown id.
 */
export async function revokeClient(ctx: Context, clientId: string): Promise<{ revokedAt: Date }> {
  return ctx.sql.begin(async (tx) => {
    const revoked = await revokeClientRow(tx, clientId, ctx.clock.now());
    if (!revoked) throw noSuch('client');
    await recordAction(ctx, tx, { action: 'oauth.revoke', objectId: clientId, companyId: revoked.companyId });
    return { revokedAt: revoked.revokedAt };
  });
}
