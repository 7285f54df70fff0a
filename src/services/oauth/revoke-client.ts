import { invalidField } from '../../domain/problems.js';
import { revokeClientRow } from '../../store/oauth-clients.js';
import type { Context } from '../context.js';

/**
 * Revokes a client with all its tokens, for good. Every API process hears of it from the database as this commits. Doing it
 * again changes nothing.
 *
 * @returns when it was revoked.
 * @throws {ProblemError} `invalid_request` for an unknown id.
 */
export async function revokeClient(ctx: Context, clientId: string): Promise<{ revokedAt: Date }> {
  const revoked = await revokeClientRow(ctx.sql, clientId, ctx.clock.now());
  if (!revoked) throw invalidField('client', 'is not known');
  return { revokedAt: revoked.revokedAt };
}
