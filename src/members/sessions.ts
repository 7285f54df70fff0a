import { hashOf } from '../core/digest.js';
import { noSuch, ProblemError } from '../core/problems.js';
import { DAY } from '../core/time.js';
import { recordAction } from '../platform/audit/record-action.js';
import { deleteOldActions } from '../platform/audit/sql.js';
import type { Context } from '../platform/context/context.js';
import { inBatches } from '../platform/context/in-batches.js';
import type { Transaction } from '../platform/database/database.js';
import { deleteAttempts } from '../platform/limits/sql.js';
import { heldMember } from './members.js';
import { readVisit } from './operator-visits.js';
import {
  BROWSER_MS,
  endOf,
  FORMER_OWNER_MS,
  IDLE_MS,
  isFresh,
  LONGEST_MS,
  PREVIOUS_TOKEN_MS,
  SECOND_STEP_MS,
  SEEN_MS,
} from './rules/session-life.js';
import type { SignedIn } from './signed-in.js';
import type { OwnedMember } from './sql/members.js';
import {
  deleteOtherSessions,
  deleteSession,
  findSession,
  listSessionRows,
  raiseSessionRow,
  type SessionRow,
  touchSession,
} from './sql/sessions.js';
import { deleteBrowsers, deleteLinks, deleteRows } from './sql/sign-in.js';
import { newSessionToken } from './tokens.js';

/**
 * The session of a cookie's token. It is read from the database each time, so a session that ended is dead in every
 * process at once. The previous token keeps its rights for some seconds.
 *
 * @returns null for an unknown or ended session.
 */
export async function readSession(ctx: Context, token: string): Promise<SignedIn | null> {
  const now = ctx.clock.now();
  const row = await findSession(ctx.sql, hashOf(token), now);
  if (!row) return readVisit(ctx, token);
  if (row.companyStatus === 'suspended' || endOf(row) <= now) return null;
  if (now.getTime() - row.seenAt.getTime() >= SEEN_MS) await touchSession(ctx.sql, row.id, now);
  const { secondStepAt, hasTotp, passkeys, byPrevious, previousOwed } = row;
  const hasSecondStep = hasTotp || passkeys > 0;
  const owes = byPrevious ? previousOwed !== false : secondStepAt === null;
  const { memberId, companyId, companyName, companyCurrency, email, role, shownMode } = row;
  return {
    ...{ memberId, companyId, companyName, companyCurrency, email, role, shownMode, hasSecondStep, hasTotp, passkeys },
    sessionId: row.id,
    reason: null,
    owesSecondStep: hasSecondStep && owes,
    secondStepIsFresh: !byPrevious && isFresh(secondStepAt, now),
    secondStepUntil: secondStepAt && new Date(secondStepAt.getTime() + SECOND_STEP_MS),
    endsAt: endOf({ createdAt: row.createdAt, seenAt: now }),
  };
}

/**
 * Notes in the caller's session that they took the second step. The session gets another token, because an intruder may
 * have the old one. The old token keeps its rights for some seconds, for calls that are under way.
 *
 * @returns the new token, for the cookie.
 * @throws {ProblemError} `session_required` when the session ended during the call.
 */
export async function raiseSession(tx: Transaction, caller: SignedIn, now: Date): Promise<string> {
  const token = newSessionToken();
  const isRaised = await raiseSessionRow(tx, caller, {
    hash: hashOf(token),
    now,
    previousUntil: new Date(now.getTime() + PREVIOUS_TOKEN_MS),
    previousOwed: caller.owesSecondStep,
  });
  if (!isRaised) throw new ProblemError('session_required');
  return token;
}

/** A member's sessions that live, last used first. */
export async function listSessions(ctx: Context, owned: OwnedMember): Promise<SessionRow[]> {
  const now = ctx.clock.now();
  return (await listSessionRows(ctx.sql, owned)).filter((row) => endOf(row) > now);
}

/** Ends a session at once in every process. @throws {ProblemError} `invalid_request` for a session of another member. */
export async function endSession(ctx: Context, input: OwnedMember & { sessionId: string }): Promise<void> {
  const { companyId, memberId, sessionId } = input;
  await ctx.sql.begin(async (tx) => {
    if (!(await deleteSession(tx, input, sessionId))) throw noSuch('session', sessionId);
    const details = { session: sessionId };
    await recordAction(ctx, tx, { action: 'member.sign_out', objectId: memberId, companyId, details });
  });
}

/**
 * Ends all sessions of a member except one, with null all of them, and their unused links. Every browser counts as new
 * again, so that the member gets a mail at the next sign-in.
 *
 * @returns how many sessions ended.
 * @throws {ProblemError} `invalid_request` for a member of another company.
 */
export async function endOtherSessions(
  ctx: Context,
  input: OwnedMember & { sessionId: string | null },
): Promise<{ ended: number }> {
  const { companyId, memberId, sessionId } = input;
  return ctx.sql.begin(async (tx) => {
    await heldMember(tx, input);
    const ended = await deleteOtherSessions(tx, input, sessionId);
    await deleteLinks(tx, memberId);
    await deleteBrowsers(tx, memberId);
    const details = { all_but: sessionId, ended };
    await recordAction(ctx, tx, { action: 'member.sign_out', objectId: memberId, companyId, details });
    return { ended };
  });
}

const BATCH = 1_000;
/** Ten years, as long as books must be kept: the actions explain keys, accounts and statements. */
const ACTION_MS = 3653 * DAY;

/** Deletes expired links, sessions, counts of attempts, browsers and former owners, and actions older than ten years. */
export async function deleteExpiredSignIns(ctx: Context): Promise<{ deleted: number }> {
  const now = ctx.clock.now().getTime();
  const before = {
    links: new Date(now),
    sessionsSeen: new Date(now - IDLE_MS),
    sessionsMade: new Date(now - LONGEST_MS),
    browsers: new Date(now - BROWSER_MS),
    formerOwners: new Date(now - FORMER_OWNER_MS),
  };
  const rows = await inBatches(BATCH, (limit) => deleteRows(ctx.sql, before, limit));
  const counts = await inBatches(BATCH, (limit) => deleteAttempts(ctx.sql, before.links, limit));
  const actions = new Date(now - ACTION_MS);
  const old = await inBatches(BATCH, (limit) => deleteOldActions(ctx.sql, actions, limit));
  return { deleted: rows + counts + old };
}
