import type { Context } from '../platform/context/context.js';
import type { Role } from './rules/roles.js';
import { endOf, isFresh, SECOND_STEP_MS, SEEN_MS } from './rules/session-life.js';
import { findSession, touchSession } from './sql/sessions.js';
import { hashOf } from './tokens.js';

/** Who calls the dashboard. */
export interface SignedIn {
  sessionId: string;
  memberId: string;
  companyId: string;
  companyName: string;
  companyCurrency: string;
  email: string;
  role: Role;
  /** The member has a second step and has not taken it in this session: nothing else may be done. */
  owesSecondStep: boolean;
  hasSecondStep: boolean;
  hasTotp: boolean;
  passkeys: number;
  /** Taken a short while ago: what needs it again may be done. */
  secondStepIsFresh: boolean;
  /** When it no longer counts as just taken; null: not taken in this session. */
  secondStepUntil: Date | null;
  /** When the session ends unless it is used. */
  endsAt: Date;
}

/**
 * Whose session a cookie's token is, read from the database each time: one that was ended, or whose member or company is
 * gone, is dead in every process at once. The token before the current one keeps for some seconds what it could do before.
 *
 * @returns null for one that is unknown or over.
 */
export async function readSession(ctx: Context, token: string): Promise<SignedIn | null> {
  const now = ctx.clock.now();
  const row = await findSession(ctx.sql, hashOf(token), now);
  if (!row || row.companyStatus === 'suspended' || endOf(row) <= now) return null;
  if (now.getTime() - row.seenAt.getTime() >= SEEN_MS) await touchSession(ctx.sql, row.id, now);
  const { secondStepAt, hasTotp, passkeys, byPrevious, previousOwed } = row;
  const hasSecondStep = hasTotp || passkeys > 0;
  const owes = byPrevious ? previousOwed !== false : secondStepAt === null;
  return {
    sessionId: row.id,
    memberId: row.memberId,
    companyId: row.companyId,
    companyName: row.companyName,
    companyCurrency: row.companyCurrency,
    email: row.email,
    role: row.role,
    hasSecondStep,
    hasTotp,
    passkeys,
    owesSecondStep: hasSecondStep && owes,
    secondStepIsFresh: !byPrevious && isFresh(secondStepAt, now),
    secondStepUntil: secondStepAt && new Date(secondStepAt.getTime() + SECOND_STEP_MS),
    endsAt: endOf({ createdAt: row.createdAt, seenAt: now }),
  };
}
