import { noSuch, ProblemError } from '../core/problems.js';
import type { AuditAction } from '../platform/audit/audit.js';
import { type RecordedAction, recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import type { Letter } from '../platform/mail/compose.js';
import { factorAdded, mailMember, type OwnSignIn, secondStepReset } from './mails.js';
import { heldMember } from './members.js';
import { raiseSession } from './sessions.js';
import type { SignedIn } from './signed-in.js';
import { lockMember, type OwnedMember } from './sql/members.js';
import { deletePasskeys, hasFactor } from './sql/passkeys.js';
import { deleteOtherSessions, deletePending, deleteSecondSteps } from './sql/sessions.js';
import { deleteTotp } from './sql/totp.js';

const ADDED = {
  totp: { action: 'member.totp_add', what: 'An authenticator app' },
  passkey: { action: 'member.passkey_add', what: 'A passkey' },
} as const satisfies Record<string, { action: RecordedAction['action']; what: string }>;

/**
 * Adds a factor to the caller's second step, which counts as taking it. Every other setup that is under way in a
 * session of theirs ends: an intruder may have begun it.
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
    await deletePending(tx, memberId);
    const token = await raiseSession(tx, caller, now);
    await recordAction(ctx, tx, { action, objectId: memberId, companyId, by: memberId });
    await mailMember(ctx, tx, memberId, { reason: 'factor_added', letter: (of) => factorAdded(of, what) });
    return token;
  });
}

/** The member, and the session of the request; null: an owner or an operator asked. */
export interface FactorOwner extends OwnedMember {
  sessionId: string | null;
}

/**
 * Removes a factor of a member's second step, and ends their other sessions: a session that still owes the step must
 * not get around it, and a step taken with this factor no longer counts.
 *
 * @throws {ProblemError} `invalid_request` for a member of another company.
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
    await deletePending(tx, memberId);
    if (!(await hasFactor(tx, memberId))) await deleteSecondSteps(tx, memberId);
    await recordAction(ctx, tx, { action, objectId: memberId, companyId });
    await mailMember(ctx, tx, memberId, { reason: 'factor_removed', letter });
  });
}

/** Records a refused second step: an intruder in the mailbox may be guessing. Return a wrong code, so that this commits. */
export function noteWrongStep(
  ctx: Context,
  tx: Transaction,
  { memberId, companyId, sessionId }: SignedIn,
  factor: 'totp' | 'new_totp' | 'passkey',
): Promise<void> {
  const details = { factor, session: sessionId };
  const action = 'member.second_step_wrong';
  return recordAction(ctx, tx, { action, objectId: memberId, companyId, by: memberId, details });
}

/**
 * Deletes the authenticator app and passkeys of a member who lost them, and signs the member out. They sign in by the
 * mailed link alone until they set up another.
 *
 * @throws {ProblemError} `invalid_request` for a member of another company, and for a member without a second step.
 */
export function removeSecondStep(ctx: Context, owner: FactorOwner): Promise<void> {
  return removeFactor(ctx, owner, { action: 'member.second_step_reset', letter: secondStepReset }, async (tx) => {
    const hadTotp = await deleteTotp(tx, owner.memberId);
    const passkeys = await deletePasskeys(tx, owner, null);
    if (!hadTotp && passkeys === 0) throw noSuch('second step');
  });
}
