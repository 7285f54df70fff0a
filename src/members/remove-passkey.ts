import { noSuch } from '../core/problems.js';
import type { Context } from '../platform/context/context.js';
import { factorRemoved, secondStepReset } from './letters.js';
import { type FactorOwner, removeFactor } from './remove-factor.js';
import { deletePasskeys } from './sql/passkeys.js';
import { deleteTotp } from './sql/totp.js';

/**
 * Forgets one of a member's passkeys. Their other sessions end.
 *
 * @throws {ProblemError} `invalid_request` for one that is not theirs.
 */
export function removePasskey(ctx: Context, owner: FactorOwner, id: string): Promise<void> {
  const letter = factorRemoved('A passkey');
  return removeFactor(ctx, owner, { action: 'member.passkey_remove', letter }, async (tx) => {
    if ((await deletePasskeys(tx, owner, id)) === 0) throw noSuch('passkey', id);
  });
}

/**
 * Forgets a member's authenticator app and passkeys, for somebody who lost both, and signs them out. They sign in by the
 * mailed link alone until they set up another.
 *
 * @throws {ProblemError} `invalid_request` for one who is not the company's.
 */
export function removeSecondStep(ctx: Context, owner: FactorOwner): Promise<void> {
  return removeFactor(ctx, owner, { action: 'member.second_step_reset', letter: secondStepReset }, async (tx) => {
    await deleteTotp(tx, owner.memberId);
    await deletePasskeys(tx, owner, null);
  });
}
