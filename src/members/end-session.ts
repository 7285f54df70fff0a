import { noSuch } from '../core/problems.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { forgetBrowsers } from './sql/browsers.js';
import type { OwnedMember } from './sql/members.js';
import { deleteOtherSessions, deleteSession } from './sql/sessions.js';
import { forgetLinks } from './sql/sign-in.js';

/**
 * Ends one of a member's sessions, at once in every process.
 *
 * @throws {ProblemError} `invalid_request` for a session that is not theirs.
 */
export async function endSession(ctx: Context, input: OwnedMember & { sessionId: string }): Promise<void> {
  const { companyId, memberId, sessionId } = input;
  await ctx.sql.begin(async (tx) => {
    if (!(await deleteSession(tx, input, sessionId))) throw noSuch('session', sessionId);
    const details = { session: sessionId };
    await recordAction(ctx, tx, { action: 'member.sign_out', objectId: memberId, companyId, details });
  });
}

/**
 * Ends all of a member's sessions but one, and their links that were not used. Every browser counts as new again, so that the
 * member gets a mail when somebody comes back.
 *
 * @returns how many sessions ended.
 */
export async function endOtherSessions(
  ctx: Context,
  input: OwnedMember & { sessionId: string },
): Promise<{ ended: number }> {
  const { companyId, memberId, sessionId } = input;
  return ctx.sql.begin(async (tx) => {
    const ended = await deleteOtherSessions(tx, input, sessionId);
    await forgetLinks(tx, memberId);
    await forgetBrowsers(tx, memberId);
    const details = { all_but: sessionId, ended };
    await recordAction(ctx, tx, { action: 'member.sign_out', objectId: memberId, companyId, details });
    return { ended };
  });
}
