import { invalidField } from '../core/problems.js';
import type { Context } from '../platform/context/context.js';
import { limitAttempts } from '../platform/limits/limit-attempts.js';
import { openingKeys, sealingKey } from '../platform/secrets/keys.js';
import { openSecret, sealSecret } from '../platform/secrets/secret-box.js';
import { addFactor } from './add-factor.js';
import { noteWrongStep } from './note-wrong-step.js';
import type { SignedIn } from './read-session.js';
import { stepOfCode } from './rules/totp.js';
import { findPendingTotp, insertTotp } from './sql/totp.js';

/**
 * Adds the authenticator app that the caller set up in this session (`startTotp`), by its first code.
 *
 * @returns the session's new token; null for a wrong code, and without an app that is being set up.
 * @throws {ProblemError} `invalid_request` for a member who has an app, `second_step_again`, `rate_limited`.
 */
export async function confirmTotp(ctx: Context, caller: SignedIn, code: string): Promise<string | null> {
  const { memberId, sessionId } = caller;
  await limitAttempts(ctx, 'code', { member: memberId });
  return addFactor(ctx, caller, 'totp', async (tx, now) => {
    const box = await findPendingTotp(tx, caller, now);
    const place = { field: 'member_sessions.pending_totp', owner: sessionId };
    const secret = box && openSecret(openingKeys(ctx), place, box).secret;
    const lastStep = secret === null ? null : stepOfCode(Buffer.from(secret, 'base64'), code, { now, afterStep: -1 });
    if (secret === null || lastStep === null) {
      await noteWrongStep(ctx, tx, caller, 'new_totp');
      return false;
    }
    const row = { memberId, secret: sealSecret(sealingKey(ctx), memberId, secret), confirmedAt: now, lastStep };
    if (!(await insertTotp(tx, row))) throw invalidField('totp', 'is set up already; remove it first');
    return true;
  });
}
