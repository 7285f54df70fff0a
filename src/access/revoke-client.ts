import { noSuch } from '../core/problems.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { type OwnedClient, revokeClientRow } from './sql/oauth-clients.js';

/**
 * Revokes a company's client with all its tokens, for good. Every API process is notified by the database as this commits. Doing it
 * again changes nothing.
 *
 * @returns when it was revoked.
 * @throws {ProblemError} `invalid_request` for a client that is not the company's.
 */
export async function revokeClient(ctx: Context, owned: OwnedClient): Promise<{ revokedAt: Date }> {
  const { companyId, clientId } = owned;
  return ctx.sql.begin(async (tx) => {
    const revokedAt = await revokeClientRow(tx, owned, ctx.clock.now());
    if (!revokedAt) throw noSuch('client', clientId);
    await recordAction(ctx, tx, { action: 'oauth.revoke', objectId: clientId, companyId });
    return { revokedAt };
  });
}
