import { invalidField } from '../../domain/problems.js';
import { revokeKeyRow } from '../../store/api-keys.js';
import type { Context } from '../context.js';

/**
 * Revokes a key, for good. Every API process hears of it from the database as this commits. Doing it again changes nothing.
 *
 * @returns when it was revoked.
 * @throws {ProblemError} `invalid_request` for an unknown id.
 */
export async function revokeKey(ctx: Context, keyId: string): Promise<{ revokedAt: Date }> {
  const revokedAt = await revokeKeyRow(ctx.sql, keyId, ctx.clock.now());
  if (!revokedAt) throw invalidField('key', 'is not known');
  return { revokedAt };
}
