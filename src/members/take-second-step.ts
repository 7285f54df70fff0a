import { ProblemError } from '../core/problems.js';
import type { Context } from '../platform/context/context.js';
import { limitAttempts } from '../platform/limits/limit-attempts.js';
import { openingKeys } from '../platform/secrets/keys.js';
import { openSecret } from '../platform/secrets/secret-box.js';
import { noteWrongStep } from './note-wrong-step.js';
import { raiseSession } from './raise-session.js';
import type { SignedIn } from './read-session.js';
import { stepOfCode } from './rules/totp.js';
import { lockMember } from './sql/members.js';
import { lockTotp, noteCode, type TotpRow } from './sql/totp.js';

/**
 * Takes the second step in the caller's session with a code of their authenticator app, one that is being set up excepted.
 * No code counts twice.
 *
 * @returns the session's new token; null for a wrong or used code, and for a member without an app.
 * @throws {ProblemError} `rate_limited` after five in a quarter of an hour, right ones among them.
 */
export async function takeSecondStep(ctx: Context, caller: SignedIn, code: string): Promise<string | null> {
  const { memberId } = caller;
  await limitAttempts(ctx, 'code', { member: memberId });
  const now = ctx.clock.now();
  return ctx.sql.begin(async (tx) => {
    if (!(await lockMember(tx, caller))) throw new ProblemError('session_required');
    const row = await lockTotp(tx, memberId);
    const step = row && stepOfCode(openTotp(ctx, row), code, { now, afterStep: row.lastStep });
    if (step === null) {
      await noteWrongStep(ctx, tx, caller, 'totp');
      return null;
    }
    await noteCode(tx, memberId, step);
    return raiseSession(tx, caller, now);
  });
}

function openTotp(ctx: Context, { memberId, secret }: TotpRow): Buffer {
  const place = { field: 'member_totp.secret', owner: memberId };
  return Buffer.from(openSecret(openingKeys(ctx), place, secret).secret, 'base64');
}
