import type { AuditAction } from '../platform/audit/audit.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import type { Letter } from '../platform/mail/compose.js';
import { heldMember } from './held-member.js';
import type { OwnSignIn } from './letters.js';
import { mailMember } from './mail-member.js';
import type { OwnedMember } from './sql/members.js';
import { hasFactor } from './sql/passkeys.js';
import { deleteOtherSessions, forgetPending, forgetSecondSteps } from './sql/sessions.js';

/** Whose factor goes, and in which session of theirs they asked for it; null: an owner or an operator did. */
export interface FactorOwner extends OwnedMember {
  sessionId: string | null;
}

/**
 * Takes a factor out of a member's second step, and ends their other sessions: those that owe the step must not come free of
 * it, and those that took it with this factor no longer have.
 *
 * @throws {ProblemError} `invalid_request` for one who is not the company's.
 */
export async function removeFactor(
  ctx: Context,
  { companyId, memberId, sessionId }: FactorOwner,
  { action, letter }: { action: AuditAction; letter: (of: OwnSignIn) => Letter },
  remove: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const owned = { companyId, memberId };
  await ctx.sql.begin(async (tx) => {
    await heldMember(tx, owned);
    await remove(tx);
    await deleteOtherSessions(tx, owned, sessionId);
    await forgetPending(tx, memberId);
    if (!(await hasFactor(tx, memberId))) await forgetSecondSteps(tx, memberId);
    await recordAction(ctx, tx, { action, objectId: memberId, companyId });
    await mailMember(ctx, tx, memberId, { reason: 'factor_removed', letter });
  });
}
