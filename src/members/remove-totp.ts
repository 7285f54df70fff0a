import { noSuch } from '../core/problems.js';
import type { Context } from '../platform/context/context.js';
import { factorRemoved } from './letters.js';
import { type FactorOwner, removeFactor } from './remove-factor.js';
import { deleteTotp } from './sql/totp.js';

/**
 * Forgets a member's authenticator app. Their other sessions end.
 *
 * @throws {ProblemError} `invalid_request` for one who is not the company's, or has none.
 */
export function removeTotp(ctx: Context, owner: FactorOwner): Promise<void> {
  const letter = factorRemoved('An authenticator app');
  return removeFactor(ctx, owner, { action: 'member.totp_remove', letter }, async (tx) => {
    if (!(await deleteTotp(tx, owner.memberId))) throw noSuch('authenticator app');
  });
}
