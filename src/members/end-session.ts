import { noSuch } from '../core/problems.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import type { OwnedMember } from './sql/members.js';
import { deleteSession } from './sql/sessions.js';

/**
 * Ends one of a member's sessions, at once in every process.
 *
 * @throws {ProblemError} `invalid_request` for a session that is not theirs.
 */
export async function endSession(ctx: Context, input: OwnedMember & { sessionId: string }): Promise<void> {
  const { companyId, memberId, sessionId } = input;
  await ctx.sql.begin(async (tx) => {
    if (!(await deleteSession(tx, input, sessionId))) throw noSuch('session');
    const details = { session: sessionId };
    await recordAction(ctx, tx, { action: 'member.sign_out', objectId: memberId, companyId, details });
  });
}
