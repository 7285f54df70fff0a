import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { limitAttempts } from '../platform/limits/limit-attempts.js';
import { openingKeys } from '../platform/secrets/keys.js';
import { openSecret } from '../platform/secrets/secret-box.js';
import type { SignedIn } from './read-session.js';
import { stepOfCode } from './rules/totp.js';
import { noteSecondStep } from './sql/sessions.js';
import { lockTotp, noteCode } from './sql/totp.js';

/**
 * Takes the second step in the caller's session with a code of their authenticator app. The first code confirms the app.
 * No code counts twice.
 *
 * @returns false for a wrong or used code, and for a member without an app.
 * @throws {ProblemError} `rate_limited` after five in a quarter of an hour, right ones among them.
 */
export async function takeSecondStep(ctx: Context, caller: SignedIn, code: string): Promise<boolean> {
  const { memberId, companyId, sessionId } = caller;
  await limitAttempts(ctx, 'code', { member: memberId });
  const now = ctx.clock.now();
  return ctx.sql.begin(async (tx) => {
    const row = await lockTotp(tx, memberId);
    if (!row) return false;
    const place = { field: 'member_totp.secret', owner: memberId };
    const secret = Buffer.from(openSecret(openingKeys(ctx), place, row.secret).secret, 'base64');
    const step = stepOfCode(secret, code, { now, afterStep: row.lastStep });
    if (step === null) return false;
    await noteCode(tx, memberId, step, now);
    await noteSecondStep(tx, memberId, sessionId, now);
    if (row.confirmedAt === null) {
      await recordAction(ctx, tx, { action: 'member.totp_add', objectId: memberId, companyId, by: memberId });
    }
    return true;
  });
}
