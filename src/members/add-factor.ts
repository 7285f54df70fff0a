import { ProblemError } from '../core/problems.js';
import { type RecordedAction, recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { factorAdded } from './letters.js';
import { mailMember } from './mail-member.js';
import { raiseSession } from './raise-session.js';
import type { SignedIn } from './read-session.js';
import { lockMember } from './sql/members.js';
import { hasFactor } from './sql/passkeys.js';
import { forgetPending } from './sql/sessions.js';

const ADDED = {
  totp: { action: 'member.totp_add', what: 'An authenticator app' },
  passkey: { action: 'member.passkey_add', what: 'A passkey' },
} as const satisfies Record<string, { action: RecordedAction['action']; what: string }>;

/**
 * Adds a factor to the caller's second step, which counts as taking it. Whatever else was being set up, in any session of
 * theirs, ends: it may be somebody else's, who was there before.
 *
 * @param keep stores the factor; false when there is nothing to store.
 * @returns the session's new token; null when nothing was stored.
 * @throws {ProblemError} `second_step_again` when another factor came first and the caller has not shown it.
 */
export function addFactor(
  ctx: Context,
  caller: SignedIn,
  factor: keyof typeof ADDED,
  keep: (tx: Transaction, now: Date) => Promise<boolean>,
): Promise<string | null> {
  const { memberId, companyId } = caller;
  const { action, what } = ADDED[factor];
  return ctx.sql.begin(async (tx) => {
    const now = ctx.clock.now();
    if (!(await lockMember(tx, caller))) throw new ProblemError('session_required');
    if (!caller.secondStepIsFresh && (await hasFactor(tx, memberId))) throw new ProblemError('second_step_again');
    if (!(await keep(tx, now))) return null;
    await forgetPending(tx, memberId);
    const token = await raiseSession(tx, caller, now);
    await recordAction(ctx, tx, { action, objectId: memberId, companyId, by: memberId });
    await mailMember(ctx, tx, memberId, { reason: 'factor_added', letter: (of) => factorAdded(of, what) });
    return token;
  });
}
